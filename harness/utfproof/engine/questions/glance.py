"""The certain facts of an input, seen from its octets: most of a million need no reading."""

from __future__ import annotations

import re
from collections.abc import Callable
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


Suspicion = Callable[[bytes], object]
"""A quick test of an input: true of each that breaks a demand, and perhaps of some others."""


def well_formed(scheme: Scheme, octets: bytes) -> bool | None:
    """Return whether an input is well-formed; None where the scheme has no pattern.

    Source: ISO/IEC 10646 clauses 9.2 to 9.4.
    """
    # Behind a signature the text is of one order, in which the signature is a character too.
    pattern = _ill_formed(schemes.ordered(scheme, schemes.order_of(scheme, octets)))
    return not pattern.match(octets) if pattern else None


@cache
def suspicion(demand: Demand, scheme: Scheme) -> Suspicion | None:
    """Return the quick test of a demand; None where each input has to be read.

    That of well-formed text is true of all that is ill-formed, and of nothing else.
    """
    if demand in {Demand.WELL_FORMED, Demand.WELL_FORMED_OR_CUT_OFF}:
        pattern = _ill_formed(scheme)
        return pattern and pattern.match
    if scheme is Scheme.UTF_8:
        pattern = _SUSPECT_OCTETS.get(demand)
        return pattern and pattern.search
    pattern = _suspect_unit(demand, scheme)
    return pattern and pattern.match


@cache
def _ill_formed(scheme: Scheme) -> re.Pattern[bytes] | None:
    """Match the beginning of an input that is not well-formed, up to its first error."""
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
    # Atomic: nothing is tried twice, so that a long ill-formed input takes linear time. Possessive
    # quantifiers would say the same, but Python 3.11.2 matches them wrongly.
    return re.compile(b"(?>(?:%b)*)(?=.)" % b"|".join(sequences), re.DOTALL)


def _suspect_unit(demand: Demand, scheme: Scheme) -> re.Pattern[bytes] | None:
    """Match the beginning of an input up to a suspect unit, in the scheme's byte order or either.

    A rest that is too short for a unit holds no character.
    """
    width, order = facts(scheme).unit, facts(scheme).order
    if width == 1 or demand not in _SUSPECT_UNITS:
        return None
    if demand is Demand.NO_NONCHARACTERS and width == 4:
        return None  # the patterns know no plane but the first
    orders = (order,) if order else _ORDERS
    return re.compile(b"|".join(_up_to_suspect(demand, width, one) for one in orders), re.DOTALL)


def _up_to_suspect(demand: Demand, width: int, order: ByteOrder) -> bytes:
    zeros = [rb"\x00"] * (width - 2)
    suspects = b"|".join(_unit(order, *zeros, *unit) for unit in _SUSPECT_UNITS[demand])
    return b"(?>(?:(?!%b)%b)*)(?=%b)" % (suspects, _ANY * width, _ANY * width)


def _unit(order: ByteOrder | None, *octets: bytes) -> bytes:
    """Put the octets of a unit, the highest first, in the byte order."""
    return b"".join(reversed(octets) if order == "little" else octets)
