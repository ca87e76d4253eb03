"""The resumption of an interrupted run: the content of its journal, and the remaining questions.

Answers count only for the build that gave them. Where the build differs now, its codecs are asked
again; so are those that could not be asked at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from utfproof.adapters.build import build_inputs
from utfproof.adapters.manifest import Codec, Manifest
from utfproof.adapters.registry import SelectedAdapter
from utfproof.engine.journal import journal
from utfproof.engine.journal.events import (
    NONCE,
    CodecFinished,
    CodecStarted,
    Event,
    RunStarted,
    ShardFinished,
)
from utfproof.errors import JournalError, UtfproofError


@dataclass(frozen=True, slots=True)
class InterruptedRun:
    """The events of a run that was interrupted; none for a new run.

    `size` is that of its journal in octets. The codecs that are `done` and the `shards` of sweeps
    need not be asked again.
    """

    events: tuple[Event, ...] = ()
    size: int = 0
    done: frozenset[str] = frozenset()
    shards: tuple[ShardFinished, ...] = ()

    def left(self, chosen: Sequence[SelectedAdapter]) -> list[SelectedAdapter]:
        """Leave out the codecs that are done."""
        found = [replace(item, codecs=tuple(self._left(item))) for item in chosen]
        return [item for item in found if item.codecs]

    def _left(self, item: SelectedAdapter) -> Iterator[Codec]:
        for codec in item.codecs:
            if item.manifest.id_of(codec) not in self.done:
                yield codec


def earlier(folder: Path, header: RunStarted, chosen: Sequence[SelectedAdapter]) -> InterruptedRun:
    """Return the interrupted run in a folder, if it is like the one that is about to start.

    Raises:
        JournalError: the folder holds a run that has ended or goes on, or that asks something else.
    """
    events, size = journal.interrupted(folder)
    if not events:
        return InterruptedRun(size=size)
    first = events[0]
    if not isinstance(first, RunStarted) or _kind(first) != _kind(header):
        raise _other(
            "another utfproof, machine, Python or confinement, other vectors, level or options",
            folder,
        )
    seen = _FinishedWork()
    for event in events:
        seen.take(event)
    if others := seen.done.keys() - _names(chosen):
        raise _other(f"other targets ({min(others)})", folder)
    return seen.of(chosen, events, size)


def _other(what: str, folder: Path) -> JournalError:
    problem = f"holds an interrupted run of {what}"
    return JournalError(problem, place=str(folder), hint="give another --out")


def _names(chosen: Iterable[SelectedAdapter]) -> set[str]:
    return {name for item in chosen for name in item.by_id}


def _kind(header: RunStarted) -> tuple[object, ...]:
    """Return the facts that a run and its resumption must share, the program among them."""
    names = ("machine", "python", "confinement", "memory")
    machine = (header.environment.get(name) for name in names)
    program = header.utfproof, header.harness, header.vectors.get("digest")
    asks = {name: value for name, value in header.asks.items() if name != NONCE}
    return *program, header.level, asks, *machine


@dataclass(slots=True)
class _FinishedWork:
    """The codecs of a journal, each with the build that answered, and its shards."""

    begun: dict[str, str] = field(default_factory=dict)
    done: dict[str, str] = field(default_factory=dict)
    shards: dict[tuple[str, ...], tuple[str, ShardFinished]] = field(default_factory=dict)

    def take(self, event: Event) -> None:
        """Take in an event; at a header a run resumes, and unfinished codecs count no more."""
        match event:
            case RunStarted():
                self.begun.clear()
            case CodecStarted(codec=codec, build=key):
                self.begun[codec] = key
                self.done.pop(codec, None)
            case ShardFinished(codec=codec, family=family, op=op, shard=shard):
                self.shards[codec, family, op, shard] = self.begun.get(codec, ""), event
            case CodecFinished(codec=codec):
                self.done.pop(codec, None)
                if codec in self.begun:
                    self.done[codec] = self.begun.pop(codec)
            case _:
                pass

    def of(
        self, chosen: Sequence[SelectedAdapter], events: Sequence[Event], size: int
    ) -> InterruptedRun:
        """Keep the answers of the builds that are present now."""
        now = {
            item.manifest.id_of(codec): key
            for item in chosen
            if (key := self._key(item.manifest))
            for codec in item.codecs
        }
        return InterruptedRun(
            tuple(events),
            size,
            frozenset(codec for codec, key in self.done.items() if now.get(codec) == key),
            tuple(one for key, one in self.shards.values() if now.get(one.codec) == key),
        )

    def _key(self, manifest: Manifest) -> str:
        """Return the key of an adapter's build now; "" where nothing would be compared with it."""
        asked = {*self.done, *(codec for codec, *_ in self.shards)}
        if not any(codec.startswith(f"{manifest.name}/") for codec in asked):
            return ""
        try:
            return build_inputs.key(manifest)
        # A build that fails now can be compared with none: its codecs are asked again.
        except UtfproofError:
            return ""
