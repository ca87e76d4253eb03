"""Scanners: a regular expression that cuts octets into the parts of a reading.

The rows of a scheme's table become the expression; `schemes.read_text` reads each part. It serves
inputs by the hundred thousand, where most parts have been read before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from utfproof.model.encoding import Scheme
from utfproof.reference import ranges, variants
from utfproof.reference.tables import Row

Scanner = Callable[[bytes], list[bytes]]

_ROWS = {
    Scheme.UTF_8: ranges.TABLE_3.rows,
    Scheme.RFC_2279: variants.RFC_2279.rows,
    Scheme.CESU_8: variants.CESU_8.rows,
    Scheme.GENERALIZED_UTF_8: variants.GENERALIZED_UTF_8.rows,
}

# Characters; then what is unfinished at the end, then units that are ill-formed (RFC 2781 2.2).
_UNITS = {
    Scheme.UTF_16BE: (
        rb"[^\xd8-\xdf].|[\xd8-\xdb].[\xdc-\xdf].|[\xd8-\xdb]..?\Z|..|."
    ),
    Scheme.UTF_16LE: (
        rb".[^\xd8-\xdf]|.[\xd8-\xdb].[\xdc-\xdf]|.[\xd8-\xdb].?\Z|..|."
    ),
    Scheme.UTF_32BE: rb"....|.{1,3}",
    Scheme.UTF_32LE: rb"....|.{1,3}",
}  # fmt: skip


@cache
def scanner(scheme: Scheme) -> Scanner | None:
    """Return the function that cuts octets into parts, which joined are the octets again.

    None for a scheme in which a part depends on the octets before it, or that has no table.
    """
    rows = _ROWS.get(scheme)
    pattern = b"|".join(_alternatives(rows)) if rows else _UNITS.get(scheme)
    return re.compile(pattern, re.DOTALL).findall if pattern else None


def _alternatives(rows: Iterable[Row]) -> Iterator[bytes]:
    """Yield whole characters, then their beginnings (maximal subparts), long ones first."""
    rows = tuple(rows)
    longest = max(len(row.octets) for row in rows)
    # Whole characters first: `re` takes the first alternative that fits, and not the longest.
    for row in rows:
        yield _expression(row.octets)
    for length in range(longest - 1, 0, -1):
        yield from (_expression(row.octets[:length]) for row in rows if len(row.octets) > length)
    # What begins no character is an error by itself.
    yield b"."


def _expression(octets: Iterable[range]) -> bytes:
    return b"".join(b"[\\x%02x-\\x%02x]" % (one.start, one[-1]) for one in octets)
