"""Times of what users wait for; reported, never asserted."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from utfproof.adapters import registry
from utfproof.engine.journal import journal
from utfproof.engine.journal.events import CaseFinished
from utfproof.engine.run import runner
from utfproof.engine.run.adapter_runner import RunScope
from utfproof.engine.run.proof_stage import ProofStage
from utfproof.proof import levels
from utfproof.proof.proved_suite import load_consistent
from utfproof.vectors import check, loader


def _timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def parts() -> Iterator[tuple[str, bool]]:
    """Time loading and checking the vectors."""
    suite = loader.load()
    loading = "from utfproof.vectors import loader, check; check.problems(loader.load())"
    seconds = _timed(lambda: subprocess.run([sys.executable, "-c", loading], check=True))
    yield (
        f"vectors: {len(suite.cases)} cases loaded and checked in {seconds:.2f} s (aim 0.5)",
        False,
    )


def everything() -> Iterator[tuple[str, bool]]:
    """Time plan to journal of one codec, then of all adapters, at level vectors."""
    suite = load_consistent()
    check.problems(suite)
    for targets, aim in ((["c_glibc/mbrtoc32"], ""), ([], " (aim 20)")):
        asked, seconds = _run(targets)
        name = targets[0] if targets else "all adapters"
        rate = asked / seconds / 1000
        done = f"{name}: plan to journal {seconds:.1f} s{aim}"
        yield f"{done}, {asked} questions, {rate:.0f} thousand a second", False


def complete() -> Iterator[tuple[str, bool]]:
    """Time level complete of one native codec, every offer of UTF-8."""
    asked, seconds = _run(["c_glibc/mbrtoc32"], levels.stages("complete"))
    yield f"c_glibc/mbrtoc32 complete: {seconds:.1f} s (aim 10), {asked:,} questions", False


def _run(targets: list[str], stages: tuple[ProofStage, ...] = ()) -> tuple[int, float]:
    suite = loader.load()
    chosen = registry.select(targets)
    scope = RunScope(stages=stages, jobs=2, load_suite=loader.load)
    asked = 0
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        with journal.Journal(Path(folder)) as file:
            for event in runner.run(suite, chosen, scope):
                file.write(event)
                asked += event.asked if isinstance(event, CaseFinished) else 0
        return asked, time.perf_counter() - started
