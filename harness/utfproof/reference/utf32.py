"""UTF-32 by ISO/IEC 10646 clause 9.4: one unit of 32 bits for each scalar value."""

from __future__ import annotations

from functools import cache

from utfproof.model.encoding import ByteOrder, is_scalar
from utfproof.model.reading import Reading
from utfproof.reference import tables, units
from utfproof.reference.automaton import Automaton

WIDTH = 4

# The same in octets, big-endian (clause 10.6). The values follow from 9.4 and 9.1: surrogates are
# ill-formed, and above 10FFFF there is no scalar value.
TABLE = tables.table("""
0000-D7FF      00  00     00-D7  00-FF
E000-FFFF      00  00     E0-FF  00-FF
10000-10FFFF   00  01-10  00-FF  00-FF
""")


def read(octets: bytes, order: ByteOrder) -> Reading:
    """Read octets as UTF-32 in a byte order (clauses 9.4, 10.6, 10.7); no signature is looked for.

    A bad unit is one error of four octets; one to three octets left at the end are one, truncated.
    """
    return units.read(octets, WIDTH, order, is_scalar)


def encode(value: int, order: ByteOrder) -> bytes:
    """Write a scalar value as one unit (clause 9.4).

    Raises:
        ValueError: for a surrogate and above 10FFFF.

    """
    return units.write(value, WIDTH, order, is_scalar)


@cache
def automaton(order: ByteOrder) -> Automaton:
    """Return the minimal automaton of well-formed UTF-32 in a byte order."""
    return tables.automaton(TABLE if order == "big" else tables.little_endian(TABLE, WIDTH))
