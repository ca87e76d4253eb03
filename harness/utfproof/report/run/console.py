"""The console: progress while a run goes on, and the matrix when it is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)
from rich.table import Table
from rich.text import Text

from utfproof.engine.journal.events import (
    CaseFinished,
    CodecFinished,
    CodecStarted,
    Diagnosed,
    Event,
    FamilyStarted,
    ShardFinished,
)
from utfproof.engine.run.progress import CodecProgress
from utfproof.model.codec_id import CodecId
from utfproof.model.verdict import CodecVerdict, Verdict
from utfproof.report.run import workers
from utfproof.report.run.summary import CodecSummary, Summary, cell, cells, listed

COLOURS = {
    Verdict.PASS: "green",
    Verdict.NON_STRICT: "green3",
    Verdict.ALTERNATIVE: "dark_cyan",
    Verdict.IMPOSSIBLE: "green",
    Verdict.FAIL: "red",
    Verdict.CRASH: "bold red",
    Verdict.HANG: "bold red",
    Verdict.OVERRUN: "bold red",
    Verdict.BROKEN: "magenta",
    Verdict.UNSUPPORTED: "bright_black",
    Verdict.NOT_RUN: "yellow",
}
CODEC_COLOURS = {
    CodecVerdict.PASS: "green",
    CodecVerdict.FAIL: "red",
    CodecVerdict.BROKEN: "magenta",
    CodecVerdict.UNAVAILABLE: "bright_black",
    CodecVerdict.NOT_RUN: "yellow",
}
_SHOWN_FAILURES = 5


@contextmanager
def progress(console: Console, codecs: int) -> Iterator[Progress]:
    """Show how far a run is; nothing where the console is no terminal."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        bar.add_task("codecs", total=codecs)
        yield bar


@dataclass(slots=True)
class Follower:
    """Moves the progress bar with the events of a run, and with what workers tell of theirs."""

    bar: Progress
    _tasks: dict[str, TaskID] = field(default_factory=dict)
    _at: dict[str, CodecProgress] = field(default_factory=dict)

    def follow(self, events: Iterable[Event]) -> Iterator[Event]:
        """Pass events on and move with them."""
        for event in events:
            match event:
                case CodecFinished(codec=name):
                    self.bar.advance(self.bar.task_ids[0])
                    self._at.pop(name, None)
                    if name in self._tasks:
                        self.bar.remove_task(self._tasks.pop(name))
                case CodecStarted():
                    self._move(event, CodecProgress())
                case FamilyStarted() | CaseFinished() | ShardFinished():
                    if event.codec in self._at:  # shards may come before their codec is begun
                        self._move(event, self._at[event.codec])
                case _:
                    pass
            yield event

    def _move(
        self,
        event: CodecStarted | FamilyStarted | CaseFinished | ShardFinished,
        before: CodecProgress,
    ) -> None:
        self._at[event.codec] = before.after(event)
        self.show(event.codec, self._at[event.codec])

    def show(self, codec: str, moment: CodecProgress) -> None:
        """Show how far a codec is."""
        if codec not in self._tasks:
            self._tasks[codec] = self.bar.add_task("", total=None)
        words = escape(f"{codec} {moment.family}".rstrip())
        total = moment.total or None
        self.bar.update(self._tasks[codec], description=words, completed=moment.done, total=total)


def show(console: Console, summary: Summary) -> None:
    """Print the matrix, what failed first in each codec, and what was left out."""
    items = [summary.codecs[name] for name in sorted(summary.codecs)]
    available = [item for item in items if item.verdict is not CodecVerdict.UNAVAILABLE]
    if available:
        console.print(_matrix(available))
    executed = _executed(available)
    if executed:
        console.print(executed)
    for note in _notes(available):
        console.print(Text(note, style="bright_black"))
    for item in available:
        _show_problems(console, item)
    for needs, names in _absent(items).items():
        text = f"unavailable: {', '.join(names)}: {needs}"
        console.print(Text(text, style="bright_black"))
    if summary.workers.by_name:
        console.print(_workers(summary))
    if summary.codecs:
        console.print(Text(f"result {summary.result.digest}", style="bright_black"))
    if not summary.complete:
        console.print(Text("interrupted: this run has no end", style="bold yellow"))


def _absent(items: list[CodecSummary]) -> dict[str, list[str]]:
    """Group what is unavailable by reason: a whole adapter, or single codecs of it."""
    found: dict[str, list[str]] = {}
    whole = Counter(CodecId.parse(item.codec).adapter for item in items if item.needs)
    for adapter, count in whole.items():
        needs = next(item.why for item in items if item.codec.startswith(f"{adapter}/"))
        codecs = "1 codec" if count == 1 else f"{count} codecs"
        found.setdefault(needs, []).append(f"{adapter} ({codecs})")
    for item in items:
        if item.verdict is CodecVerdict.UNAVAILABLE and not item.needs:
            found.setdefault(item.why, []).append(item.codec)
    return found


def _matrix(items: list[CodecSummary]) -> Table:
    columns = list(dict.fromkeys(name for item in items for name in sorted(cells(item))))
    columns.sort(key=lambda name: (name.islower(), len(name), name))
    table = Table(title=None, header_style="bold", pad_edge=False)
    table.add_column("codec", no_wrap=True, overflow="fold")
    table.add_column("verdict")
    for name in columns:
        table.add_column(name, justify="center")
    for item in items:
        table.add_row(*_row(item, columns))
    return table


def _row(item: CodecSummary, columns: list[str]) -> list[Text]:
    found = cells(item)
    verdict = Text(item.verdict.value, style=CODEC_COLOURS[item.verdict])
    return [Text(item.codec), verdict, *(_cell(found.get(name, {})) for name in columns)]


def _cell(counts: dict[Verdict, int]) -> Text:
    verdict, words = cell(counts)
    return Text(words, style=COLOURS[verdict])


def _show_problems(console: Console, item: CodecSummary) -> None:
    if item.why:
        console.print(Text(f"\n{item.codec}: {item.verdict}: {item.why}", style="magenta"))
    if item.output:
        console.print(Text(item.output, style="bright_black"))
    for unmet in item.unmet:
        text = f"{item.codec}: {unmet.kind}: {unmet.text} ({unmet.place})"
        console.print(Text(text, style="yellow"), soft_wrap=True)
    for known in item.known:
        console.print(Text(f"{item.codec}: known: {listed(known)}", style="bright_black"))
    failures = item.unknown
    if not failures:
        return
    console.print(Text(f"\n{item.codec}: {len(failures)} cases", style="bold"))
    for found in item.diagnoses:
        console.print(_diagnosis(item, found), soft_wrap=True)
    for case in _one_of_each_topic(failures)[:_SHOWN_FAILURES]:
        console.print(failure(item, case), soft_wrap=True)
    if len(failures) > _SHOWN_FAILURES:
        console.print(
            Text(f"  … {len(failures) - _SHOWN_FAILURES} more, in the report", style="dim")
        )


def _one_of_each_topic(failures: list[CaseFinished]) -> list[CaseFinished]:
    """Put the first failure of each file and offer before the others: one cause, one line."""
    first: dict[tuple[str, str], CaseFinished] = {}
    for case in failures:
        first.setdefault((case.case.rpartition("/")[0], case.op), case)
    chosen = set(map(id, first.values()))
    return [*first.values(), *(case for case in failures if id(case) not in chosen)]


def failure(item: CodecSummary, case: CaseFinished) -> Text:
    """Show a case: what was asked, what came, which clause says otherwise, how to repeat it."""
    text = Text("  ")
    text.append(case.verdict.value, style=COLOURS[case.verdict])
    text.append(f" {case.case}", style="bold")
    text.append(f"  {case.op}, {case.way}\n")
    text.append(f"    input    {_short(case.input)}\n    expected {_short(case.expected)}\n")
    text.append(f"    actual   {_short(case.actual)}\n")
    text.append(f"    clauses  {', '.join(case.clauses)}\n")
    text.append(f"    repeat   {item.reproduce(case)}", style="cyan")
    return text


def _diagnosis(item: CodecSummary, found: Diagnosed) -> Text:
    text = Text("  behaves like: ", style="bold")
    text.append(found.about, style="bold")
    seen = ", ".join((found.flag, *found.cwe, *found.cve[:1]))
    many = f"{found.explains:,} of {found.failures:,}"
    text.append(f"\n    {seen}; explains {many} failures compared")
    text.append(f"\n    smallest {_short(found.input)}  ({found.op})\n")
    text.append(f"    repeat   {item.again(found)}", style="cyan")
    return text


def _executed(items: list[CodecSummary]) -> Table | None:
    """Show what was generated and asked beyond the written cases; families are added up."""
    if not any(item.executed for item in items):
        return None
    table = Table("codec", "family", "offers", "questions", title=None, header_style="bold")
    for item in items:
        name = item.codec
        for family, found in groupby(item.executed, key=lambda one: one.family):
            done = list(found)
            asked = sum(one.asked for one in done)
            table.add_row(name, family.removeprefix("families/"), str(len(done)), f"{asked:,}")
            name = ""
    return table


def _workers(summary: Summary) -> Table:
    """Show which worker of a cluster did what."""
    table = Table(*workers.COLUMNS, title=None, header_style="bold")
    for row in summary.workers.rows():
        table.add_row(*map(Text, row))
    return table


def _notes(items: list[CodecSummary]) -> Iterator[str]:
    for item in items:
        for family in item.executed:
            if family.note:
                yield f"{item.codec}, {family.op}: {family.note}"


def _short(text: str, most: int = 160) -> str:
    return text if len(text) <= most else f"{text[:most]}… ({len(text)} characters)"
