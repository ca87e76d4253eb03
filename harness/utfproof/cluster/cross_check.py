"""The cross-check of a run: some tasks of each worker are asked again elsewhere, and compared.

Which tasks these are is drawn when their answers are here, from the system's own randomness: no
worker can know. Two answers of three that agree decide; the one that differs is contradicted.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from utfproof.engine.journal import lines
from utfproof.engine.journal.events import CodecFinished, CodecStarted, Event, ShardFinished
from utfproof.engine.journal.merge import without_times

_Task = TypeVar("_Task")

HERE = "this machine"
"""The name under which the process that coordinates a run answers."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """The answer of one worker to a task, as a digest."""

    worker: str
    digest: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """The workers that two answers which agree contradict; `agreed` is False without such two."""

    agreed: bool
    contradicted: tuple[str, ...] = ()


def ruling(opinions: Sequence[Opinion]) -> Ruling:
    """Decide by the first two answers that agree.

    A codec that answers differently each time has no such two, and no worker is blamed for it.
    """
    counts = Counter(one.digest for one in opinions)
    [(digest, count)] = counts.most_common(1)
    if count < 2:
        return Ruling(agreed=False)
    others = (one.worker for one in opinions if one.digest != digest)
    return Ruling(agreed=True, contradicted=tuple(others))


@dataclass(slots=True)
class Sampling:
    """Draws the tasks that are asked again: each with the same chance, one of a worker at least."""

    percent: int
    dice: random.Random = field(default_factory=random.SystemRandom)

    def drawn(self) -> bool:
        """Return whether a task whose answer has just come is asked again."""
        return self.dice.random() * 100 < self.percent

    def one_of(self, tasks: Sequence[_Task]) -> list[_Task]:
        """Draw one of the tasks of a worker of which none was drawn when it came."""
        return [self.dice.choice(tasks)] if self.percent and tasks else []


def digest(found: Iterable[Event]) -> str:
    """Return the SHA-256 of the events of a task, without details that differ by machine.

    These are times, builds, the name of the worker, and words about what could not be asked.
    """
    every = sorted(lines.line(_comparable(event)) for event in found)
    return hashlib.sha256("".join(every).encode("ascii")).hexdigest()


def _comparable(event: Event) -> Event:
    match without_times(event):
        case CodecStarted() as started:
            return replace(started, build="", product="", target="")
        case CodecFinished() as finished:
            return replace(finished, worker="", why="", output="")
        case ShardFinished() as shard:
            return replace(shard, worker="")
        case other:
            return other
