"""A run of `certify` and `gate`: what is asked, carried out into the run's folder."""

from __future__ import annotations

import platform
import shlex
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, fields
from datetime import datetime
from functools import wraps
from itertools import chain
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from utfproof import __version__, digests
from utfproof.adapters import registry
from utfproof.adapters.registry import SelectedAdapter
from utfproof.cli.shared import options
from utfproof.engine import run_shard
from utfproof.engine.journal import merge, resumption
from utfproof.engine.journal.events import (
    CodecFinished,
    Event,
    FamilyFinished,
    RunFinished,
    RunStarted,
    ShardFinished,
)
from utfproof.engine.journal.journal import Journal
from utfproof.engine.journal.resumption import InterruptedRun
from utfproof.engine.questions.plan import Narrowing
from utfproof.engine.run import runner
from utfproof.engine.run.adapter_runner import RunScope
from utfproof.engine.run.progress import ShowProgress
from utfproof.engine.run_shard import RunShard
from utfproof.expectations.expectation_files import Book
from utfproof.model.level import LEVELS
from utfproof.proof import levels
from utfproof.proof.proved_suite import load_consistent
from utfproof.report import source_places
from utfproof.report.run import console, files
from utfproof.report.run.console import Follower
from utfproof.report.run.summary import Summary, summarise
from utfproof.vectors.suite import Suite

_FLUSH_EVERY = 256
_EVIDENCE = (ShardFinished, FamilyFinished, CodecFinished)
"""What took long to get goes to the disk at once."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a run asks, of whom, and where its evidence goes: the options of `options`."""

    target: tuple[str, ...]
    codecs: tuple[str, ...]
    encodings: tuple[str, ...]
    ops: tuple[str, ...]
    case: str
    level: str
    extra_states: int
    out: Path | None
    expect: Path | None
    jobs: int
    shard: RunShard | None
    cluster: str | None

    @property
    def whole(self) -> bool:
        """Tell whether all that the codecs offer is asked, so that known failures can be held."""
        return not (self.encodings or self.ops) and self.case == "*"

    @property
    def deciding(self) -> dict[str, object]:
        """Return what a run has in common with its parts, beside the level."""
        return {
            "encoding": list(self.encodings),
            "op": list(self.ops),
            "case": self.case,
            "extra-states": self.extra_states,
            **({merge.EXPECT: True} if self.expect else {}),
            **({run_shard.ASKED: str(self.shard)} if self.shard else {}),
        }


@dataclass(frozen=True, slots=True)
class Finished:
    """A run that came to its end: what it adds up to, its files, and the known failures."""

    summary: Summary
    folder: Path
    suite: Suite
    chosen: tuple[SelectedAdapter, ...]
    book: Book


def run_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a run, handed over as one `asked`."""

    @wraps(command)
    def called(**given: Any) -> Any:  # noqa: ANN401  (click's parameters)
        asked = Asked(**{item.name: given.pop(item.name) for item in fields(Asked)})
        return command(asked=asked, **given)

    for add in reversed(_OPTIONS):
        called = add(called)
    return called


_OPTIONS: tuple[Callable[[Callable[..., Any]], Callable[..., Any]], ...] = (
    options.targets,
    options.narrowing,
    click.option("--case", default="*", metavar="PATTERN", help="Only cases whose id fits."),
    click.option(
        "--level",
        type=click.Choice(LEVELS),
        default=LEVELS[0],
        show_default=True,
        help="How much is asked: the written cases, all families too, every string up to 4 octets.",
    ),
    click.option(
        "--extra-states",
        type=click.IntRange(0, 1),
        default=0,
        show_default=True,
        help="How many states more than the encoding needs a faulty machine may have (complete).",
    ),
    click.option(
        "--out",
        type=click.Path(path_type=Path, file_okay=False),
        help="The run's folder [default: reports/runs/<time>]; an interrupted run there goes on.",
    ),
    click.option(
        "--expect",
        type=click.Path(path_type=Path, dir_okay=False),
        help="The file of known failures [default: expectations.yaml beside each adapter].",
    ),
    options.jobs,
    options.shard,
    options.cluster,
)


def carry_out(asked: Asked, *, quiet: bool, identifies: bool = True) -> Finished:
    """Ask the codecs, write the journal as answers come, and the reports at the end.

    Without `identifies` the run does not find out which policies the codecs have.

    Raises:
        UsageError: a target that names nothing.
        ManifestError: an adapter.yaml that cannot be used.
        ExpectationsError: a list of known failures that cannot be used.
        InconsistentSuite: the vectors contradict the reference.
        JournalError: the folder holds another run, or cannot be written.
        ClusterError: there is no such cluster, or it is not fit.
    """
    suite = load_consistent()
    chosen = registry.select(asked.target, asked.codecs)
    chosen = asked.shard.part(chosen) if asked.shard else chosen
    now = datetime.now().astimezone()
    folder = asked.out or usual_folder(now)
    book = Book(chosen, asked.expect, asked.level, whole=asked.whole, today=now.date())
    header = _header(suite, asked, chosen, book)
    before = resumption.earlier(folder, header, chosen)
    scope = RunScope(
        Narrowing(asked.encodings, asked.ops, asked.case),
        levels.inquiries(asked.level, asked.extra_states, identifies=identifies, remembers=True),
        asked.jobs,
        before.shards,
    )
    left = before.left(chosen)
    screen = Console(stderr=True, quiet=quiet)
    with console.progress(screen, sum(len(item.codecs) for item in left)) as bar:
        follower = Follower(bar)
        with _asking(suite, left, scope, asked.cluster, follower.show) as happening:
            events = book.watch(chain([header], happening), before.events)
            summary = _followed(follower.follow(events), before, folder, screen)
    files.write(summary, suite, folder)
    return Finished(summary, folder, suite, tuple(chosen), book)


def usual_folder(now: datetime) -> Path:
    """Return the folder of a run for which no other is wanted."""
    return Path("reports") / "runs" / now.strftime("%Y%m%d-%H%M%S")


def _asking(
    suite: Suite,
    left: list[SelectedAdapter],
    scope: RunScope,
    cluster: str | None,
    show: ShowProgress,
) -> AbstractContextManager[Iterator[Event]]:
    """Ask on this machine, or on the workers of a cluster, which is there before a run begins."""
    if cluster is None:
        return nullcontext(runner.run(suite, left, scope))
    from utfproof.cluster import runner as many  # noqa: PLC0415  (Dask is needed here only)

    return many.handed_out(left, scope, cluster, show)


def _header(
    suite: Suite, asked: Asked, chosen: Iterable[SelectedAdapter], book: Book
) -> RunStarted:
    return RunStarted(
        utfproof=__version__,
        vectors={"version": suite.version, "digest": suite.digest, "cases": len(suite.cases)},
        level=asked.level,
        started=datetime.now().astimezone().isoformat(timespec="seconds"),
        environment={
            "system": platform.platform(),
            "machine": platform.machine(),
            "python": platform.python_version(),
        },
        command=shlex.join(["utfproof", *sys.argv[1:]]),
        asks=asked.deciding,
        root=str(source_places.repository(Path.cwd())),
        places=source_places.of_codecs(chosen),
        harness=digests.harness(),
        files=digests.vectors(),
        expectations=book.digests(),
    )


def _followed(
    events: Iterable[Event], before: InterruptedRun, folder: Path, screen: Console
) -> Summary:
    """Write every event into the journal as it comes, and add up."""
    summary = summarise(before.events)
    if before.events:
        screen.print(f"going on with the run in {folder}", highlight=False)
    started = time.monotonic()
    with Journal(folder, before.size) as journal:
        for number, event in enumerate(events):
            journal.write(event)
            summary.add(event)
            if number % _FLUSH_EVERY == 0 or isinstance(event, _EVIDENCE):
                journal.flush()
        footer = _footer(summary, time.monotonic() - started)
        journal.write(footer)
        summary.add(footer)
    return summary


def _footer(summary: Summary, seconds: float) -> RunFinished:
    verdicts = {name: item.verdict.value for name, item in sorted(summary.codecs.items())}
    result = summary.result.digest
    return RunFinished(round(seconds, 3), verdicts, summary.exit_code, result)
