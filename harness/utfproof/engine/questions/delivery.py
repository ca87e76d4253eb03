"""Delivery: how much of its output a codec owes with each chunk, and whether it came late.

With each chunk is due all that the input so far decides. What may still become another output is
not: the octets of a sequence that is not complete, a high surrogate, half a code unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TypeVar

from utfproof.model.outcome import Values

Due = tuple[int, ...]
"""How much output is due by the end of each chunk, counted from the beginning of the text."""


@dataclass(frozen=True, slots=True)
class LateOutput:
    """The first chunk that is late, from 0: of what is due by its end so much was delivered."""

    chunk: int
    delivered: int
    due: int


def owed_by(decided: Iterable[tuple[int, int]], units: int) -> tuple[int, ...]:
    """Return how much is due once so many units of the input were given: none, one … all.

    `decided` has for each piece of output, in their order, the index of the unit of input that
    decides it and its size. An index at or behind the end stands for the flush.
    """
    sizes = [0] * (units + 1)
    earliest = 0
    for index, size in decided:
        # Nothing overtakes what stands before it.
        earliest = max(earliest, index + 1)
        if earliest > units:
            break
        sizes[earliest] += size
    return tuple(accumulate(sizes))


def due(lengths: Sequence[int], owed: Sequence[int]) -> Due:
    """Return how much is due by the end of each chunk, of what `owed_by` returns."""
    return tuple([owed[end] for end in accumulate(lengths)])


def late(owed: Due, outputs: Sequence[Sequence[int]]) -> LateOutput | None:
    """Return the first chunk by whose end less came than is due; None where all comes in time."""
    delivered = accumulate(map(len, outputs))
    # `outputs` has one entry more, the flush, with which everything may come.
    for chunk, (came, wanted) in enumerate(zip(delivered, owed, strict=False)):
        if came < wanted:
            return LateOutput(chunk, came, wanted)
    return None


_Output = TypeVar("_Output", bytes, Values)


def parted(output: _Output, owed: Due) -> list[_Output]:
    """Part an output into that due with each chunk and the rest, for the flush."""
    begins, ends = (0, *owed), (*owed, len(output))
    return [output[begin:end] for begin, end in zip(begins, ends, strict=True)]
