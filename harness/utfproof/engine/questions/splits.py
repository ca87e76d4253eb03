"""Splits of an input into chunks, by its length."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

_LONGEST = 24
"""Octets of the longest input that is cut everywhere."""


@dataclass(frozen=True, slots=True)
class Split:
    """A split in words, with the lengths of its chunks and where they end."""

    way: str
    lengths: tuple[int, ...]
    ends: tuple[int, ...]


@lru_cache(maxsize=256)
def splits(length: int) -> tuple[Split, ...]:
    """Return splits: whole, every two-way split, octet by octet, with empty chunks between."""
    return tuple(
        Split(f"chunks {'+'.join(map(str, lengths))}", lengths, tuple(accumulate(lengths)))
        for lengths in _lengths(length)
    )


def _lengths(length: int) -> Iterator[tuple[int, ...]]:
    yield (length,)
    if length > _LONGEST:
        yield from ((at, length - at) for at in (1, length // 2, length - 1))
        return
    yield from ((at, length - at) for at in range(1, length))
    if length > 2:
        yield (1,) * length
    if length > 1:
        yield (0, *(piece for _ in range(length) for piece in (1, 0)))
