"""The certain facts of an input, seen from its octets: most of a million need no reading."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from utfproof.model.contract import Demand
from utfproof.model.encoding import ByteOrder, Scheme, facts
from utfproof.reference import ranges, schemes

_ORDERS: tuple[ByteOrder, ...] = ("big", "little")
_ANY = b"."

# Of each unit of two octets, the higher octet first: what a demand may exclude.
_SUSPECT_UNITS = {
    Demand.NO_NUL: [(rb"\x00", rb"\x00")],
    Demand.XML_CHARACTERS: [(rb"\x00", rb"[\x00-\x08\x0b-\x1f]"), (rb"\xff", rb"[\xfe\xff]")],
    Demand.YAML_CHARACTERS: [
        (rb"\x00", rb"[\x00-\x08\x0a-\x1f\x7f-\x9f]"),
        (rb"\x20", rb"[\x28\x29]"),
        (rb"\xfe", rb"\xff"),
        (rb"\xff", rb"[\xfe\xff]"),
    ],
    # The low surrogates of the last two code points of planes 1 to 16 end in FE and FF too.
    Demand.NO_NONCHARACTERS: [
        (rb"\xfd", rb"[\xd0-\xef]"),
        (rb"[\xdf\xff]", rb"[\xfe\xff]"),
    ],
}
_SUSPECT_OCTETS = {
    Demand.NO_NUL: re.compile(rb"\x00"),
    # The last two code points of every plane end in BF BE and BF BF.
    Demand.NO_NONCHARACTERS: re.compile(rb"\xef\xb7[\x90-\xaf]|\xbf[\xbe\xbf]"),
    Demand.XML_CHARACTERS: re.compile(rb"[\x00-\x08\x0b-\x1f]|\xef\xbf[\xbe\xbf]"),
    Demand.YAML_CHARACTERS: re.compile(
        rb"[\x00-\x08\x0a-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xa8\xa9]|\xef\xbb\xbf|\xef\xbf[\xbe\xbf]"
    ),
}


def well_formed(scheme: Scheme, octets: bytes) -> bool | None:
    """Return whether an input is well-formed; None where the scheme has no pattern.

    Source: ISO/IEC 10646 clauses 9.2 to 9.4.
    """
    # Behind a signature the text is of one order, in which the signature is a character too.
    pattern = _well_formed(schemes.ordered(scheme, schemes.order_of(scheme, octets)))
    return bool(pattern.fullmatch(octets)) if pattern else None


def surely_keeps(demand: Demand, scheme: Scheme, octets: bytes) -> bool:
    """Return whether an input surely holds no character that a demand excludes.

    False says nothing: the input may hold one, or octets that look like one.
    """
    if scheme is Scheme.UTF_8:
        suspects = _SUSPECT_OCTETS.get(demand)
        return suspects is not None and not suspects.search(octets)
    patterns = _unsuspected(demand, scheme)
    return bool(patterns) and all(pattern.fullmatch(octets) for pattern in patterns)


@cache
def _well_formed(scheme: Scheme) -> re.Pattern[bytes] | None:
    order = facts(scheme).order
    match scheme:
        case Scheme.UTF_8:
            sequences = [
                b"".join(b"[\\x%02x-\\x%02x]" % (one[0], one[-1]) for one in row.octets)
                for row in ranges.TABLE_3.rows
            ]
        case Scheme.UTF_16BE | Scheme.UTF_16LE:
            high = _unit(order, rb"[\xd8-\xdb]", _ANY)
            low = _unit(order, rb"[\xdc-\xdf]", _ANY)
            sequences = [_unit(order, rb"[^\xd8-\xdf]", _ANY), high + low]
        case Scheme.UTF_32BE | Scheme.UTF_32LE:
            sequences = [
                _unit(order, rb"\x00", rb"\x00", rb"[^\xd8-\xdf]", _ANY),
                _unit(order, rb"\x00", rb"[\x01-\x10]", _ANY, _ANY),
            ]
        case _:
            return None
    # Possessive: nothing is tried twice, so that a long ill-formed input takes linear time.
    return re.compile(b"(?:%b)*+" % b"|".join(sequences), re.DOTALL)


@cache
def _unsuspected(demand: Demand, scheme: Scheme) -> list[re.Pattern[bytes]]:
    """Match inputs without a suspect unit, in the scheme's byte order or in both."""
    width, order = facts(scheme).unit, facts(scheme).order
    if width == 1 or demand not in _SUSPECT_UNITS:
        return []
    if demand is Demand.NO_NONCHARACTERS and width == 4:
        return []  # the patterns know no plane but the first
    return list(_patterns(demand, width, (order,) if order else _ORDERS))


def _patterns(
    demand: Demand, width: int, orders: tuple[ByteOrder, ...]
) -> Iterator[re.Pattern[bytes]]:
    for order in orders:
        zeros = [rb"\x00"] * (width - 2)
        suspects = b"|".join(_unit(order, *zeros, *unit) for unit in _SUSPECT_UNITS[demand])
        others = b"(?:(?!%b)%b)*+" % (suspects, _ANY * width)
        # A rest that is too short for a unit holds no character.
        yield re.compile(b"%b.{0,%d}" % (others, width - 1), re.DOTALL)


def _unit(order: ByteOrder | None, *octets: bytes) -> bytes:
    """Put the octets of a unit, the highest first, in the byte order."""
    return b"".join(reversed(octets) if order == "little" else octets)
