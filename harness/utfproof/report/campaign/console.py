"""The findings of a campaign on the console: a table of all, or one in full."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from utfproof.errors import UtfproofError
from utfproof.fuzz.triage import reproducer
from utfproof.fuzz.triage.findings import Finding, FindingState
from utfproof.report import octets
from utfproof.report.campaign import words, workers
from utfproof.report.campaign.campaign import StoredCampaign
from utfproof.report.octets import (
    AROUND,
    ASCII,
    BORDER,
    CHARACTER,
    ILL_FORMED,
    SIGNATURE,
    AnnotatedInput,
)
from utfproof.report.text import one_line, shortened

COLOURS = {
    FindingState.NEW: "bold red",
    FindingState.KNOWN: "yellow",
    FindingState.FIXED: "green",
    FindingState.FLAKY: "magenta",
}
_LOOKS = {
    ILL_FORMED: "bold red",
    SIGNATURE: "cyan",
    ASCII: "",
    CHARACTER: "green",
    AROUND: "bright_black",
    BORDER: "bright_black",
}
_SHOWN = 46
_ROW = 16
_WRONG, _RIGHT, _FAINT = "red", "green", "bright_black"

Numbered = tuple[int, Finding]


def show(console: Console, campaign: StoredCampaign) -> None:
    """Print the table of a campaign, who played it on a cluster, and its headline below."""
    numbered = list(enumerate(campaign.findings, 1))
    if numbered:
        console.print(table(numbered))
    if played := list(workers.rows(campaign.statistics)):
        console.print(_workers(played))
    for text in workers.warnings(campaign.statistics):
        console.print(Text(text, style=_WRONG))
    style = _WRONG if campaign.states[FindingState.NEW] else _RIGHT
    console.print(Text(campaign.headline, style=style))


def table(numbered: Iterable[Numbered]) -> Table:
    """List findings, each with its number, by which it can be named."""
    shown = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False, padding=(0, 1, 1, 0))
    shown.add_column("#", justify="right")
    shown.add_column("state")
    shown.add_column("codec", overflow="fold")
    shown.add_column("fault", overflow="fold")
    shown.add_column("input, expected → actual", overflow="fold", ratio=1)
    for number, finding in numbered:
        shown.add_row(
            str(number), state(finding), _codec(finding), _fault(finding), _values_line(finding)
        )
    return shown


def _workers(rows: Iterable[Sequence[str]]) -> Table:
    """Show the share of each worker of a cluster."""
    shown = Table(*workers.COLUMNS, box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    for row in rows:
        shown.add_row(*map(Text, row))
    for column in shown.columns[1:]:
        column.justify = "right"
    return shown


def state(finding: Finding) -> Text:
    """Return the state in its colour."""
    return Text(finding.state.value, style=COLOURS[finding.state])


def _codec(finding: Finding) -> Text:
    text = Text(one_line(finding.codec), style="bold")
    return text.append(f"\n{one_line(finding.operation)}", style=_FAINT)


def _fault(finding: Finding) -> Text:
    text = Text(shortened(fault(finding), 60))
    if finding.position_dependence:
        text.append(f"\n{shortened(finding.position_dependence, 60)}", style=_FAINT)
    return text


def fault(finding: Finding) -> str:
    """Return the behaviour of the codec and the class of input: `accepts: overlong`."""
    return f"{finding.did}: {finding.kind}"


def _values_line(finding: Finding) -> Text:
    text = Text(shortened(words.digits(finding), _SHOWN), style="cyan")
    text.append(f"\n{shortened(finding.expected, _SHOWN)}", style=_RIGHT)
    text.append("\n→ ", style=_FAINT)
    return text.append(shortened(finding.actual, _SHOWN), style=_WRONG)


def show_one(console: Console, number: int, finding: Finding, campaign: StoredCampaign) -> None:
    """Print all that is known of one finding."""
    title = Text(f"{number}  ").append_text(state(finding))
    console.print(title.append(f"  {one_line(finding.signature)}", style="bold"))
    facts = Table.grid(padding=(0, 2))
    for name, value in _facts(finding):
        facts.add_row(Text(name, style=_FAINT), value)
    console.print(facts)
    own = octets.read(finding.operation, finding.input)
    if own.pieces:
        console.print(Text("\ninput", style="bold"))
        console.print(_view(own))
        console.print(_roles(own))
    console.print(Text("answers to the same line", style="bold"))
    console.print(_answers(finding))
    console.print(Text("repeat", style="bold"))
    for command in commands(finding, campaign):
        console.print(Text(f"    {command}", style="cyan"), soft_wrap=True)


def _facts(finding: Finding) -> Iterator[tuple[str, Text]]:
    named = {
        "codec": f"{finding.codec} {finding.version}".rstrip(),
        "operation": finding.operation + ("" if finding.way == "whole" else f", {finding.way}"),
        "also shown by": ", ".join(one for one in finding.operations if one != finding.operation),
        "fault": fault(finding),
        "where": finding.position_dependence,
        "clauses": ", ".join(finding.clauses),
        "why known": finding.reason,
        "see": ", ".join(finding.reference),
        "found": f"after {finding.seconds:.1f} s by the engine {finding.engine}",
        "first seen in": shortened(finding.first, 160),
        "line": shortened(finding.line, 320),
    }
    yield from ((name, Text(one_line(text))) for name, text in named.items() if text)
    yield "expected", Text(one_line(finding.expected), style=_RIGHT)
    yield "actual", Text(one_line(finding.actual), style=_WRONG)


def _view(own: AnnotatedInput) -> Text:
    """Show the digits in rows of sixteen, coloured by role."""
    text = Text()
    for index, piece in enumerate(own.pieces):
        if index % _ROW == 0:
            text.append(f"{'' if not index else chr(10)}    {piece.offset:>5}  ", style=_FAINT)
        text.append(piece.digits, style=_LOOKS[piece.look]).append(" ")
    if own.left:
        text.append(f"… and {own.left:,} more", style=_FAINT)
    return text.append("\n")


def _roles(own: AnnotatedInput) -> Table:
    shown = Table("offset", "octets", "role", "clause", box=box.SIMPLE_HEAD, header_style="bold")
    for piece in own.pieces:
        if piece.look != ASCII:
            digits = Text(piece.digits, style=_LOOKS[piece.look])
            shown.add_row(str(piece.offset), digits, Text(piece.role), piece.clause)
    return shown


def _answers(finding: Finding) -> Table:
    """Show the answers of all codecs; those that answer alike share a row."""
    shown = Table("answer", "codecs", box=box.SIMPLE_HEAD, header_style="bold", show_lines=False)
    shown.add_row(Text(shortened(finding.expected, 160), style=_RIGHT), Text("the reference"))
    for answer, names, right in side_by_side(finding):
        text = Text(shortened(answer, 160), style=_RIGHT if right else _WRONG)
        shown.add_row(text, Text(one_line(", ".join(names))))
    return shown


def side_by_side(finding: Finding) -> list[tuple[str, list[str], bool]]:
    """Group codecs by their answers; True, and last, are those that answer as expected."""
    groups: dict[str, list[str]] = {finding.actual: [finding.codec]}
    for codec, answer in finding.answers.items():
        if codec != finding.codec:
            groups.setdefault(answer, []).append(codec)
    found = [(answer, names, _right(finding, answer)) for answer, names in groups.items()]
    return sorted(found, key=lambda group: group[2])


def _right(finding: Finding, answer: str) -> bool:
    try:
        return reproducer.accepts(finding, answer)
    except UtfproofError:
        return False


def commands(finding: Finding, campaign: StoredCampaign) -> list[str]:
    """Return the commands that repeat a finding."""
    try:
        found = [
            reproducer.repro_command(finding, campaign.folder),
            reproducer.explain_command(finding),
            reproducer.shell_block(finding),
        ]
    except UtfproofError:
        return []
    return [one_line(command) for command in found if command]
