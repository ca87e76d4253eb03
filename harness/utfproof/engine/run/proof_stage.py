"""A stage of proof: questions that a level asks of a codec beyond the written cases."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from utfproof.adapters.manifest import Codec
from utfproof.adapters.session.session import Session
from utfproof.engine.journal.events import CaseFinished, Event, ShardFinished
from utfproof.engine.questions.plan import Narrowing
from utfproof.engine.run.codec_session import CodecSession
from utfproof.model.operation import Offer
from utfproof.model.verdict import Verdict
from utfproof.vectors.suite import Suite

LoadSuite = Callable[[], Suite]
"""Loads the suite in a worker process. It is sent there by name: a function of a module."""


@dataclass(frozen=True, slots=True)
class WorkerUsage:
    """The share of a worker process in a codec's run.

    `restarts` counts the adapter processes that had to be replaced, `stderr` is the end of their
    output there, `harness` the worker's own processor time in seconds, and `adapter` that of its
    adapter processes.
    """

    restarts: int
    stderr: str
    harness: float
    adapter: float


@dataclass(slots=True)
class CodecRecord:
    """A run's record of one codec, which grows while the codec is asked.

    `not_passed` are the cases with any verdict but pass, for the diagnosis at the end; `workers`
    the shares of worker processes. `first` has each case as it was judged first, by its name and
    offer, of a codec that is asked again; None where that is not needed.
    """

    not_passed: list[CaseFinished] = field(default_factory=list)
    workers: list[WorkerUsage] = field(default_factory=list)
    first: dict[tuple[str, str], CaseFinished] | None = None

    def take(self, event: Event) -> None:
        """Keep a case that did not pass, or that is asked again."""
        if not isinstance(event, CaseFinished):
            return
        if event.verdict is not Verdict.PASS:
            self.not_passed.append(event)
        if self.first is not None:
            self.first.setdefault((event.case, event.op), event)


@dataclass(frozen=True, slots=True)
class CodecContext:
    """One codec of a run, as the stages of proof ask it.

    name: its full name, `rust/std`.
    codec: its entry in the manifest.
    offers: the offers that are asked.
    session: the conversation with its adapter.
    another: starts a further process of the same adapter, from a worker process too.
    narrowing: the part of the questions that is asked.
    suite: the vectors.
    jobs: how many processes of the adapter may work at once.
    load_suite: how a worker process gets the suite; without it no worker is started.
    done: the shards that an interrupted run has finished before.
    record: the cases and workers of this run so far.
    written: asks the written cases of an offer once more, and yields them judged.
    """

    name: str
    codec: Codec
    offers: tuple[Offer, ...]
    session: Session
    another: Callable[[], Session]
    narrowing: Narrowing
    suite: Suite
    jobs: int = 1
    load_suite: LoadSuite | None = None
    done: Sequence[ShardFinished] = ()
    record: CodecRecord = field(default_factory=CodecRecord)
    written: Callable[[Offer], Iterator[CaseFinished]] = lambda _: iter(())

    @classmethod
    def of(cls, asked: CodecSession, suite: Suite, narrowing: Narrowing) -> CodecContext:
        """Make the context of a codec that is asked in this process alone."""
        return cls(
            name=asked.name,
            codec=asked.codec,
            offers=asked.offers(narrowing),
            session=asked.session,
            another=asked.session.another,
            narrowing=narrowing,
            suite=suite,
        )


class ProofStage(Protocol):
    """Asks a codec and yields events. It is sent to worker processes: plain data only."""

    def __call__(self, context: CodecContext, /) -> Iterator[Event]:
        """Ask, judge, and yield events."""
        ...
