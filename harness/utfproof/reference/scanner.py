"""Scanners: a regular expression that cuts octets into the parts of a reading.

The rows of a scheme's table become the expression; `schemes.read_text` reads each part. It serves
inputs by the hundred thousand, where most parts have been read before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from utfproof.model.encoding import Scheme
from utfproof.reference import ranges, tables, variants
from utfproof.reference.tables import Row

Scanner = Callable[[bytes], list[bytes]]

_LEAD = 0xC2
"""The lowest octet that leads others."""
_PAIR = tables.table("""
10000-10FFFF  ED  A0-AF  80-BF  ED  B0-BF  80-BF
""")

_ROWS = {
    Scheme.UTF_8: ranges.TABLE_3.rows,
    **{scheme: table.rows for scheme, table in variants.TABLES.items()},
    # A pair is one part, and a half alone is one too: the longer row stands first.
    Scheme.MUTF_8: (*_PAIR.rows, *variants.MUTF_8.rows),
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
    Scheme.UCS_2: rb"..|.",
    Scheme.UCS_4: rb"....|.{1,3}",
}  # fmt: skip


@cache
def scanner(scheme: Scheme) -> Scanner | None:
    """Return the function that cuts octets into parts, which joined are the octets again.

    None for a scheme that has no table, and is none of UTF-16 or UTF-32 in one order.
    """
    rows = _ROWS.get(scheme)
    pattern = b"|".join(_alternatives(rows)) if rows else _UNITS.get(scheme)
    return re.compile(pattern, re.DOTALL).findall if pattern else None


def _alternatives(rows: Iterable[Row]) -> Iterator[bytes]:
    """Yield whole characters, then their beginnings (maximal subparts), long ones first."""
    rows = tuple(rows)
    longest = max(len(row.octets) for row in rows)
    whole = b"|".join(_expression(row.octets) for row in rows)
    # Whole characters first: `re` takes the first alternative that fits, and not the longest.
    for length in (None, *range(longest - 1, 0, -1)):
        for row in rows:
            if length is None or len(row.octets) > length:
                yield _not_behind(row, rows) + _beginning(row, length, whole)
    # What begins no character is an error by itself.
    yield b"."


def _beginning(row: Row, length: int | None, whole: bytes) -> bytes:
    """Express the first octets of a row, of which none but the first begins a character."""
    first, *others = row.octets[:length]
    # Only in CESU-8 is there a lead among them, that of the second half.
    return _expression([first]) + b"".join(
        b"(?!%b)" % whole * (length is not None and one.start >= _LEAD) + _expression([one])
        for one in others
    )


def _not_behind(row: Row, rows: Iterable[Row]) -> bytes:
    """Demand that no value stands before behind which the row does not apply."""
    # A lead octet is nothing else, so octets that look like such a value before are one.
    return b"".join(
        b"(?<!%b)" % _expression(other.octets)
        for other in rows
        if row.not_after and other.values.start in row.not_after
    )


def _expression(octets: Iterable[range]) -> bytes:
    return b"".join(b"[\\x%02x-\\x%02x]" % (one.start, one[-1]) for one in octets)
