"""`utfproof power`: how many faults the suite finds, or a list of strings from elsewhere."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from utfproof.certificate import suite_strength
from utfproof.cli.shared import options
from utfproof.cli.shared.activity import activity
from utfproof.cli.shared.screen import result_screen, show_table
from utfproof.errors import UsageError
from utfproof.proof.power import foreign, json_form, machines, report
from utfproof.proof.power.report import PowerReport, PowerResult, PowerTask
from utfproof.proof.power.score import MutationScore
from utfproof.proof.proved_suite import load_consistent
from utfproof.vectors.suite import Suite

_SHOWN = 20
_SETS = {
    "alone": "each with one named fault",
    "pairs": "each with two",
    "moved": "each with one that was moved to an offset, a count or a split",
}


@click.command("power")
@click.option(
    "--level",
    type=click.Choice(report.LEVELS),
    default="complete",
    show_default=True,
    help="How much of the suite is measured.",
)
@click.option(
    "--set",
    "foreign_set",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Measure this list instead: one string a line, in hex digits.",
)
@click.option(
    "--encoding",
    type=click.Choice([scheme.value for scheme in machines.MACHINES]),
    default="UTF-8",
    show_default=True,
    help="The encoding of the strings of --set.",
)
@click.option(
    "--fault", default="", metavar="TEXT", help="Only named faults with this in their id."
)
@click.option(
    "--jobs",
    type=click.IntRange(1),
    default=os.cpu_count() or 1,
    show_default="processors",
    help="How many processes work side by side.",
)
@click.option(
    "--record", is_flag=True, help="Write the score beside the vectors, for certificates to state."
)
@click.option(
    "--recorded",
    is_flag=True,
    help="Check the recorded score: measure one in six, drawn anew, where neither vectors nor "
    "harness have changed since; else all.",
)
@click.option("--seed", type=click.IntRange(0), help="Draw with --recorded what this seed drew.")
@click.option(
    "--full",
    is_flag=True,
    help="Diagnose every named fault, 500 pairs and 500 moved faults, and run every fault of "
    "vector code; else a part of each.",
)
@options.as_json
@click.pass_context
def command(
    context: click.Context,
    level: str,
    foreign_set: Path | None,
    encoding: str,
    fault: str,
    jobs: int,
    form: str,
    seed: int | None,
    *,
    record: bool,
    recorded: bool,
    full: bool,
) -> None:
    """Measure which faults the suite finds: faulty machines, vector code, and named faults.

    A codec that has the fault gets a verdict other than pass from the parts that find it. The
    exit status is 1 where a fault survives, also one that the list of --set misses, where a
    named fault is charged to other requirements than it breaks, and where a diagnosis is false.
    """
    # A part of the measurement would stand in certificates as the whole.
    if (record or recorded) and (foreign_set or fault or level != "complete"):
        name, hint = "record" if record else "recorded", "leave out --set, --fault and --level"
        raise UsageError(f"--{name} needs the whole measurement", hint=hint)
    if seed is not None and not recorded:
        raise UsageError("--seed draws for --recorded alone", hint="give --recorded too")
    if recorded and record:
        raise UsageError(
            "--record writes the score that --recorded checks", hint="give one of them"
        )
    quiet = form == "json"
    with activity(quiet=quiet) as doing:
        doing.say("reading the vectors")
        suite = load_consistent()
    if foreign_set:
        found = foreign.measured(foreign.strings(foreign_set), encoding)
        _show_foreign(found, form)
        context.exit(1 if found.survivors else 0)
    work = every = report.tasks(report.families_of(level), fault, full=full)
    if recorded:
        work = _to_check(every, suite, secrets.randbelow(1 << 32) if seed is None else seed)
    measured = report.power(level, _followed(work, jobs, quiet=quiet))
    if form == "json":
        options.print_json(json_form.as_json(measured))
    else:
        _show(result_screen(), measured, whole=work is every)
    if record:
        path = suite_strength.write(measured, suite, datetime.now().astimezone().date())
        click.echo(f"{path}: written", err=True)
    context.exit(0 if measured.holds else 1)


def _to_check(work: list[PowerTask], suite: Suite, seed: int) -> list[PowerTask]:
    """Return the work that checks the recorded score, and say how much it is."""
    if not suite_strength.is_current(suite):
        click.echo("no score of this state is recorded: all is measured", err=True)
        return work
    drawn = report.drawn(work, seed)
    said = f"nothing has changed since the score was recorded: of {len(work)} parts {len(drawn)}"
    click.echo(f"{said} are measured (--seed {seed})", err=True)
    return drawn


def _followed(work: Sequence[PowerTask], jobs: int, *, quiet: bool) -> Iterator[PowerResult]:
    with activity(quiet=quiet) as doing:
        doing.count("measuring", "parts", len(work))
        for result in report.results(work, jobs):
            doing.advance()
            yield result


def _show(console: Console, found: PowerReport, *, whole: bool) -> None:
    table = Table("part of the suite", "named faults", "faulty machines", header_style="bold")
    families = report.families_of(found.level)
    for part in report.parts(families):
        of_machines = _percent(found.machines_by(part)) if part in machines.PARTS else "·"
        table.add_row(part, _percent(found.named_by(part)), of_machines)
    table.add_section()
    if found.level != "vectors":
        table.add_row("level vectors", _percent(found.at_vectors), "")
    together = (_percent(found.of_named), _percent(found.of_machines))
    table.add_row(f"level {found.level}", *together, style="bold")
    show_table(console, table)
    if found.vector_code:
        _show_vector_code(console, found)
    console.print(
        "The machines are found by construction: the same automaton made them and the tests. "
        "Compare suites by the named faults.",
        style="bright_black",
    )
    # Of faults that were drawn, others may be found by the same case.
    if whole:
        _show_alone(console, found.alone)
    scores = {
        "named faults": found.attribution,
        "faulty machines whose transition decides": found.attribution_of_machines,
    }
    for of, score in scores.items():
        if score.faults:
            console.print(
                f"attribution over {score.faults:,} {of}: precision {score.precision:.1f} %, "
                f"recall {score.recall:.1f} % ({score.right:,} of {score.charged:,} rules "
                f"charged, {score.right:,} of {score.declared:,} broken)",
                highlight=False,
            )
    for said in found.diagnosis:
        silent = said.codecs - said.true - said.false
        console.print(
            f"diagnosis of {said.codecs} codecs, {_SETS[said.part]}: "
            f"{said.true} true, {said.false} false, {silent} silent",
            highlight=False,
        )
    _list(console, "survives", found.survivors)
    _list(console, "charged otherwise", found.misattributed)
    _list(console, "said falsely", found.misdiagnosed)


def _show_alone(console: Console, alone: Mapping[str, Sequence[str]]) -> None:
    console.print(
        f"{len(alone)} cases are alone in finding a fault at level vectors", highlight=False
    )
    for case, faults in list(alone.items())[:_SHOWN]:
        console.print(Text(f"  {case}: {', '.join(faults)}", style="bright_black"))
    if len(alone) > _SHOWN:
        console.print(f"  … and {len(alone) - _SHOWN} more: --format json", style="bright_black")


def _show_vector_code(console: Console, found: PowerReport) -> None:
    table = Table("faults of vector code", "found", "entries without effect", header_style="bold")
    for score in found.vector_code:
        count = _percent(MutationScore(score.killed, score.total))
        table.add_row(score.kind, count, f"{sum(one.count for one in score.equivalent):,}")
    table.add_section()
    table.add_row("together", _percent(found.of_vector_code), "", style="bold")
    show_table(console, table)


def _list(console: Console, what: str, lines: Sequence[str]) -> None:
    for line in lines[:_SHOWN]:
        console.print(Text(f"{what}: {line}", style="red"))
    if len(lines) > _SHOWN:
        console.print(f"… and {len(lines) - _SHOWN} more: --format json", style="red")


def _show_foreign(found: foreign.StringSetScore, form: str) -> None:
    if form == "json":
        options.print_json(foreign.as_json(found))
        return
    console = result_screen()
    table = Table("measured by", "found", header_style="bold")
    table.add_row("faulty machines, by verdict", _percent(found.machines))
    table.add_row("named faults, by verdict", _percent(found.by_verdict))
    table.add_row("named faults, by full answers", _percent(found.by_answer))
    console.print(f"{found.strings} strings of {found.encoding}", highlight=False)
    show_table(console, table)
    for survivor in found.survivors[:_SHOWN]:
        console.print(Text(f"survives: {survivor}", style="yellow"))
    if len(found.survivors) > _SHOWN:
        console.print(f"… and {len(found.survivors) - _SHOWN} more: --format json")


def _percent(count: MutationScore) -> str:
    if not count.total:
        return "·"
    return f"{count.killed:,} of {count.total:,} ({count.percent:.1f} %)"
