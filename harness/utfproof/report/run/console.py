"""The result of a run on a terminal or in a pipe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from utfproof.engine.journal.events import CaseFinished, Diagnosed
from utfproof.model.codec_id import CodecId
from utfproof.model.verdict import CodecVerdict, Verdict
from utfproof.report.run import codec_lines, workers
from utfproof.report.run.codec_lines import CodecMark, MarkedCodec
from utfproof.report.run.counts import cell, cells
from utfproof.report.run.summary import CodecSummary, Summary, column_of, listed
from utfproof.report.text import UNBOUNDED, counted, one_line, visible

COLOURS = {
    Verdict.PASS: "green",
    Verdict.NON_STRICT: "green3",
    Verdict.ALTERNATIVE: "dark_cyan",
    Verdict.IMPOSSIBLE: "green",
    Verdict.BY_DESIGN: "blue",
    Verdict.OUTSIDE: "bright_black",
    Verdict.FAIL: "red",
    Verdict.CRASH: "bold red",
    Verdict.HANG: "bold red",
    Verdict.OVERRUN: "bold red",
    Verdict.UNSTABLE: "bold red",
    Verdict.BROKEN: "magenta",
    Verdict.UNSUPPORTED: "bright_black",
    Verdict.NOT_RUN: "yellow",
}
_SHOWN_FAILURES = 5
_SHOWN_CODECS = 12
_FAINT = "bright_black"
_OF_RESULT = "digest of all answers: runs with the same answers have the same result"


def show(console: Console, summary: Summary) -> None:
    """Print the matrix or a line a codec, the new failures, unavailable codecs, and the totals.

    The totals come last: a terminal still shows them when the rest has scrolled by.
    """
    items = [summary.codecs[name] for name in sorted(summary.codecs)]
    available = [item for item in items if item.verdict is not CodecVerdict.UNAVAILABLE]
    ranked = codec_lines.marked(available)
    _show_codecs(console, ranked)
    _show_executed(console, available)
    _show_problems(console, ranked)
    for needs, names in _absent(items).items():
        text = f"unavailable: {', '.join(names)}: {one_line(needs)}"
        console.print(Text(text, style=_FAINT))
    if summary.workers.by_name:
        console.print(_workers(summary))
    for text in summary.workers.warnings():
        console.print(Text(one_line(text), style="bold red"), soft_wrap=True)
    if summary.codecs:
        console.print()
        console.print(codec_lines.totals(codec_lines.marked(items)))
        console.print(Text(f"result {summary.result.digest}", style=_FAINT))
        console.print(Text(f"       {_OF_RESULT}", style=_FAINT))
    if not summary.complete:
        console.print(Text("interrupted: this run has no end", style="bold yellow"))


def _show_codecs(console: Console, ranked: Sequence[MarkedCodec]) -> None:
    """Print the matrix where the screen has room for it, else a line a codec."""
    if not ranked:
        return
    matrix = _matrix(ranked)
    # Into a pipe the lines are always one for each codec: `grep` and `head` are to work on them.
    if console.width < UNBOUNDED and _natural_width(console, matrix) <= console.width:
        console.print(matrix)
        known = [one for one in ranked if one.item.known]
        for one in known[:_SHOWN_CODECS]:
            for known_defect in listed(one.item.known):
                text = f"{one.item.codec}: known: {one_line(known_defect)}"
                console.print(Text(text, style=_FAINT))
        _more(console, len(known) - _SHOWN_CODECS, "known failures")
        return
    for line in codec_lines.lines(ranked, console.width):
        console.print(line, soft_wrap=True)


def _natural_width(console: Console, table: Table) -> int:
    """Return the columns that a table takes where nothing is wrapped."""
    return Measurement.get(console, console.options.update(max_width=UNBOUNDED), table).maximum


def _more(console: Console, rest: int, what: str) -> None:
    if rest > 0:
        text = f"… {counted(rest, 'more codec')} with {what}, in the report"
        console.print(Text(text, style=_FAINT))


def _absent(items: list[CodecSummary]) -> dict[str, list[str]]:
    """Group unavailable codecs by reason: a whole adapter, or single codecs of it."""
    found: dict[str, list[str]] = {}
    # Codecs of an adapter share its missing toolchain: one line for all of them.
    whole = Counter(CodecId.parse(item.codec).build for item in items if item.needs)
    for adapter, count in whole.items():
        needs = next(item.why for item in items if CodecId.parse(item.codec).build == adapter)
        codecs = "1 codec" if count == 1 else f"{count} codecs"
        found.setdefault(needs, []).append(f"{adapter} ({codecs})")
    for item in items:
        if item.verdict is CodecVerdict.UNAVAILABLE and not item.needs:
            found.setdefault(item.why, []).append(item.codec)
    return found


def _matrix(ranked: Sequence[MarkedCodec]) -> Table:
    by_name = sorted(ranked, key=lambda one: one.item.codec)
    found = [cells(one.item) for one in by_name]
    columns = list(dict.fromkeys(name for own in found for name in sorted(own)))
    # Encodings, in capitals, before `detect` and `label`; then UTF-8 before UTF-16BE, by length.
    columns.sort(key=lambda name: (name.islower(), len(name), name))
    table = Table(title=None, header_style="bold", pad_edge=False)
    table.add_column("codec", no_wrap=True)
    table.add_column("verdict")
    for name in columns:
        table.add_column(name, justify="center")
    for one, own in zip(by_name, found, strict=True):
        new = {column_of(case.case, case.op) for case in one.item.unknown}
        row = (_cell(own.get(name, {}), is_new=name in new) for name in columns)
        verdict = Text(one.mark, style=codec_lines.STYLES[one.mark])
        table.add_row(Text(one.item.codec), verdict, *row)
    return table


def _cell(counts: dict[Verdict, int], *, is_new: bool) -> Text:
    """Return a cell; failures that are all known have a word and a colour of their own."""
    verdict, words = cell(counts)
    if verdict.red and not is_new:
        words = f"{CodecMark.KNOWN} {words.partition(' ')[2]}"
        return Text(words, style=codec_lines.STYLES[CodecMark.KNOWN])
    return Text(words, style=COLOURS[verdict])


def _show_problems(console: Console, ranked: Sequence[MarkedCodec]) -> None:
    """Print the problems of codecs beyond known failures, in full for the first of them."""
    wrong = [one for one in ranked if one.item.why or one.item.unmet or one.new]
    for one in wrong[:_SHOWN_CODECS]:
        _show_problem(console, one)
    _more(console, len(wrong) - _SHOWN_CODECS, "problems")


def _show_problem(console: Console, one: MarkedCodec) -> None:
    item = one.item
    if item.why:
        text = f"\n{item.codec}: {item.verdict}: {visible(item.why)}"
        console.print(Text(text, style="magenta"))
    if item.output:
        console.print(Text(visible(item.output), style=_FAINT))
    for unmet in item.unmet:
        text = f"{item.codec}: {unmet.kind}: {unmet.text} ({unmet.place})"
        console.print(Text(one_line(text), style="bold red"), soft_wrap=True)
    failures = item.unknown
    if not failures:
        return
    title = f"\n{item.codec}: {counted(len(failures), 'new failure')}"
    console.print(Text(title, style=codec_lines.STYLES[CodecMark.FAIL]))
    for found in item.diagnoses:
        console.print(_diagnosis(item, found), soft_wrap=True)
    for case in _one_of_each_topic(failures)[:_SHOWN_FAILURES]:
        # In lines of any length: the command is to be copied.
        console.print(failure(item, case), soft_wrap=True)
    if len(failures) > _SHOWN_FAILURES:
        rest = f"  … {len(failures) - _SHOWN_FAILURES:,} more, in the report"
        console.print(Text(rest, style="dim"))


def _one_of_each_topic(failures: list[CaseFinished]) -> list[CaseFinished]:
    """Put the first failure of each file and operation before the others: one cause, one line."""
    first: dict[tuple[str, str], CaseFinished] = {}
    for case in failures:
        first.setdefault((case.case.rpartition("/")[0], case.op), case)
    # By identity: two failures of different operations can be equal in all that is shown.
    chosen = set(map(id, first.values()))
    return [*first.values(), *(case for case in failures if id(case) not in chosen)]


def failure(item: CodecSummary, case: CaseFinished) -> Text:
    """Show a case: question, answer, the clause that it breaks, the command to repeat it."""
    text = Text("  ")
    text.append(case.verdict.value, style=COLOURS[case.verdict])
    text.append(f" {case.case}", style="bold")
    text.append(f"  {case.op}, {one_line(case.way)}\n")
    text.append(f"    input    {_short(case.input)}\n    expected {_short(case.expected)}\n")
    text.append(f"    actual   {_short(case.actual)}\n")
    text.append(f"    clauses  {', '.join(case.clauses)}\n")
    text.append(f"    repeat   {one_line(item.reproduce(case))}", style="cyan")
    return text


def _diagnosis(item: CodecSummary, found: Diagnosed) -> Text:
    text = Text("  behaves like: ", style="bold")
    text.append(one_line(found.about), style="bold")
    seen = ", ".join((found.flag, *found.cwe, *found.cve[:1]))
    many = f"{found.explains:,} of {found.failures:,}"
    text.append(f"\n    {seen}; explains {many} failures compared")
    text.append(f"\n    smallest {_short(found.input)}  ({found.op})\n")
    text.append(f"    repeat   {one_line(item.again(found))}", style="cyan")
    return text


def _show_executed(console: Console, items: Sequence[CodecSummary]) -> None:
    """Print the generated questions beyond the written cases; many codecs are added up."""
    if not any(item.executed for item in items):
        return
    if len(items) > _SHOWN_CODECS:
        console.print(_executed_by_family(items))
        return
    console.print(_executed_by_codec(items))
    for item in items:
        for family in item.executed:
            if family.note:
                note = f"{item.codec}, {family.op}: {family.note}"
                console.print(Text(one_line(note), style=_FAINT))


def _executed_by_codec(items: Sequence[CodecSummary]) -> Table:
    table = Table(header_style="bold")
    table.add_column("codec", overflow="fold")
    for name in ("family", "operations", "questions"):
        table.add_column(name, no_wrap=True)
    for item in items:
        name = item.codec
        for family, found in groupby(item.executed, key=lambda one: one.family):
            done = list(found)
            asked = sum(one.asked for one in done)
            table.add_row(
                Text(name), Text(family.removeprefix("families/")), str(len(done)), f"{asked:,}"
            )
            name = ""
    return table


def _executed_by_family(items: Sequence[CodecSummary]) -> Table:
    table = Table("family", "codecs", "operations", "questions", header_style="bold")
    every = [(family.family, item.codec, family) for item in items for family in item.executed]
    for name in dict.fromkeys(family for family, _, _ in every):
        own = [(codec, done) for family, codec, done in every if family == name]
        codecs, asked = {codec for codec, _ in own}, sum(done.asked for _, done in own)
        family = name.removeprefix("families/")
        table.add_row(Text(family), f"{len(codecs):,}", f"{len(own):,}", f"{asked:,}")
    return table


def _workers(summary: Summary) -> Table:
    """Show the share of each worker of a cluster."""
    table = Table(*workers.COLUMNS, title=None, header_style="bold")
    for row in summary.workers.rows():
        table.add_row(*(Text(one_line(cell)) for cell in row))
    return table


def _short(text: str, most: int = 160) -> str:
    text = one_line(text)
    return text if len(text) <= most else f"{text[:most]}… ({len(text)} characters)"
