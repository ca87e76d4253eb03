"""UCS-2 with its 16 bits, UCS-4 with its 31: the obsolete forms of ISO/IEC 10646, big-endian.

RFC 2279 section 1 describes both; ISO/IEC 10646:2017 calls UCS-2 obsolete (clause 9.3, note) and
UCS-4 another name for UTF-32 (9.4), whose limits the older form did not have.
"""

from __future__ import annotations

from functools import cache, partial

from utfproof.model.encoding import Scheme, facts, is_surrogate
from utfproof.model.reading import Reading
from utfproof.reference import tables, units
from utfproof.reference.automaton import Automaton

UCS_2 = tables.table("""
0000-D7FF          00-D7  00-FF
E000-FFFF          E0-FF  00-FF
""")

UCS_4 = tables.table("""
00000000-7FFFFFFF  00-7F  00-FF  00-FF  00-FF
""")

_TABLES = {Scheme.UCS_2: UCS_2, Scheme.UCS_4: UCS_4}


def read(scheme: Scheme, octets: bytes) -> Reading:
    """Read octets as UCS-2 or UCS-4; UCS-2 knows no pairs, and a surrogate is ill-formed there."""
    return units.read(octets, facts(scheme).unit, "big", _HELD[scheme])


def encode(scheme: Scheme, value: int) -> bytes:
    """Write a value as one unit of UCS-2 or UCS-4.

    Raises:
        ValueError: above FFFF or 7FFFFFFF, and in UCS-2 for a surrogate.

    """
    return units.write(value, facts(scheme).unit, "big", _HELD[scheme])


@cache
def automaton(scheme: Scheme) -> Automaton:
    """Return the minimal automaton of well-formed UCS-2 or UCS-4."""
    return tables.automaton(_TABLES[scheme])


def _holds(scheme: Scheme, value: int) -> bool:
    known = facts(scheme)
    return 0 <= value <= known.highest and (known.surrogates or not is_surrogate(value))


# One function for each, so that what is made of a unit can be kept.
_HELD = {scheme: partial(_holds, scheme) for scheme in _TABLES}
