"""An inquiry: what a level of proof asks of a codec beyond the written cases."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from utfproof.adapters.manifest import Codec
from utfproof.adapters.session.session import Session
from utfproof.engine.journal.events import CaseFinished, Event, ShardFinished
from utfproof.engine.questions.plan import Narrowing
from utfproof.model.operation import Offer
from utfproof.vectors.suite import Suite


@dataclass(frozen=True, slots=True)
class WorkerUsage:
    """What another process had to do with a codec: sessions ended, their last words, its work.

    `harness` is its processor time in seconds.
    """

    restarts: int
    stderr: str
    harness: float


@dataclass(frozen=True, slots=True)
class CodecContext:
    """One codec, ready to be asked.

    `another` starts a further process of the same adapter, from a worker process too; `jobs` is how
    many may work at once. `done` are the shards that an interrupted run has finished before;
    `finished` collects the cases of this run that did not simply pass, `helped` what worker
    processes have done.
    """

    name: str
    codec: Codec
    offers: tuple[Offer, ...]
    session: Session
    another: Callable[[], Session]
    narrowing: Narrowing
    suite: Suite
    jobs: int = 1
    done: Sequence[ShardFinished] = ()
    finished: list[CaseFinished] = field(default_factory=list)
    helped: list[WorkerUsage] = field(default_factory=list)


class ProofStage(Protocol):
    """Asks a codec and yields what happens. It is sent to worker processes: plain data only."""

    def __call__(self, interview: CodecContext) -> Iterator[Event]:
        """Ask, judge, and yield events."""
        ...
