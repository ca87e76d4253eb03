"""A run of `certify` and `gate`, carried out into the run's folder."""

from __future__ import annotations

import platform
import secrets
import shlex
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from pathlib import Path

from utfproof import __version__, digests
from utfproof.adapters import needs, registry
from utfproof.adapters.build import memory_checks
from utfproof.adapters.registry import SelectedAdapter
from utfproof.cli.shared import building
from utfproof.cli.shared.activity import Activity
from utfproof.cli.shared.run_follower import RunFollower
from utfproof.cli.shared.run_request import RunRequest
from utfproof.confinement import choice
from utfproof.engine import run_shard
from utfproof.engine.journal import merge, resumption
from utfproof.engine.journal.events import (
    NONCE,
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
from utfproof.engine.run import earlier_times, runner
from utfproof.engine.run.adapter_runner import RunScope
from utfproof.engine.run.progress import ShowProgress
from utfproof.expectations.expectation_files import ExpectationFiles
from utfproof.proof import levels
from utfproof.proof.proved_suite import load_consistent, prove_anew
from utfproof.report import source_places
from utfproof.report.run import files
from utfproof.report.run.summary import Summary, summarise
from utfproof.vectors import loader
from utfproof.vectors.suite import Suite

_RUNS = Path("reports") / "runs"
_FLUSH_EVERY = 256
_EVIDENCE = (ShardFinished, FamilyFinished, CodecFinished)
"""What took long to get goes to the disk at once."""


@dataclass(frozen=True, slots=True)
class CompletedRun:
    """A run that came to its end: its summary, its files, and the known failures.

    `journal` is the digest of the lines that were written, whatever became of the file since.
    """

    summary: Summary
    folder: Path
    journal: str
    suite: Suite
    chosen: tuple[SelectedAdapter, ...]
    book: ExpectationFiles


def carry_out(
    request: RunRequest, doing: Activity, *, identifies: bool = True, signed: bool = False
) -> CompletedRun:
    """Ask the codecs, write the journal as answers come, and the reports at the end; tell of it.

    Without `identifies` the run does not find out which policies the codecs have. A run that will
    be `signed` proves the vectors anew, and takes no verdict from an earlier run.

    Raises:
        UsageError: a target that names nothing; a cluster and another --memory than pages.
        ManifestError: an adapter.yaml that cannot be used.
        ExpectationsError: a list of known failures that cannot be used.
        InconsistentSuite: the vectors contradict the reference.
        JournalError: the folder holds another run, or cannot be written.
        ClusterError: there is no such cluster, or it is not fit.
    """
    doing.say("reading the vectors")
    suite = prove_anew() if signed else load_consistent()
    if request.cluster:
        memory_checks.refuse("--cluster", "a cluster watches memory by pages alone")
    doing.say("looking for codecs")
    chosen = _chosen(request)
    now = datetime.now().astimezone()
    today = now.date()
    # Before anything is asked: a list that cannot be used should not show after an hour.
    book = ExpectationFiles(chosen, request.expect, request.level, whole=request.whole, today=today)
    header = _header(suite, request, chosen, book)
    # A folder of the caller's may hold an interrupted run; a new one is always empty.
    folder = request.out or new_folder(now)
    before = resumption.earlier(folder, header, chosen)
    if before.events:
        doing.console.print(f"going on with the run in {folder}", highlight=False)
    left = before.left(chosen)
    if request.cluster is None:
        left = building.build(left, request.jobs, doing)
    nonce = str(header.asks[NONCE])
    scope = _scope(request, before, nonce, identifies=identifies, remembers=not signed)
    follower = RunFollower(doing, request.level, suite.families)
    names = [name for item in left for name in item.by_id]
    doing.count("asking", "codecs", len(names), earlier_times.expected(request.level, names))
    with _asking(suite, left, scope, request, follower.show) as happening:
        events = book.watch(chain([header], happening), before.events)
        summary, written = _followed(follower.follow(events), before, folder)
    if request.whole:
        earlier_times.note(request.level, follower.seconds)
    doing.say("writing the reports")
    files.write(summary, suite, folder)
    return CompletedRun(summary, folder, written, suite, tuple(chosen), book)


def _chosen(request: RunRequest) -> list[SelectedAdapter]:
    """Find the codecs of a run, for each processor by itself."""
    chosen = [
        item
        for cpu in request.cpus
        for item in registry.select(request.target, request.codecs, cpu)
    ]
    return request.shard.part(chosen) if request.shard else chosen


def _scope(
    request: RunRequest, before: InterruptedRun, nonce: str, *, identifies: bool, remembers: bool
) -> RunScope:
    return RunScope(
        Narrowing(request.encodings, request.ops, request.case),
        levels.stages(
            request.level,
            request.extra_states,
            identifies=identifies,
            remembers=remembers,
            nonce=nonce,
        ),
        request.jobs,
        before.shards,
        loader.load,
    )


def new_folder(now: datetime, kind: str = "") -> Path:
    """Make the folder of a run for which none is given: `reports/runs/20260102-030405`.

    No two runs get the same, however quickly they begin: the second one ends in `-2`.
    """
    name = f"{now:%Y%m%d-%H%M%S}"
    folder, number = _RUNS / f"{name}{kind}", 1
    with suppress(OSError):  # the journal, which cannot be written there, says so
        while not _is_new(folder):
            number += 1
            folder = _RUNS / f"{name}-{number}{kind}"
    return folder


def _is_new(folder: Path) -> bool:
    """Make a folder; False where somebody else has it already."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        return False
    return True


def _asking(
    suite: Suite,
    left: list[SelectedAdapter],
    scope: RunScope,
    request: RunRequest,
    show: ShowProgress,
) -> AbstractContextManager[Iterator[Event]]:
    """Ask on this machine, or on the workers of a cluster, which is there before a run begins."""
    # Dask is an extra: it is loaded only where a cluster is named.
    if request.cluster is None:
        return nullcontext(runner.run(suite, left, scope))
    from utfproof.cluster import runner as many

    return many.run_on_cluster(left, scope, request.cluster, show, request.cross_check)


def _header(
    suite: Suite, request: RunRequest, chosen: Iterable[SelectedAdapter], book: ExpectationFiles
) -> RunStarted:
    return RunStarted(
        utfproof=__version__,
        vectors={"version": suite.version, "digest": suite.digest, "cases": len(suite.cases)},
        level=request.level,
        started=datetime.now().astimezone().isoformat(timespec="seconds"),
        environment={
            "system": platform.platform(),
            "machine": platform.machine(),
            "python": platform.python_version(),
            "confinement": choice.name(),
            # Of what every run does nothing is said.
            **({"memory": watch} if (watch := memory_checks.name()) else {}),
            **{f"emulator of {cpu}": needs.emulator(cpu) for cpu in request.cpus if cpu},
        },
        command=shlex.join(["utfproof", *sys.argv[1:]]),
        asks=_deciding(request),
        root=str(source_places.repository(Path.cwd())),
        places=source_places.of_codecs(chosen),
        harness=digests.harness(),
        files=digests.vectors(),
        expectations=book.digests(),
    )


def _followed(events: Iterable[Event], before: InterruptedRun, folder: Path) -> tuple[Summary, str]:
    """Write every event into the journal as it comes, and add up; return its digest too."""
    # The events of the interrupted run count for the summary, and are in the journal already.
    summary = summarise(before.events)
    started = time.monotonic()
    with Journal(folder, before.size) as journal:
        for number, event in enumerate(events):
            journal.write(event)
            summary.add(event)
            # A flush for each of millions of events would cost more than the questions.
            if number % _FLUSH_EVERY == 0 or isinstance(event, _EVIDENCE):
                journal.flush()
        finish(journal, summary, time.monotonic() - started)
    return summary, journal.sha256


def finish(journal: Journal, summary: Summary, seconds: float) -> None:
    """Write the end of a run into its journal and its summary: verdicts, status, digest."""
    verdicts = {name: item.verdict.value for name, item in sorted(summary.codecs.items())}
    footer = RunFinished(round(seconds, 3), verdicts, summary.exit_code, summary.result.digest)
    journal.write(footer)
    summary.add(footer)


def _deciding(request: RunRequest) -> dict[str, object]:
    """Return the facts that a run shares with its parts, beside the level."""
    return {
        "encoding": list(request.encodings),
        "op": list(request.ops),
        "case": request.case,
        "extra-states": request.extra_states,
        NONCE: request.nonce or secrets.token_hex(16),
        **({"cpu": list(request.cpus)} if any(request.cpus) else {}),
        **({merge.EXPECT: True} if request.expect else {}),
        **({run_shard.ASKED: str(request.shard)} if request.shard else {}),
    }
