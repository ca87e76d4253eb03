"""The tasks of a run, as workers carry them out: an adapter greeted, shards swept, codecs asked.

What comes back are lines of a journal, compressed; nothing that an adapter says is ever unpickled.
"""

from __future__ import annotations

import asyncio
import socket
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import cache

from distributed import get_worker

from utfproof import __version__
from utfproof.adapters import needs
from utfproof.adapters.build import adapter_archive
from utfproof.adapters.build.adapter_archive import ArchiveLabel
from utfproof.adapters.launch import opened, prepared
from utfproof.adapters.manifest import Manifest
from utfproof.adapters.registry import SelectedAdapter
from utfproof.confinement import choice
from utfproof.engine.journal import journal
from utfproof.engine.journal.events import (
    CaseFinished,
    CodecFinished,
    CodecStarted,
    Event,
    FamilyStarted,
    RunFinished,
    RunStarted,
    ShardFinished,
    WorkerChecked,
)
from utfproof.engine.questions.plan import Planner
from utfproof.engine.run.adapter_runner import AdapterRunner, RunScope
from utfproof.engine.run.garbage_collection import rare_garbage_collection
from utfproof.engine.run.progress import CodecProgress
from utfproof.errors import ClusterError, UtfproofError
from utfproof.model.operation import Offer
from utfproof.model.profile import Settings
from utfproof.proof.sweep.stage import OfferSweep
from utfproof.proof.sweep.sweeper import Sweeper
from utfproof.proof.sweep.swept import FAMILY, SweptOffer
from utfproof.vectors import loader

_SECONDS = 0.2
_ANSWER = "a worker's answer"
_MOST_OCTETS = 1 << 30
"""The lines of a task, unpacked: hundreds of times as many as the largest has."""

Offers = Mapping[str, tuple[Offer, ...]]


@dataclass(frozen=True, slots=True)
class SuiteVersion:
    """The program and the vectors that all workers must have."""

    version: str
    digest: str


@dataclass(frozen=True, slots=True)
class AdapterTask:
    """An adapter, some of its codecs, and the suite that they are asked by.

    `topic` is the run's: under it workers tell how far they are.
    """

    label: ArchiveLabel
    codecs: tuple[str, ...]
    suite: SuiteVersion
    topic: str

    def chosen(self, manifest: Manifest) -> SelectedAdapter:
        """Return the codecs of the adapter that has arrived."""
        return SelectedAdapter(manifest, tuple(manifest.codecs[name] for name in self.codecs))


@dataclass(frozen=True, slots=True)
class WorkerInventory:
    """The inventory of a worker: its suite, its adapters, and the programs that these need.

    `confinement` names how it confines what adapters start.
    """

    suite: SuiteVersion
    confinement: str
    own: frozenset[str]
    lacks: Mapping[str, tuple[str, ...]]


async def describe(adapters: Sequence[tuple[ArchiveLabel, tuple[str, ...]]]) -> WorkerInventory:
    """Return the inventory of a worker; it works on meanwhile."""
    return await asyncio.to_thread(_described, adapters)


def _described(adapters: Sequence[tuple[ArchiveLabel, tuple[str, ...]]]) -> WorkerInventory:
    own = frozenset(label.digest for label, _ in adapters if adapter_archive.own(label))
    lacks = {label.digest: tuple(needs.lacking(requires)) for label, requires in adapters}
    return WorkerInventory(suite_here(), choice.name(), own, lacks)


def suite_here() -> SuiteVersion:
    """Return the program and the vectors of this machine."""
    return SuiteVersion(__version__, loader.load().digest)


def greet(task: AdapterTask, data: bytes | None) -> Offers:
    """Build an adapter and return the offers of its codecs; none where it cannot be had.

    `ask` reports the reason.
    """
    manifest, _ = arrived(task, data)
    if needs.missing(manifest):
        return {}
    try:
        with opened(task.chosen(manifest)) as (_, offers):
            return {name: found.offers for name, found in offers.items()}
    except UtfproofError:
        return {}


def sweep(task: AdapterTask, planned: OfferSweep, data: bytes | None) -> bytes:
    """Ask shards of a sweep, one after the other."""
    manifest, _ = arrived(task, data)
    sweeper = _sweeper(planned.swept, planned.settings)
    with prepared(manifest) as session:
        found = [sweeper.ask(session, shard) for shard in planned.shards]
    return _packed(found)


def ask(task: AdapterTask, scope: RunScope, data: bytes | None) -> bytes:
    """Ask codecs all questions of a run; of sweeps the shards that `scope` has not done."""
    manifest, root = arrived(task, data)
    runner = AdapterRunner(loader.load(), scope, _planner(scope.narrowing.case))
    with rare_garbage_collection():
        found = _progressing(runner.run(task.chosen(manifest)), task.topic)
        return _packed(_localised(found, task.label, root))


def events(packed: bytes) -> Iterator[Event]:
    """Yield the events that a task came to.

    Raises:
        ClusterError: these are none.
        JournalError: these are no lines of a journal.
    """
    try:
        inflating = zlib.decompressobj()
        octets = inflating.decompress(packed, _MOST_OCTETS)
        if inflating.unconsumed_tail or not inflating.eof:
            raise _unfit("it is cut off, or too long")
        yield from journal.parse(octets.decode("ascii").splitlines(keepends=True), _ANSWER)
    except (zlib.error, UnicodeDecodeError, TypeError) as error:
        raise _unfit(str(error)) from None


def of_shards(packed: bytes, planned: OfferSweep) -> list[ShardFinished]:
    """Read the result of a task of shards: those that were asked, each once, and nothing else.

    Raises:
        ClusterError: it is another one.
    """
    found = list(events(packed))
    shards = [event for event in found if isinstance(event, ShardFinished)]
    own = (planned.swept.name, FAMILY, str(planned.swept.offer))
    asked = sorted((*own, str(shard)) for shard in planned.shards)
    told = sorted((event.codec, event.family, event.op, event.shard) for event in shards)
    if len(found) != len(shards) or told != asked:
        raise _unfit(f"it is not that of the {len(asked)} shards that it was asked")
    return shards


def of_codecs(packed: bytes, names: Iterable[str]) -> Iterator[Event]:
    """Yield the events of a task of codecs: of these and of no other, each with its end.

    Raises:
        ClusterError: there are others.
    """
    left, every = set(names), set(names)
    for event in events(packed):
        if isinstance(event, RunStarted | WorkerChecked | RunFinished) or event.codec not in every:
            raise _unfit("it speaks of a codec that it was not asked")
        if isinstance(event, CodecFinished):
            left.discard(event.codec)
        yield event
    if left:
        raise _unfit(f"it has no end of {', '.join(sorted(left))}")


def _unfit(problem: str) -> ClusterError:
    """Say that the result of a task is not that of its task."""
    hint = "install the same version of utfproof on all workers"
    return ClusterError(f"{_ANSWER}: {problem}", hint=hint)


def _progressing(found: Iterable[Event], topic: str) -> Iterator[Event]:
    """Pass events on, and tell a few times a second how far the codec is."""
    progress_by_codec: dict[str, CodecProgress] = {}
    reported_at = time.monotonic()
    for event in found:
        if isinstance(event, CodecStarted | FamilyStarted | CaseFinished):
            progress = progress_by_codec.get(event.codec, CodecProgress()).after(event)
            progress_by_codec[event.codec] = progress
            if time.monotonic() - reported_at > _SECONDS:
                reported_at = time.monotonic()
                with suppress(ValueError):  # the coordinator's own process is no worker
                    get_worker().log_event(topic, {"codec": event.codec, **asdict(progress)})
        yield event


def _packed(found: Iterable[Event]) -> bytes:
    return zlib.compress(journal.text(found).encode("ascii"), 1)


def _localised(found: Iterable[Event], label: ArchiveLabel, root: str) -> Iterator[Event]:
    """Name files by the places that they were sent from."""
    for event in found:
        if isinstance(event, CodecFinished) and root:
            why = event.why.replace(root, label.origin)
            yield replace(event, why=why, output=event.output.replace(root, label.origin))
        else:
            yield event


def here() -> str:
    """Name this worker, with its host if the name does not tell."""
    name = str(get_worker().name)
    return name if "://" in name else f"{socket.gethostname()}/{name}"


def arrived(task: AdapterTask, data: bytes | None) -> tuple[Manifest, str]:
    """Return a task's adapter, and the root of its files where it was unpacked here.

    Raises:
        ClusterError: this worker cannot do the task.
        ArchiveError: the adapter did not arrive as it was sent.
    """
    if suite_here() != task.suite:
        raise ClusterError(f"{here()} has {program_name(suite_here())}", hint=must_be(task.suite))
    return _found(task.label, data)


@cache
def _found(label: ArchiveLabel, data: bytes | None) -> tuple[Manifest, str]:
    own = adapter_archive.own(label)
    if own:
        return own, ""
    if data is None:
        hint = "install the same version of utfproof on all workers"
        raise ClusterError(f"{here()} has another adapter {label.name}", hint=hint)
    manifest, root = adapter_archive.unpack(label, data)
    return manifest, str(root)


def program_name(suite: SuiteVersion) -> str:
    """Name a program with its vectors."""
    return f"utfproof {suite.version} with vectors {suite.digest[:12]}"


def must_be(suite: SuiteVersion) -> str:
    """Return the requirements of a worker, as a hint."""
    return f"install {program_name(suite)} there, as here"


# A worker does many tasks in one process: the suite is planned once for all of them.
@cache
def _planner(pattern: str) -> Planner:
    return Planner(loader.load(), pattern)


@cache
def _sweeper(swept: SweptOffer, settings: Settings) -> Sweeper:
    return OfferSweep(swept, settings, ()).sweeper()
