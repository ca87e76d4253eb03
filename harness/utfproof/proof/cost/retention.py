"""Retention: whether a process keeps memory for every question. Pure: no session, no clock.

A process that is warm needs no more memory for the same questions. Allocators and collectors of
garbage let memory rise for a while, and stop; so a rise is told only where it went on however
often the number of questions was doubled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from statistics import median

from utfproof.model.operation import Offer
from utfproof.model.verdict import Verdict

WEAKNESS = "CWE-401"
DOUBT = 64 << 10
"""Octets of a rise below which memory is steady: kernels count pages in lumps."""
CLEAR = 2 << 20
"""Octets of a rise from which it has a shape."""
_WINDOWS = 4
_LEAST_SHARE = 0.25
_MOST_POINTS = 64


@dataclass(frozen=True, slots=True)
class MemoryPoint:
    """The octets that a process has in memory after so many questions."""

    questions: int
    octets: int


@dataclass(frozen=True, slots=True)
class Retention:
    """Memory that rises with the questions of an offer, of one shape or of several in turn."""

    offer: Offer
    shape: str
    points: tuple[MemoryPoint, ...]

    @property
    def verdict(self) -> Verdict:
        """Return the verdict, the same as for time that grows."""
        return Verdict.NON_STRICT

    @property
    def each(self) -> float:
        """Return the octets that a question leaves, by the rise of the last half."""
        return slope(last_half(self.points))

    @property
    def questions(self) -> int:
        """Return how many questions were asked."""
        return self.points[-1].questions - self.points[0].questions

    @property
    def grown(self) -> int:
        """Return how many octets the process has grown by."""
        return grown(self.points)


def grown(points: Sequence[MemoryPoint]) -> int:
    """Return how many octets a process has grown by."""
    return points[-1].octets - points[0].octets


def last_half(points: Sequence[MemoryPoint]) -> Sequence[MemoryPoint]:
    """Return the points of the last half, which what a program does first is no part of."""
    return points[len(points) // 2 :]


def slope(points: Sequence[MemoryPoint]) -> float:
    """Return the octets a question: the median of the slopes between any two points.

    A few points that lie elsewhere do not change it (Theil and Sen).
    """
    few = points[:: max(1, len(points) // _MOST_POINTS)]
    slopes = [
        (other.octets - one.octets) / (other.questions - one.questions)
        for one, other in combinations(few, 2)
    ]
    return median(slopes) if slopes else 0.0


def rise(points: Sequence[MemoryPoint]) -> int:
    """Return how much more is kept at the end than at the beginning."""
    least = _least(points)
    return least[-1] - least[0]


def rises_throughout(points: Sequence[MemoryPoint]) -> bool:
    """Tell whether memory rises from each quarter to the next, and about alike.

    The least octets of a quarter count: what a collection of garbage takes away was not kept.
    """
    least = _least(points)
    step = _LEAST_SHARE * (least[-1] - least[0]) / (_WINDOWS - 1)
    return step > 0 and all(other - one >= step for one, other in pairwise(least))


def _least(points: Sequence[MemoryPoint]) -> list[int]:
    """Return the least octets of each quarter."""
    bounds = [len(points) * number // _WINDOWS for number in range(_WINDOWS + 1)]
    return [min(one.octets for one in points[begin:end]) for begin, end in pairwise(bounds)]
