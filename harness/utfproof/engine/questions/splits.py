"""Splits of an input or of a text into chunks, by its length."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from utfproof.model.operation import Op

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
    return tuple(map(_split, _lengths(length)))


@lru_cache(maxsize=256)
def text_splits(op: Op, length: int) -> tuple[Split, ...]:
    """Return splits for encoders: in two at every place, before, in and behind the text.

    A saved state is resumed behind the first chunk by the encoder that wrote on, behind the second
    by a fresh one: with an empty chunk before them each place has its turn in both.
    """
    before: tuple[tuple[int, ...], ...] = ((), (0,)) if op is Op.ENCODE_RESUMED else ((),)
    places = range(length + 1)
    return tuple(_split((*empty, at, length - at)) for at in places for empty in before)


def _split(lengths: tuple[int, ...]) -> Split:
    return Split(f"chunks {'+'.join(map(str, lengths))}", lengths, tuple(accumulate(lengths)))


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
