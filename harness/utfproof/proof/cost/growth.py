"""Growth: whether the time of a curve grows faster than its input. Pure: no session, no clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log2
from typing import NamedTuple

from utfproof.model.operation import Offer
from utfproof.model.outcome import Crashed, Hung
from utfproof.model.verdict import Verdict

WEAKNESS = "CWE-407"
STEEPEST = 1.2
"""The exponent that a codec which takes its input piece by piece stays below."""
DOUBLINGS = 3
LONG = 0.25
"""Seconds below which growth is not told.

Up to there it may be that of the transport: a host that makes a text of a mebibyte of hex digits
collects its garbage, although its codec refuses the first octet.
"""
LONG_IF_EASING = 1.0
"""The same for a curve that eases at its end, and could be followed no further up to here."""
_LEAST_SECONDS = 1e-6
_STEADY, _LESS = 1.5, 0.2


@dataclass(frozen=True, slots=True)
class CostPoint:
    """Processor seconds of one question about so many octets, or code points for an encoder.

    `resolved` is False where the system's clock is too coarse for them. `peak` is the most octets
    that the adapter's processes had in memory meanwhile, 0 where the system does not tell.
    """

    size: int
    seconds: float
    resolved: bool = True
    peak: int = 0


class CostEnd(NamedTuple):
    """A codec that did not survive a size, or was not done with it before the deadline."""

    outcome: Crashed | Hung
    size: int


@dataclass(frozen=True, slots=True)
class CostCurve:
    """The time of an offer for inputs of one shape, by size.

    `ended` says at which size the codec crashed or gave no answer in time, `unasked` why there are
    no points.
    """

    offer: Offer
    shape: str
    points: tuple[CostPoint, ...]
    ended: CostEnd | None = None
    unasked: str = ""

    @property
    def verdict(self) -> Verdict:
        """A crash or a hang; non-strict for growth; not-run where nothing was measured."""
        if self.ended:
            return Verdict.CRASH if isinstance(self.ended.outcome, Crashed) else Verdict.HANG
        if self.grows:
            return Verdict.NON_STRICT
        return Verdict.PASS if self.points else Verdict.NOT_RUN

    @property
    def exponents(self) -> tuple[float, ...]:
        """Return the exponent between neighbours: 1 where twice the input takes twice the time."""
        return tuple(exponent(one, other) for one, other in pairwise(self.points))

    @property
    def grows(self) -> bool:
        """True when the last three doublings are each steeper than a linear codec's, and long."""
        least = LONG_IF_EASING if eases(self.points) else LONG
        return steep(self.points) and self.points[-1].seconds >= least


def exponent(one: CostPoint, other: CostPoint) -> float:
    """Return the exponent of the growth from one point to another."""
    # Times that a clock tells as nothing would divide by zero.
    times = max(other.seconds, _LEAST_SECONDS) / max(one.seconds, _LEAST_SECONDS)
    return log2(times) / log2(other.size / one.size)


def steep(points: Sequence[CostPoint]) -> bool:
    """Tell whether each of the last three doublings exceeds the steepest exponent."""
    # Three doublings need four points.
    last = points[-DOUBLINGS - 1 :]
    if len(last) <= DOUBLINGS or not all(point.resolved for point in last):
        return False
    return all(exponent(one, other) > STEEPEST for one, other in pairwise(last))


def eases(points: Sequence[CostPoint]) -> bool:
    """Tell whether the last doubling is clearly less steep than the one before, and not steep.

    So end curves of what is bounded: reading ahead a fixed distance, caches that are too small, a
    collector of garbage at its work.
    """
    if len(points) <= 2:
        return False
    before, last = exponent(points[-3], points[-2]), exponent(points[-2], points[-1])
    return last < min(_STEADY, before - _LESS)
