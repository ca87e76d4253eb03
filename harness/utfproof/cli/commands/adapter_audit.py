"""`utfproof adapter audit`: does an adapter let the faults of its library through?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from utfproof.adapters import needs, registry
from utfproof.cli.shared import options
from utfproof.cli.shared.activity import activity
from utfproof.errors import UtfproofError
from utfproof.report.text import counted, visible
from utfproof.twins.audit import Passage, TwinFinding, audit, counts
from utfproof.twins.twin_fault import TwinFault

_HIDDEN, _BROKEN, _NOTHING_RAN = 1, 3, 5
_WIDTH = 16


@click.command("audit")
@click.argument("adapters", metavar="[ADAPTER...]", nargs=-1)
@options.confinement
@options.as_json
@click.pass_context
def command(context: click.Context, adapters: tuple[str, ...], form: str) -> None:
    """Put faulty twins in the place of each library, and see whether the answers show the faults.

    A twin reads one unit past the end, states a place that is one off, drops a value, moves a
    chunk's last octet into the next chunk, or cuts its output. An adapter that hides one would
    hide it in a real library too. No ADAPTER means all. Exit status: 0 every planted fault came
    through, 1 one was hidden, 3 an adapter cannot be asked, 5 nothing runs on this machine.
    """
    findings: list[TwinFinding] = []
    absent: dict[str, str] = {}
    broken: dict[str, str] = {}
    chosen = registry.select(adapters)
    with activity(quiet=form == "json") as doing:
        for item in chosen:
            doing.say(f"auditing {item.manifest.name}")
            if lacking := needs.missing(item.manifest):
                absent[item.manifest.name] = f"needs {', '.join(lacking)}"
                continue
            try:
                findings += audit(item)
            except UtfproofError as error:
                broken[item.manifest.name] = str(error)
    if form == "json":
        cells = [one.to_json() for one in findings]
        options.print_json({"findings": cells, "absent": absent, "broken": broken})
    else:
        for line in [*_table(findings), *_stopped(absent, broken), *_below(findings)]:
            click.echo(visible(line))
    context.exit(_status(findings, broken))


def _status(findings: Sequence[TwinFinding], broken: dict[str, str]) -> int:
    # What a broken adapter said of the others proves nothing about itself: it outweighs hidden
    # faults.
    if broken:
        return _BROKEN
    if not findings:
        return _NOTHING_RAN
    return _HIDDEN if any(one.passage is Passage.HIDDEN for one in findings) else 0


def _table(findings: list[TwinFinding]) -> Iterator[str]:
    """Yield a line for each adapter: of each fault, let through / planted."""
    found = counts(findings)
    adapters = list(dict.fromkeys(name for name, _ in found))
    width = max(map(len, ["adapter", *adapters]))
    yield "  ".join(
        [f"{'adapter':{width}}", *(f"{fault:{_WIDTH}}" for fault in TwinFault)]
    ).rstrip()
    for name in adapters:
        cells = []
        for fault in TwinFault:
            own = found.get((name, fault), {})
            through, hidden = own.get(Passage.LET_THROUGH, 0), own.get(Passage.HIDDEN, 0)
            without = own.get(Passage.NO_TWIN, 0)
            cell = f"{through} of {through + hidden}" if through + hidden else "-"
            cells.append(f"{cell}, {without} none" if without else cell)
        yield "  ".join([f"{name:{width}}", *(f"{cell:{_WIDTH}}" for cell in cells)]).rstrip()


def _stopped(absent: dict[str, str], broken: dict[str, str]) -> Iterator[str]:
    for name, why in absent.items():
        yield f"{name}: not asked: {why}"
    for name, why in broken.items():
        yield f"{name}: BROKEN: {why}"


def _below(findings: Sequence[TwinFinding]) -> Iterator[str]:
    """Yield the reasons of faults without a twin, the hidden faults, and the totals."""
    reasons: dict[tuple[str, str], int] = {}
    for one in findings:
        if one.passage is Passage.NOT_POSSIBLE:
            key = (f"{one.codec} {one.fault}", one.reason)
            reasons[key] = reasons.get(key, 0) + 1
    for (place, reason), number in reasons.items():
        yield f"not possible  {place} ({counted(number, 'offer')}): {reason}"
    for one in findings:
        if one.passage is Passage.HIDDEN:
            yield f"HIDDEN        {one.codec} {one.fault}  {one.offer}"
            yield f"              asked {one.line}: {one.honest}; with the twin: {one.faulty}"
    totals = {kind: sum(one.passage is kind for one in findings) for kind in Passage}
    planted = totals[Passage.LET_THROUGH] + totals[Passage.HIDDEN]
    yield (
        f"{counted(planted, 'fault')} planted: {totals[Passage.LET_THROUGH]} let through, "
        f"{totals[Passage.HIDDEN]} hidden; {totals[Passage.NOT_POSSIBLE]} not possible, "
        f"{totals[Passage.NO_TWIN]} without a twin"
    )
