"""The runner of a cluster: plans adapters, shards and codecs as tasks, and yields events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from utfproof.adapters.manifest import Codec
from utfproof.adapters.registry import SelectedAdapter
from utfproof.cluster import cross_check, tasks
from utfproof.cluster.checked_tasks import CheckedTasks, Task
from utfproof.cluster.connection import connected
from utfproof.cluster.cross_check import Sampling
from utfproof.cluster.deployment import Deployment, deploy
from utfproof.cluster.job_submitter import URGENT
from utfproof.cluster.tasks import AdapterTask, Offers, SuiteVersion
from utfproof.engine.journal.events import CodecFinished, CodecStarted, Event, ShardFinished
from utfproof.engine.run.adapter_runner import RunScope, target_of
from utfproof.engine.run.progress import CodecProgress, ShowProgress
from utfproof.engine.run.runner import cut
from utfproof.proof.sweep.shards import SweepShard
from utfproof.proof.sweep.stage import OfferSweep, SweepStage

STRINGS = 1 << 22
"""Strings of a sweep that make a task; a shard that has more is a task by itself."""


@contextmanager
def run_on_cluster(
    chosen: Sequence[SelectedAdapter],
    scope: RunScope,
    address: str,
    show: ShowProgress,
    percent: int = 0,
) -> Iterator[Iterator[Event]]:
    """Connect to a cluster; yield the events of asking all chosen codecs there.

    A worker that is lost loses nothing: another does its task again. So many per cent of the tasks
    are asked twice. `show` is called meanwhile, from other threads too, with the progress of
    codecs whose events come only later.

    Raises:
        ClusterError: no cluster is there, it is lost, or its workers are not fit.
        ManifestError: an adapter whose `sources` do not exist.
    """
    with connected(address, scope.jobs) as submitter:
        deployments = [Deployment.of(item) for item in chosen]
        deploy(submitter, deployments)
        run = _Run(CheckedTasks(submitter, Sampling(percent)), scope, show)
        with submitter.listening(run.note_report):
            yield run.events(deployments)


@dataclass(slots=True)
class _Swept:
    """A codec whose shards are asked: those that are done, and how many tasks are left.

    `shards` counts all that belong to it. `ask` is the task of the codec itself.
    """

    deployment: Deployment
    codec: Codec
    done: dict[tuple[str, str], ShardFinished]
    left: int = 0
    shards: int = 0
    ask: Task | None = None

    @property
    def name(self) -> str:
        return self.deployment.chosen.manifest.id_of(self.codec)

    @property
    def progress(self) -> CodecProgress:
        return CodecProgress(len(self.done), self.shards, "sweep")

    def take(self, found: Iterable[ShardFinished]) -> None:
        """Take in shards; of one that was asked twice the last answer counts."""
        self.done |= {(event.op, event.shard): event for event in found}


@dataclass(slots=True)
class _Run:
    """One run: its tasks, and the handlers of their answers."""

    checked: CheckedTasks
    scope: RunScope
    show: ShowProgress
    suite: SuiteVersion = field(default_factory=tasks.suite_here)

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
                    self._ask_together(deployment, part.codecs)
        yield from self.checked.events()

    def _task(self, deployment: Deployment, codecs: Iterable[Codec]) -> AdapterTask:
        names = tuple(codec.name for codec in codecs)
        return AdapterTask(deployment.label, names, self.suite, self.checked.submitter.topic)

    def _greet(self, deployment: Deployment, sweeps: SweepStage) -> None:
        greeted = self._task(deployment, deployment.chosen.codecs)
        self.checked.submit(
            Task(
                f"{deployment.label.name}: its offers",
                deployment.hosts,
                tasks.greet,
                (greeted, deployment.data),
                handle=partial(self._greeted, deployment, sweeps),
                repeat=_nothing,
                here=partial(tasks.greet, greeted, deployment.archive.data),
                # Not compared: what is left out of it, the task of the codec asks in any case.
                digest=None,
                # Urgent: the offers decide which shards there are.
                priority=URGENT,
            )
        )

    def _greeted(
        self, deployment: Deployment, sweeps: SweepStage, offers: Offers, _worker: str
    ) -> Iterator[Event]:
        """Hand out the sweeps of each codec, in tasks of some shards."""
        for codec in deployment.chosen.codecs:
            swept = _Swept(deployment, codec, {})
            swept.take(one for one in self.scope.done if one.codec == swept.name)
            kept = [o for o in offers.get(codec.name, ()) if self.scope.narrowing.keeps(o)]
            for planned in sweeps.planned(swept.name, codec, kept, self.scope.narrowing.case):
                if planned.is_assessed:
                    swept.shards += len(planned.shards)
                    for shards in bundles(planned.left(swept.done.values())):
                        self._sweep(swept, replace(planned, shards=shards))
            if not swept.left:
                self._ask_swept(swept)
        # A generator like the other handlers, though it has no events yet.
        yield from ()

    def _sweep(self, swept: _Swept, part: OfferSweep) -> None:
        """Hand out a task of shards; a sum without its answer counts no more."""
        swept.left += 1
        if swept.ask:
            swept.ask.void = True
        about = f"{swept.name}, {part.swept.offer}, {len(part.shards)} shards from {part.shards[0]}"
        asked = self._task(swept.deployment, [swept.codec]), part
        self.checked.submit(
            Task(
                about,
                swept.deployment.hosts,
                tasks.sweep,
                (*asked, swept.deployment.data),
                handle=partial(self._shards_done, swept, part),
                repeat=partial(self._sweep, swept, part),
                here=partial(tasks.sweep, *asked, swept.deployment.archive.data),
                digest=lambda answer: cross_check.digest(tasks.of_shards(answer, part)),
            )
        )

    def _shards_done(
        self, swept: _Swept, part: OfferSweep, packed: bytes, worker: str
    ) -> Iterator[Event]:
        """Pass on the results of shards; the last of a codec's make way for the codec itself."""
        found = [replace(event, worker=worker) for event in tasks.of_shards(packed, part)]
        swept.take(found)
        swept.left -= 1
        self.show(swept.name, swept.progress)
        if not swept.left:
            self._ask_swept(swept)
        yield from found

    def _ask_swept(self, swept: _Swept) -> None:
        if swept.ask:
            swept.ask.void = True
        scope = replace(self.scope, done=tuple(swept.done.values()))
        repeat = partial(self._ask_swept, swept)
        swept.ask = self._ask(swept.deployment, [swept.codec], scope, repeat)

    def _ask_together(self, deployment: Deployment, codecs: Sequence[Codec]) -> None:
        repeat = partial(self._ask_together, deployment, codecs)
        self._ask(deployment, codecs, replace(self.scope, done=()), repeat)

    def _ask(
        self,
        deployment: Deployment,
        codecs: Sequence[Codec],
        scope: RunScope,
        repeat: Callable[[], None],
    ) -> Task:
        names = [deployment.chosen.manifest.id_of(codec) for codec in codecs]
        # Codecs are asked side by side by workers, not by processes of one worker.
        asked = self._task(deployment, codecs), replace(scope, jobs=1)
        task = Task(
            ", ".join(names),
            deployment.hosts,
            tasks.ask,
            (*asked, deployment.data),
            handle=partial(self._asked, deployment, names),
            repeat=repeat,
            here=partial(tasks.ask, *asked, deployment.archive.data),
            digest=lambda answer: cross_check.digest(tasks.of_codecs(answer, names)),
            priority=URGENT,
        )
        self.checked.submit(task)
        return task

    def _asked(
        self, deployment: Deployment, names: Sequence[str], packed: bytes, worker: str
    ) -> Iterator[Event]:
        target = target_of(deployment.chosen.manifest)
        for event in tasks.of_codecs(packed, names):
            match event:
                case CodecStarted():
                    yield replace(event, target=target)
                case CodecFinished() | ShardFinished():
                    yield replace(event, worker=worker)
                case _:
                    yield event


def _nothing() -> None:
    """Do nothing: a task that is not compared is not done anew."""


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
