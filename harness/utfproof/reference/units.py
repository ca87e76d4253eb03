"""Encodings whose every value is one code unit of a fixed number of octets."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from utfproof.model.encoding import ByteOrder
from utfproof.model.reading import IllFormed, Part, Reading, Value


def read(octets: bytes, width: int, order: ByteOrder, admitted: Callable[[int], bool]) -> Reading:
    """Read units of `width` octets; a unit that is not admitted is one error.

    Octets at the end that are too few for a unit are one error, truncated.
    """
    return Reading(
        tuple(
            _part(octets[offset : offset + width], width, order, admitted)
            for offset in range(0, len(octets), width)
        )
    )


# The same few characters stand in most texts, and to make an object takes longer than to find it.
@lru_cache(1 << 12)
def _part(unit: bytes, width: int, order: ByteOrder, admitted: Callable[[int], bool]) -> Part:
    if len(unit) < width:
        return IllFormed(unit, truncated=True)
    value = int.from_bytes(unit, order)
    return Value(value, unit) if admitted(value) else IllFormed(unit)


def write(value: int, width: int, order: ByteOrder, admitted: Callable[[int], bool]) -> bytes:
    """Write a value as one unit.

    Raises:
        ValueError: if the value is not admitted.

    """
    if not admitted(value):
        message = f"U+{value:04X} cannot be encoded in units of {width} octets"
        raise ValueError(message)
    return value.to_bytes(width, order)
