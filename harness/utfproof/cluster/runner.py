"""The runner of a cluster: hands out adapters, shards and codecs, and yields events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from distributed import Future

from utfproof.adapters.manifest import Codec
from utfproof.adapters.registry import SelectedAdapter
from utfproof.cluster import tasks
from utfproof.cluster.connection import connected
from utfproof.cluster.deployment import Deployment, deploy
from utfproof.cluster.job_submitter import URGENT, JobSubmitter, result
from utfproof.cluster.tasks import AdapterTask, Offers, SuiteVersion
from utfproof.engine.journal.events import CodecStarted, Event, ShardFinished
from utfproof.engine.run.adapter_runner import RunScope, target_of
from utfproof.engine.run.progress import CodecProgress, ShowProgress
from utfproof.engine.run.runner import cut
from utfproof.proof.sweep.shards import SweepShard
from utfproof.proof.sweep.stage import OfferSweep, SweepStage

STRINGS = 1 << 22
"""Strings of a sweep that make a task; a shard that has more is a task by itself."""


@contextmanager
def run_on_cluster(
    chosen: Sequence[SelectedAdapter], scope: RunScope, address: str, show: ShowProgress
) -> Iterator[Iterator[Event]]:
    """Connect to a cluster; yield the events of asking all chosen codecs there.

    A worker that is lost loses nothing: another does its task again. `show` is called meanwhile,
    from other threads too, with the progress of codecs whose events come only later.

    Raises:
        ClusterError: no cluster is there, it is lost, or its workers are not fit.
        ManifestError: an adapter whose `sources` do not exist.
    """
    with connected(address, scope.jobs) as submitter:
        deployments = [Deployment.of(item) for item in chosen]
        deploy(submitter, deployments)
        run = _Run(submitter, scope, show)
        with submitter.listening(run.note_report):
            yield run.events(deployments)


@dataclass(slots=True)
class _Swept:
    """A codec whose shards are asked: those that are done, and how many tasks are left.

    `shards` counts all that belong to it.
    """

    deployment: Deployment
    codec: Codec
    done: list[ShardFinished]
    left: int = 0
    shards: int = 0

    @property
    def progress(self) -> CodecProgress:
        return CodecProgress(len(self.done), self.shards, "sweep")


_Handle = Callable[[Any], Iterator[Event]]


@dataclass(slots=True)
class _Run:
    """One run: the tasks that are under way, each with the handler of its result."""

    submitter: JobSubmitter
    scope: RunScope
    show: ShowProgress
    suite: SuiteVersion = field(default_factory=tasks.suite_here)
    _handles: dict[str, tuple[Future[Any], _Handle]] = field(default_factory=dict)

    def note_report(self, report: Mapping[str, Any]) -> None:
        """Show how far a worker is with a codec."""
        progress = CodecProgress(report["done"], report["total"], report["family"])
        self.show(report["codec"], progress)

    def events(self, deployments: Sequence[Deployment]) -> Iterator[Event]:
        """Hand out the work, and yield events as they come."""
        sweeps = [one for one in self.scope.stages if isinstance(one, SweepStage)]
        for deployment in deployments:
            if sweeps:
                self._greet(deployment, sweeps[0])
            else:
                for part in cut([deployment.chosen]):
                    self._ask(deployment, part.codecs, ())
        while self._handles:
            if future := self.submitter.next_done():
                _, handle = self._handles.pop(str(future.key))
                yield from handle(result(future))

    def _submit(
        self,
        handle: _Handle,
        deployment: Deployment,
        task: Callable[..., object],
        *arguments: object,
        priority: int = 0,
    ) -> None:
        """Submit a task of an adapter."""
        future = self.submitter.submit(
            task, *arguments, deployment.data, workers=deployment.hosts, priority=priority
        )
        # The future is kept: the scheduler forgets a task that nobody holds.
        self._handles[str(future.key)] = future, handle

    def _task(self, deployment: Deployment, codecs: Iterable[Codec]) -> AdapterTask:
        names = tuple(codec.name for codec in codecs)
        return AdapterTask(deployment.label, names, self.suite, self.submitter.topic)

    def _greet(self, deployment: Deployment, sweeps: SweepStage) -> None:
        task = self._task(deployment, deployment.chosen.codecs)
        # Urgent: the offers decide which shards there are.
        handle = partial(self._greeted, deployment, sweeps)
        self._submit(handle, deployment, tasks.greet, task, priority=URGENT)

    def _greeted(
        self, deployment: Deployment, sweeps: SweepStage, offers: Offers
    ) -> Iterator[Event]:
        """Hand out the sweeps of each codec, in tasks of some shards."""
        for codec in deployment.chosen.codecs:
            name = deployment.chosen.manifest.id_of(codec)
            swept = _Swept(deployment, codec, [one for one in self.scope.done if one.codec == name])
            kept = [o for o in offers.get(codec.name, ()) if self.scope.narrowing.keeps(o)]
            for planned in sweeps.planned(name, codec, kept, self.scope.narrowing.case):
                if planned.is_assessed:
                    self._sweep(swept, planned)
            if not swept.left:
                self._ask(deployment, [codec], swept.done)
        # A generator like the other handlers, though it has no events yet.
        yield from ()

    def _sweep(self, swept: _Swept, planned: OfferSweep) -> None:
        task = self._task(swept.deployment, [swept.codec])
        swept.shards += len(planned.shards)
        for shards in bundles(planned.left(swept.done)):
            part = replace(planned, shards=shards)
            handle = partial(self._shards_done, swept, part)
            self._submit(handle, swept.deployment, tasks.sweep, task, part)
            swept.left += 1

    def _shards_done(self, swept: _Swept, part: OfferSweep, packed: bytes) -> Iterator[Event]:
        """Pass on the results of shards; the last of a codec's make way for the codec itself."""
        found = tasks.of_shards(packed, part)
        swept.done += found
        swept.left -= 1
        self.show(swept.deployment.chosen.manifest.id_of(swept.codec), swept.progress)
        if not swept.left:
            self._ask(swept.deployment, [swept.codec], swept.done)
        yield from found

    def _ask(
        self, deployment: Deployment, codecs: Sequence[Codec], done: Sequence[ShardFinished]
    ) -> None:
        # Codecs are asked side by side by workers, not by processes of one worker.
        scope = replace(self.scope, jobs=1, done=tuple(done))
        task = self._task(deployment, codecs)
        names = [deployment.chosen.manifest.id_of(codec) for codec in codecs]
        handle = partial(self._asked, deployment, names)
        self._submit(handle, deployment, tasks.ask, task, scope, priority=URGENT)

    def _asked(
        self, deployment: Deployment, names: Sequence[str], packed: bytes
    ) -> Iterator[Event]:
        target = target_of(deployment.chosen.manifest)
        for event in tasks.of_codecs(packed, names):
            yield replace(event, target=target) if isinstance(event, CodecStarted) else event


def bundles(shards: Iterable[SweepShard]) -> Iterator[tuple[SweepShard, ...]]:
    """Put shards together until they have `STRINGS` strings."""
    found: list[SweepShard] = []
    strings = 0
    for shard in shards:
        if found and strings + shard.strings > STRINGS:
            yield tuple(found)
            found, strings = [], 0
        found.append(shard)
        strings += shard.strings
    if found:
        yield tuple(found)
