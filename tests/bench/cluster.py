"""A cluster on this machine: 1, 2 and 4 workers, and what each part of the work costs beside it.

The constants of docs/scaling.md; reported, not asserted, for the machine decides them.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from unittest.mock import patch

from distributed import Client, as_completed

from utfproof.adapters import registry
from utfproof.adapters.build import adapter_archive, builder
from utfproof.adapters.build.adapter_archive import ArchiveLabel
from utfproof.adapters.launch import opened
from utfproof.adapters.registry import SelectedAdapter
from utfproof.cluster import runner as many
from utfproof.cluster import tasks
from utfproof.cluster.connection import LOCAL, connected
from utfproof.engine.journal.events import Event
from utfproof.engine.questions.plan import Narrowing
from utfproof.engine.run import runner
from utfproof.engine.run.adapter_runner import RunScope
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Mode, Offer, Op
from utfproof.proof.sweep.shards import SweepShard
from utfproof.proof.sweep.stage import OfferSweep, SweepStage
from utfproof.vectors import loader

_CODEC = "c_glibc/iconv"
_WORKERS = (1, 2, 4)
_BUNDLES = tuple(
    tuple(SweepShard(bytes((first, second)), 2) for second in range(0, 256, 8))
    for first in range(0, 256, 16)
)
_TASKS = 100
_WAITS, _WAIT = 32, 0.5
_RESULT = 1 << 20
_OFFERS = tuple(Offer(op, Encoding.UTF_8, Mode.STRICT) for op in (Op.SWEEP, Op.DECODE))


@dataclass(frozen=True, slots=True)
class Work:
    """The shards that every cluster is given, each a task."""

    task: tasks.AdapterTask
    parts: Sequence[OfferSweep]

    @classmethod
    def of(cls, chosen: SelectedAdapter, label: ArchiveLabel) -> Work:
        """Plan the shards of a codec."""
        [codec] = chosen.codecs
        [planned] = SweepStage("exhaustive").planned(_CODEC, codec, _OFFERS, "*")
        parts = [OfferSweep(planned.swept, planned.settings, bundle) for bundle in _BUNDLES]
        return cls(tasks.AdapterTask(label, (codec.name,), tasks.suite_here(), "bench"), parts)

    def done(self, client: Client) -> float:
        """Return the seconds that a cluster takes."""
        return _seconds(lambda: _gathered(client, tasks.sweep, self.parts, self.task))


def scaling() -> Iterator[tuple[str, bool]]:
    """Do tasks that only wait with 1, 2 and 4 workers: what is above that is the cluster's own."""
    for workers in _WORKERS:
        started = time.perf_counter()
        with connected(LOCAL, workers) as submitter:
            up = time.perf_counter() - started
            _gathered(submitter.client, _nothing, range(workers))
            waits = partial(_gathered, submitter.client, _waiting, range(_WAITS))
            seconds = _seconds(waits)
            ideal = _WAITS * _WAIT / workers
            done = f"{_WAITS} tasks that wait {_WAIT} s in {seconds:.2f} s ({ideal:.0f} s at best)"
            yield f"cluster of {workers}: {done}; {up:.1f} s to start", False
            if workers == 2:
                yield from _costs(submitter.client)


def sweeping() -> Iterator[tuple[str, bool]]:
    """Sweep the same shards with 1, 2 and 4 workers, as far as there are processors for them."""
    [chosen] = registry.select([_CODEC])
    builder.command(chosen.manifest)
    yield from _at_the_rim(chosen)
    work = Work.of(chosen, adapter_archive.pack(chosen.manifest).label)
    first = 0.0
    for workers in _WORKERS:
        with connected(LOCAL, workers) as submitter:
            cold, warm = work.done(submitter.client), work.done(submitter.client)
        first = first or warm
        done = f"{len(_BUNDLES)} tasks in {warm:.1f} s, {first / warm:.2f} times as fast as 1"
        yield f"cluster of {workers}: {done}; {cold - warm:.1f} s to warm up", False


def against_jobs() -> Iterator[tuple[str, bool]]:
    """Run the same sweeps with `--jobs 2` and with `--cluster local --jobs 2`."""
    chosen = registry.select(["c_glibc/mbrtowc", "c_glibc/mbrtoc32", "c_glibc/iconv"])
    scope = RunScope(
        Narrowing(case="families/sweep/*"),
        (SweepStage("complete"),),
        jobs=2,
        load_suite=loader.load,
    )

    def clustered() -> None:
        with many.run_on_cluster(chosen, scope, LOCAL, lambda *_: None) as happening:
            _drained(happening)

    plain = _seconds(lambda: _drained(runner.run(loader.load(), chosen, scope)))
    cluster = _seconds(clustered)
    yield f"three sweeps: --jobs 2 {plain:.1f} s, --cluster local {cluster:.1f} s", False


def _costs(client: Client) -> Iterator[tuple[str, bool]]:
    """Measure a task that does nothing, and one whose result is a MiB."""
    numbers = range(_TASKS)
    _gathered(client, _nothing, numbers)
    empty = _seconds(lambda: _gathered(client, _nothing, numbers)) / _TASKS
    large = _seconds(lambda: _gathered(client, _much, range(20))) / 20
    yield f"cluster: {empty * 1e3:.1f} ms for a task that does nothing", False
    rate = _RESULT / (1 << 20) / max(large - empty, 1e-9)
    yield f"cluster: {rate:.0f} MiB a second from the workers to the program", False


def _at_the_rim(chosen: SelectedAdapter) -> Iterator[tuple[str, bool]]:
    """Measure what a task does beside asking: packing, building, starting its adapter."""
    packing = _median(lambda: adapter_archive.pack(chosen.manifest))
    size = len(adapter_archive.pack(chosen.manifest).data)
    yield f"archive of {chosen.manifest.name}: {size / 1024:.0f} KiB, {packing * 1e3:.0f} ms", False
    starting = _median(lambda: _opened(chosen))
    yield f"an adapter started and greeted: {starting * 1e3:.0f} ms", False
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.dict(os.environ, {"UTFPROOF_CACHE": folder}),
    ):
        seconds = _seconds(lambda: builder.command(chosen.manifest))
    yield f"built in an empty cache: {seconds:.1f} s", False


def _gathered(
    client: Client, task: Callable[..., object], parts: Sequence[object], *before: object
) -> None:
    rest = (None,) if before else ()
    under_way = [client.submit(task, *before, part, *rest, pure=False) for part in parts]
    for future in as_completed(under_way, loop=client.loop):
        future.result()


def _waiting(number: int) -> int:
    time.sleep(_WAIT)
    return number


def _nothing(number: int) -> int:
    return number


def _much(number: int) -> bytes:
    return os.urandom(_RESULT - number)


def _opened(chosen: SelectedAdapter) -> None:
    with opened(chosen):
        pass


def _drained(events: Iterator[Event]) -> None:
    for _ in events:
        pass


def _median(action: Callable[[], object]) -> float:
    return statistics.median(_seconds(action) for _ in range(5))


def _seconds(action: Callable[[], object]) -> float:
    started = time.perf_counter()
    action()
    return time.perf_counter() - started
