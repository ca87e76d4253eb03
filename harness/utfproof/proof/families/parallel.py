"""The families of one codec, asked by worker processes side by side, each some of its offers.

One process asks an offer, since the observations about a codec are kept by offer. So the events
are those of a single process, in the same order.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial

from utfproof.adapters.manifest import Codec
from utfproof.adapters.session.session import Session
from utfproof.engine.journal.events import Event, FamilyFinished, FamilyStarted
from utfproof.engine.questions.plan import Narrowing
from utfproof.engine.run import worker_pool
from utfproof.engine.run.proof_stage import CodecContext, LoadSuite, ProofStage, WorkerUsage
from utfproof.model.operation import CUT_OPS, Offer, Op

_WEIGHTS: Mapping[Op, float] = {
    Op.DECODE: 4,
    Op.VALIDATE: 2,
    Op.ENCODE: 1,
    **dict.fromkeys(CUT_OPS, 1),
}
"""How long the families of an operation take, in proportion; in UTF-8, where they are largest."""
_ELSE = 0.3

Lot = tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class _FamilyTask:
    """The needs of a worker from a context: it has a session and a suite of its own."""

    name: str
    codec: Codec
    another: Callable[[], Session]
    narrowing: Narrowing
    load_suite: LoadSuite

    def asked(self, ask: ProofStage, offers: Lot) -> Iterator[Event | WorkerUsage]:
        """Ask the families of some offers; yield the worker's usage last."""
        with self.another() as session:
            yield from ask(
                CodecContext(
                    name=self.name,
                    codec=self.codec,
                    offers=offers,
                    session=session,
                    another=self.another,
                    narrowing=self.narrowing,
                    suite=self.load_suite(),
                )
            )
            yield WorkerUsage(
                session.restarts, session.stderr, time.process_time(), session.processor_seconds
            )


def lots(context: CodecContext, offers: Sequence[Offer]) -> list[Lot]:
    """Divide offers among as many processes as may work at once, so that all are done together.

    One lot where that is not to be had, for a codec that has crashed before, whose crashes are
    counted together, or where few cases are asked.
    """
    many = (
        worker_pool.is_available()
        and context.load_suite is not None
        and context.narrowing.case == Narrowing().case
        and not context.session.restarts
    )
    count = min(context.jobs, len(offers)) if many else 1
    found: list[list[Offer]] = [[] for _ in range(count)]
    # The heaviest first, each into the lightest lot: so the lots end at about the same time.
    for offer in sorted(offers, key=_weight, reverse=True):
        min(found, key=lambda lot: sum(map(_weight, lot))).append(offer)
    # The order of `offers` again, in which the events of a lot are awaited.
    return [tuple(offer for offer in offers if offer in lot) for lot in found]


def _weight(offer: Offer) -> float:
    return _WEIGHTS.get(offer.op, _ELSE)


def asked(context: CodecContext, ask: ProofStage, found: Sequence[Lot]) -> Iterator[Event]:
    """Ask each lot in a process of its own; yield events in the order of families, then offers."""
    assert context.load_suite is not None  # noqa: S101  (without it `lots` makes one lot)
    task = _FamilyTask(
        context.name, context.codec, context.another, context.narrowing, context.load_suite
    )
    own = partial(_asking, task, ask)
    of = {offer: number for number, lot in enumerate(found) for offer in lot}
    # Whoever leaves this loop early, by an interrupt for example, must end the workers too.
    with closing(worker_pool.run_tasks(own, found, len(found))) as coming:
        streams = _Streams(coming, [deque() for _ in found])
        for family in context.suite.families:
            for offer in context.offers:
                if offer in of:
                    yield from streams.of(of[offer], family.id, str(offer))
        context.record.workers.extend(streams.rest())


def _asking(task: _FamilyTask, ask: ProofStage) -> Callable[[Lot], Iterator[Event | WorkerUsage]]:
    return partial(task.asked, ask)


@dataclass(slots=True)
class _Streams:
    """The events of the parts, each in its own order; events that come too early are kept."""

    coming: Iterator[worker_pool.TaskOutput[Event | WorkerUsage]]
    kept: list[deque[Event | WorkerUsage]]
    ended: set[int] = field(default_factory=set)

    def of(self, lot: int, family: str, op: str) -> Iterator[Event]:
        """Yield the events of a family and an offer; none where it does not fit."""
        match self._next(lot):
            case FamilyStarted(family=now, op=own) if (now, own) == (family, op):
                pass
            case _:
                return
        while not isinstance(event := self._next(lot), WorkerUsage | None):
            yield event
            self.kept[lot].popleft()
            if isinstance(event, FamilyFinished):
                return

    def rest(self) -> Iterable[WorkerUsage]:
        """Return the usage of the processes, once all events have come."""
        for lot in range(len(self.kept)):
            while isinstance(usage := self._next(lot), WorkerUsage):
                yield usage
                self.kept[lot].popleft()

    def _next(self, lot: int) -> Event | WorkerUsage | None:
        while not self.kept[lot] and lot not in self.ended:
            came = next(self.coming)
            self.kept[came.number].extend(came.items)
            if came.last:
                self.ended.add(came.number)
        return self.kept[lot][0] if self.kept[lot] else None
