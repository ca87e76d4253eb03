"""How an input is cut, and how much room its output gets: its octets decide."""

from __future__ import annotations

from functools import lru_cache
from zlib import crc32

from utfproof.model.operation import Op
from utfproof.model.outcome import Values
from utfproof.oracle.chunked import Split

_CUTS = 8
"""Of so many inputs one is cut octet by octet."""
_MOST_ROOM = 40  # a larger one tells nothing that a smaller one did not


@lru_cache(maxsize=1 << 16)
def split_of(octets: bytes) -> Split:
    """Cut an input into chunks, at places that its octets decide."""
    # A checksum, not dice: the same input is cut alike in every process and years later.
    size, dice = len(octets), crc32(octets)
    if size < 2 or dice % _CUTS == 0:
        return (1,) * size or (0,)
    # Other bits of the checksum for each choice, so that no two of them hang together.
    first = 1 + (dice >> 8) % (size - 1)
    if size - first < 2 or dice & 0x10:
        return (first, size - first)
    second = 1 + (dice >> 16) % (size - first - 1)
    return (first, second, size - first - second)


def cut(values: Values) -> tuple[Values, ...]:
    """Cut code points where the sum of all decides."""
    # At the beginning and at the end too: an empty chunk is a chunk.
    at = sum(values) % (len(values) + 1)
    return (values[:at], values[at:])


def room(op: Op, octets: bytes) -> int:
    """Choose room, in units, that mostly is too little; where more follow, never none."""
    # From none to one unit more than an ASCII text needs; what fits is asked everywhere else.
    return op.refills + crc32(octets) % (len(octets) + 2)


def rooms(op: Op, octets: bytes) -> tuple[int, ...]:
    """List all room that is worth a question of its own."""
    return tuple(range(op.refills, min(len(octets), _MOST_ROOM) + 2))
