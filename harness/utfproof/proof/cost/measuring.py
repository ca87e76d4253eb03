"""Measuring: the processor time and the memory of an adapter for inputs of growing size.

The time is that of the adapter's processes, not of the clock: other programs of the machine do
not count. Systems count it in hundredths of a second, so short questions are repeated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

from utfproof.adapters.session.answer_lines import parse
from utfproof.adapters.session.session import Session
from utfproof.engine.judging.judge import describe
from utfproof.model.outcome import Crashed, Garbled, Hung, Impossible, NotRun, Outcome
from utfproof.proof.cost.growth import (
    DOUBLINGS,
    LONG,
    CostCurve,
    CostEnd,
    CostPoint,
    eases,
    steep,
)
from utfproof.proof.cost.shapes import CostShape

LARGEST = 1 << 20
_SMALLEST = 1 << 8
_GLANCES = (1 << 14, 1 << 17, LARGEST)
_TICK = 0.01
_FEWEST_TICKS = 3
_SHORT = 0.05
"""Seconds below which a question says nothing of its growth."""
_ENOUGH = 0.1
"""Seconds that the repetitions of a question take together, ten ticks of the clock."""
_LONG_IF_STEEP, _LONGEST_IF_EASING = 1.0, 4.0
_LONGEST_GLANCE = 1.0
_LINEAR = 1.1
_MOST_REPEATS = 256
_REPETITIONS = 3


def _goes_on(points: Sequence[CostPoint]) -> bool:
    """Tell whether to ask twice the input.

    A steep curve is followed further, and one that becomes less steep further still: what reads
    ahead a fixed distance again and again takes time by the square up to there alone.
    """
    if len(points) <= DOUBLINGS:
        return True
    if not steep(points):
        return points[-1].seconds < LONG
    return points[-1].seconds < (_LONGEST_IF_EASING if eases(points) else _LONG_IF_STEEP)


class _UnansweredError(Exception):
    """A question has no answer to time; `end` where the codec crashed or hung."""

    def __init__(self, outcome: Outcome, size: int) -> None:
        super().__init__(describe(outcome))
        self.end = CostEnd(outcome, size) if isinstance(outcome, Crashed | Hung) else None


@dataclass(frozen=True, slots=True)
class CostMeter:
    """Asks one codec inputs of growing size.

    A curve is measured in full only where a glance at three sizes leaves a doubt: then from 256 on,
    in doublings, to 1 Mi or to a quarter of a second, and to a second while it is steep. What looks
    steep is measured three times, and the least time of each size counts.
    """

    session: Session
    codec: str
    excluded: frozenset[int]

    def curve(self, shape: CostShape, longest: int | None = None) -> CostCurve:
        """Measure a shape, up to the longest input that the codec can be given."""
        most = min(longest or LARGEST, LARGEST)
        try:
            if found := self._glance(shape, most):
                return CostCurve(shape.offer, shape.name, found)
        except _UnansweredError as error:
            if error.end is None:
                return CostCurve(shape.offer, shape.name, (), unasked=str(error))
            return self._in_full(shape, most, error.end)
        return self._in_full(shape, most)

    def _glance(self, shape: CostShape, most: int) -> tuple[CostPoint, ...] | None:
        """Ask three sizes; None where the time of the last may grow faster than its input."""
        points: list[CostPoint] = []
        for size in _GLANCES:
            line = shape.line(size) if size <= most else None
            if line is None:
                break
            points.append(self._asked(shape, line, size, 1))
            before, last = points[max(0, len(points) - 2)], points[-1]
            share = (last.size / before.size) ** _LINEAR
            linear = last is not before and last.seconds <= share * max(before.seconds, _TICK)
            if last.seconds > _SHORT and not linear:
                return None
            if last.seconds > _LONGEST_GLANCE:
                break
        return tuple(points)

    def _in_full(self, shape: CostShape, most: int, ended: CostEnd | None = None) -> CostCurve:
        """Measure in doublings; `ended` is how a glance ended, kept where this ends otherwise."""
        points: list[CostPoint] = []
        size = _SMALLEST
        while size <= most and _goes_on(points):
            try:
                point = self._repeated(shape, size)
            except _UnansweredError as error:
                ended = error.end or ended
                break
            if point is None:
                break
            points.append(point)
            size *= 2
        for _ in range(_REPETITIONS - 1):
            if not steep(points):
                break
            points[-DOUBLINGS - 1 :] = [self._again(shape, one) for one in points[-DOUBLINGS - 1 :]]
        return CostCurve(shape.offer, shape.name, tuple(points), ended)

    def _again(self, shape: CostShape, point: CostPoint) -> CostPoint:
        try:
            other = self._repeated(shape, point.size) or point
        except _UnansweredError:
            return point
        return min(point, other, key=lambda one: one.seconds)

    def _repeated(self, shape: CostShape, size: int) -> CostPoint | None:
        """Measure a size, asked so often that the clock shows it."""
        line = shape.line(size)
        if line is None:
            return None
        once = self._asked(shape, line, size, 1)
        if once.seconds >= _ENOUGH:
            return once
        repeats = min(_MOST_REPEATS, ceil(_ENOUGH / max(once.seconds, _TICK / 8)))
        # Several questions of a block lie in memory together: the peak is that of one.
        return replace(self._asked(shape, line, size, repeats), peak=once.peak)

    def _asked(self, shape: CostShape, line: bytes, size: int, repeats: int) -> CostPoint:
        """Measure one of several equal questions."""
        before = self.session.processor_seconds
        self.session.memory()  # the peak of what was asked earlier
        answers = self.session.ask(self.codec, shape.offer, [line] * repeats, self.excluded)
        taken = self.session.processor_seconds - before
        for answer in answers:
            if not isinstance(answer, bytes):
                raise _UnansweredError(answer, size)
        first = answers[0]
        if isinstance(first, bytes) and not first.startswith((b"ok", b"error")):
            outcome = parse(shape.offer.op, first)
            if isinstance(outcome, Garbled | Impossible | NotRun):
                raise _UnansweredError(outcome, size)
        resolved = taken >= _FEWEST_TICKS * _TICK
        return CostPoint(size, taken / repeats, resolved, self.session.memory().peak)
