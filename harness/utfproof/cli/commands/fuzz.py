"""`utfproof fuzz`: a campaign, inputs that nobody wrote down against codecs."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Generator
from contextlib import closing, suppress
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Protocol

import click
from rich.console import Console
from rich.text import Text

from utfproof.adapters import registry
from utfproof.adapters.build import memory_checks
from utfproof.cli.commands.findings import brief
from utfproof.cli.shared import options
from utfproof.cli.shared.activity import activity
from utfproof.cli.shared.live_view import CampaignView
from utfproof.cli.shared.option_types import DurationOption
from utfproof.cli.shared.run_command import new_folder
from utfproof.cli.shared.screen import result_screen
from utfproof.engine.questions.plan import Narrowing
from utfproof.errors import UsageError
from utfproof.fuzz.campaign.campaign_totals import CampaignSnapshot
from utfproof.fuzz.campaign.supervisor import Supervisor
from utfproof.fuzz.libfuzzer import engines
from utfproof.fuzz.triage.findings import FindingState
from utfproof.fuzz.worker.campaign_settings import CampaignSettings
from utfproof.proof.proved_suite import load_consistent
from utfproof.report.campaign import campaign as divergence
from utfproof.report.campaign import console as divergences
from utfproof.report.campaign import files
from utfproof.vectors.suite import Suite


@click.command("fuzz")
@options.targets
@options.narrowing
@click.option(
    "--time",
    "seconds",
    type=DurationOption(),
    help="Stop after this time (60s, 15m, 8h), and look which findings are known.",
)
@click.option("--execs", type=click.IntRange(1), help="Stop after so many inputs.")
@click.option(
    "--engine",
    type=click.Choice(engines.ENGINES),
    default="batch",
    show_default=True,
    help="batch: by answers; atheris: by code too, of codecs in Python, C, C++ and Rust.",
)
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
@click.option(
    "--jobs",
    type=click.IntRange(1),
    show_default="processors",
    help="How many workers run side by side, each with its own adapters and core; with --cluster "
    "how many rounds are run between two merges [default there: threads of all workers].",
)
@options.cluster
@options.cross_check
@options.memory
@options.confinement
@options.as_json
def command(
    target: tuple[str, ...],
    codecs: tuple[str, ...],
    encodings: tuple[str, ...],
    ops: tuple[str, ...],
    seconds: float | None,
    execs: int | None,
    engine: str,
    seed: int,
    out: Path | None,
    last: Path | None,
    jobs: int | None,
    cluster: str | None,
    cross_check: int,
    form: str,
) -> None:
    """Run a campaign: mutated inputs against codecs, guided by how their answers differ.

    Each fault is found once, made as short as it can be, repeated in a fresh process, and
    stored in findings.jsonl. Without --time and --execs it runs until it is stopped (Ctrl-C).
    Exit status: 0 nothing new, 1 new findings.
    """
    quiet = form == "json"
    _check_watch(engine, cluster)
    with activity(quiet=quiet) as doing:
        doing.say("reading the vectors")
        suite = load_consistent()
        chosen = registry.select(target, codecs)
    folder = out or new_folder(datetime.now().astimezone(), "-fuzz")
    campaign = CampaignSettings(
        folder=folder,
        chosen=tuple(chosen),
        narrowing=Narrowing(encodings, ops),
        seed=seed,
        seconds=seconds,
        execs=execs,
        jobs=jobs or os.cpu_count() or 1,
        command=shlex.join(["utfproof", *sys.argv[1:]]),
        last=last,
        suite=suite,
        engine=engine,
    )
    engines.campaign_parts(campaign)  # refuses what cannot run before anything does
    snapshot = _run(_runner(campaign, cluster, jobs, cross_check), campaign, quiet=quiet)
    _write_reports(folder, suite, quiet=quiet)
    if quiet:
        options.print_json({"findings": [brief(finding) for finding in snapshot.findings]})
    else:
        _tell(result_screen(), snapshot, folder)
    sys.exit(_status(snapshot))


def _check_watch(engine: str, cluster: str | None) -> None:
    if engine != "batch":
        # Its builds count code, and its calls come from within.
        memory_checks.refuse("--engine", f"{engine} watches memory by pages alone")
    if cluster is not None:
        memory_checks.refuse("--cluster", "a cluster watches memory by pages alone")


class _CampaignRunner(Protocol):
    """Runs a campaign, here or on a cluster."""

    @property
    def last(self) -> CampaignSnapshot | None:
        """Return the last totals; None before the campaign began."""
        ...

    def run(self) -> Generator[CampaignSnapshot]:
        """Run it; yield its totals about once a second."""
        ...


def _runner(
    campaign: CampaignSettings, cluster: str | None, jobs: int | None, percent: int
) -> _CampaignRunner:
    if cluster is None:
        return Supervisor(campaign)
    if campaign.engine != "batch":
        hint = "leave --engine out: a cluster runs batch"
        raise UsageError(f"a cluster does not run {campaign.engine}", place="--engine", hint=hint)
    from utfproof.cluster.cluster_campaign import ClusterCampaign

    return ClusterCampaign(campaign, cluster, jobs, percent)


def _run(runner: _CampaignRunner, campaign: CampaignSettings, *, quiet: bool) -> CampaignSnapshot:
    """Run a campaign to its end; Ctrl-C and SIGTERM end it as well, and nothing is lost."""
    if names := engines.batch_only_adapters(campaign):
        click.echo(f"run by the engine batch, no Python: {', '.join(names)}", err=True)
    console = Console(stderr=quiet)
    # Ctrl-C ends a campaign that has no limit: it is the normal end, and no error.
    with suppress(KeyboardInterrupt), closing(runner.run()) as snapshots:
        with activity(quiet=quiet) as doing:
            doing.say("starting the workers")
            first = next(snapshots)
        with CampaignView(console, campaign.seconds) as live:
            for snapshot in chain([first], snapshots):
                live.update(snapshot.statistics, snapshot.findings)
    if runner.last is None:
        raise KeyboardInterrupt
    return runner.last


def _write_reports(folder: Path, suite: Suite, *, quiet: bool) -> None:
    with activity(quiet=quiet) as doing:
        doing.say("writing the reports")
        # From the journal and not from memory: the page must be the same when it is made again.
        files.write(divergence.read(folder), suite)


def _tell(console: Console, snapshot: CampaignSnapshot, folder: Path) -> None:
    """Show the findings, the codecs that could not run, and broken adapters and workers."""
    divergences.show(console, divergence.read(folder))
    for codec, why in snapshot.absent:
        console.print(Text(f"not run: {codec}: {why}", style="bright_black"))
    for problem in snapshot.complaints:
        console.print(Text(f"broken: {problem}", style="red"))
    console.print(Text(f"\n{folder / 'index.html'}"))


# A broken adapter may have invented its findings: its status comes first.
def _status(snapshot: CampaignSnapshot) -> int:
    if snapshot.complaints:
        return 3
    if any(finding.state is FindingState.NEW for finding in snapshot.findings):
        return 1
    return 0 if snapshot.statistics.questions else 5
