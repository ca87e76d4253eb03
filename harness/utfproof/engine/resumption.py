"""Going on with an interrupted run: what its journal holds, and what is left to ask."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from utfproof.adapters.registry import Chosen
from utfproof.engine import journal
from utfproof.engine.events import CodecFinished, Event, RunStarted, ShardFinished
from utfproof.errors import JournalError


@dataclass(frozen=True, slots=True)
class Earlier:
    """The events of a run that was interrupted; none for a new run."""

    events: tuple[Event, ...] = ()

    @property
    def shards(self) -> tuple[ShardFinished, ...]:
        """The shards of sweeps that need not be asked again."""
        return tuple(event for event in self.events if isinstance(event, ShardFinished))

    def left(self, chosen: Sequence[Chosen]) -> list[Chosen]:
        """Leave out the codecs that were finished."""
        done = {event.codec for event in self.events if isinstance(event, CodecFinished)}
        found = [
            replace(
                item,
                codecs=tuple(
                    codec
                    for codec in item.codecs
                    if f"{item.manifest.name}/{codec.name}" not in done
                ),
            )
            for item in chosen
        ]
        return [item for item in found if item.codecs]


def earlier(folder: Path, header: RunStarted) -> Earlier:
    """Give what a folder holds of an interrupted run like the one that is about to start.

    Raises:
        JournalError: the folder holds a run that has ended, or one that asks something else.
    """
    events = journal.interrupted(folder)
    if not events:
        return Earlier()
    first = events[0]
    if not isinstance(first, RunStarted) or _kind(first) != _kind(header):
        problem = "holds an interrupted run of another version, other vectors, level or options"
        raise JournalError(problem, place=str(folder), hint="give another --out")
    return Earlier(tuple(events))


def _kind(header: RunStarted) -> tuple[object, ...]:
    """What two runs have in common that are parts of one; the targets may be others."""
    return header.utfproof, header.vectors.get("digest"), header.level, dict(header.asks)
