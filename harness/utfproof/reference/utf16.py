"""UTF-16 by RFC 2781 section 2, the same as ISO/IEC 10646 clause 9.3: units of 16 bits, pairs."""

from __future__ import annotations

from functools import cache, lru_cache

from utfproof.model.encoding import ByteOrder, is_scalar, is_surrogate
from utfproof.model.reading import IllFormed, Part, Reading, Value
from utfproof.reference import tables
from utfproof.reference.automaton import Automaton

WIDTH = 2
FIRST_SUPPLEMENTARY = 0x10000

# The same in octets, big-endian (RFC 2781 section 3.1).
TABLE = tables.table("""
0000-D7FF      00-D7  00-FF
E000-FFFF      E0-FF  00-FF
10000-10FFFF   D8-DB  00-FF  DC-DF  00-FF
""")


def read(octets: bytes, order: ByteOrder) -> Reading:
    """Read octets as UTF-16 in a byte order (RFC 2781 section 2.2); no signature is looked for."""
    parts: list[Part] = []
    offset = 0
    while offset < len(octets):
        part = part_at(octets, offset, order)
        parts.append(part)
        offset += len(part.octets)
    return Reading(tuple(parts))


def part_at(octets: bytes, offset: int, order: ByteOrder) -> Part:
    """Read one character, or one error, at an offset (RFC 2781 section 2.2, steps 1 to 5).

    A lone surrogate is an error of its own two octets: step 3 only looks at the next unit, which
    is read anew. What is unfinished at the end is one error, be it a high surrogate, half a unit
    or both (Encoding Standard, shared UTF-16 decoder).
    """
    unit = octets[offset : offset + WIDTH]
    if len(unit) < WIDTH:
        return IllFormed(octets[offset:], truncated=True)
    if alone := _character(unit, order):
        return alone
    first = int.from_bytes(unit, order)
    if is_low(first):
        return IllFormed(octets[offset : offset + 2])
    second = _unit(octets, offset + 2, order)
    if second is None:
        return IllFormed(octets[offset:], truncated=True)
    if not is_low(second):
        return IllFormed(octets[offset : offset + 2])
    return Value(joined(first, second), octets[offset : offset + 4])


def encode(value: int, order: ByteOrder) -> bytes:
    """Write a scalar value as one unit or as a pair (RFC 2781 section 2.1).

    Raises:
        ValueError: for a surrogate and above 10FFFF.

    """
    if not is_scalar(value):
        message = f"U+{value:04X} cannot be encoded in UTF-16"
        raise ValueError(message)
    written = (value,) if value < FIRST_SUPPLEMENTARY else halves(value)
    return b"".join(unit.to_bytes(WIDTH, order) for unit in written)


def is_high(unit: int) -> bool:
    """Tell whether a unit is the first half of a pair: D800..DBFF."""
    return 0xD800 <= unit <= 0xDBFF


def is_low(unit: int) -> bool:
    """Tell whether a unit is the second half of a pair: DC00..DFFF."""
    return 0xDC00 <= unit <= 0xDFFF


def is_pair(first: int, second: int) -> bool:
    """Tell whether two units in a row are one character."""
    return is_high(first) and is_low(second)


def joined(high: int, low: int) -> int:
    """Make one value of a pair (RFC 2781 section 2.2, steps 4 and 5)."""
    return FIRST_SUPPLEMENTARY + ((high & 0x3FF) << 10 | low & 0x3FF)


def halves(value: int) -> tuple[int, int]:
    """Make a pair of a value above FFFF (RFC 2781 section 2.1, steps 2 to 4)."""
    bits = value - FIRST_SUPPLEMENTARY
    return 0xD800 | bits >> 10, 0xDC00 | bits & 0x3FF


@cache
def automaton(order: ByteOrder) -> Automaton:
    """Return the minimal automaton of well-formed UTF-16 in a byte order."""
    return tables.automaton(TABLE if order == "big" else tables.little_endian(TABLE, WIDTH))


# The same few characters stand in most texts, and to make an object takes longer than to find it.
@lru_cache(1 << 12)
def _character(unit: bytes, order: ByteOrder) -> Value | None:
    """Return the character that one unit is; None for a surrogate."""
    value = int.from_bytes(unit, order)
    return None if is_surrogate(value) else Value(value, unit)


def _unit(octets: bytes, offset: int, order: ByteOrder) -> int | None:
    """Return the unit at an offset; None where fewer than two octets are left."""
    unit = octets[offset : offset + WIDTH]
    return int.from_bytes(unit, order) if len(unit) == WIDTH else None
