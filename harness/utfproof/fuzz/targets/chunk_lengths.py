"""The places at which an input of a campaign is cut into chunks."""

from __future__ import annotations

from functools import lru_cache
from zlib import crc32

from utfproof.oracle.chunked import Split

_CUTS = 8
"""Of so many inputs one is cut octet by octet."""


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
