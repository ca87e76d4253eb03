"""`utfproof fuzz`: a campaign, inputs that nobody wrote down against codecs."""

from __future__ import annotations

import shlex
import sys
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

import click
from rich.console import Console

from utfproof.adapters import registry
from utfproof.cli import options
from utfproof.cli.certify import load_consistent
from utfproof.cli.duration import Duration
from utfproof.engine.plan import Narrowing
from utfproof.fuzz.campaign import Campaign
from utfproof.fuzz.findings import Finding, State
from utfproof.fuzz.supervisor import Moment, Supervisor


@click.command("fuzz")
@options.targets
@options.narrowing
@click.option("--time", "seconds", type=Duration(), help="Stop after this time: 60s, 15m, 8h.")
@click.option("--execs", type=click.IntRange(1), help="Stop after so many inputs.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Of the dice.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="The campaign's folder [default: reports/runs/<time>-fuzz]; one that is there goes on.",
)
@click.option(
    "--last",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="The campaign before, whose findings are not new any more.",
)
@options.jobs
@options.as_json
def command(
    target: tuple[str, ...],
    codecs: tuple[str, ...],
    encodings: tuple[str, ...],
    ops: tuple[str, ...],
    seconds: float | None,
    execs: int | None,
    seed: int,
    out: Path | None,
    last: Path | None,
    jobs: int,
    form: str,
) -> None:
    """Run a campaign: mutated inputs against codecs, guided by how their answers differ.

    Each fault is found once, made as short as it can be, repeated in a fresh process, and
    stored in findings.jsonl. Without --time and --execs it runs until it is stopped (Ctrl-C).
    Exit status: 0 nothing new, 1 new findings.
    """
    load_consistent()
    chosen = registry.choose(target, codecs)
    folder = out or Path("reports/runs") / f"{datetime.now().astimezone():%Y%m%d-%H%M%S}-fuzz"
    campaign = Campaign(
        folder=folder,
        chosen=tuple(chosen),
        narrowing=Narrowing(encodings, ops),
        seed=seed,
        seconds=seconds,
        execs=execs,
        jobs=jobs,
        command=shlex.join(["utfproof", *sys.argv[1:]]),
        last=last,
    )
    moment = _run(campaign, quiet=form == "json")
    found = list(moment.findings)
    if form == "json":
        options.print_json({"findings": [brief(finding) for finding in found]})
    sys.exit(_status(moment))


def _run(campaign: Campaign, *, quiet: bool) -> Moment:
    """Play the campaign to its end; Ctrl-C and SIGTERM end it as well, and nothing is lost."""
    console = Console(stderr=quiet)
    supervisor = Supervisor(campaign)
    with suppress(KeyboardInterrupt), closing(supervisor.run()) as moments:
        for moment in moments:
            if not quiet:
                _show(console, moment)
    if supervisor.last is None:
        raise KeyboardInterrupt
    return supervisor.last


def _show(console: Console, moment: Moment) -> None:
    stats = moment.statistics
    console.print(
        f"{stats.seconds:7.1f} s  {stats.inputs} inputs  {stats.questions} questions  "
        f"{stats.tuples} tuples  {stats.corpus} kept  {stats.findings} findings  {stats.new} new"
    )


def brief(finding: Finding) -> dict[str, object]:
    """Give what a list of findings says of one (architecture: findings list)."""
    return {
        "codec": finding.codec,
        "operation": finding.operation,
        "class": finding.kind,
        "signature": finding.signature,
        "input": finding.input,
        "expected": finding.expected,
        "actual": finding.actual,
        "position_dependence": finding.position_dependence,
        "state": finding.state.value,
    }


def _status(moment: Moment) -> int:
    if moment.complaints:
        return 3
    if any(finding.state is State.NEW for finding in moment.findings):
        return 1
    return 0 if moment.statistics.questions else 5
