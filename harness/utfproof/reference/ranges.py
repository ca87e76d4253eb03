"""UTF-8 by the tables of ISO/IEC 10646:2017 clause 9.2: octet ranges (3), bit distribution (2)."""

from __future__ import annotations

from functools import cache

from utfproof.model.reading import Reading
from utfproof.reference import tables
from utfproof.reference.automaton import Automaton
from utfproof.reference.tables import Row, Table

# Table 2, the columns of the octets; the letters are bits of the scalar value, highest first.
TABLE_2 = """
0xxxxxxx
110yyyyy 10xxxxxx
1110zzzz 10yyyyyy 10xxxxxx
11110uuu 10uuzzzz 10yyyyyy 10xxxxxx
"""

# Table 3: every sequence that matches no row is ill-formed.
TABLE_3: Table = tables.table("""
0000-007F      00-7F
0080-07FF      C2-DF  80-BF
0800-0FFF      E0     A0-BF  80-BF
1000-CFFF      E1-EC  80-BF  80-BF
D000-D7FF      ED     80-9F  80-BF
E000-FFFF      EE-EF  80-BF  80-BF
10000-3FFFF    F0     90-BF  80-BF  80-BF
40000-FFFFF    F1-F3  80-BF  80-BF  80-BF
100000-10FFFF  F4     80-8F  80-BF  80-BF
""")

# The octets that the clause names as prohibited; that no row of Table 3 admits them is a test.
PROHIBITED_OCTETS = (*tables.span("C0-C1"), *tables.span("F5-FF"))


def read(octets: bytes) -> Reading:
    """Read octets as UTF-8 by Table 3, with the values of Table 2."""
    return tables.read(TABLE_3, octets, _scalar_value)


@cache
def automaton() -> Automaton:
    """Return the minimal automaton of the strings that Table 3 makes well-formed."""
    return tables.automaton(TABLE_3)


def _scalar_value(_row: Row, octets: bytes) -> int:
    """Put the lettered bits of Table 2 together, octet by octet."""
    value = 0
    for octet, bits in zip(octets, _LETTERED_BITS[len(octets)], strict=True):
        value = value << bits | octet & (1 << bits) - 1
    return value


# How many bits of each octet are letters in Table 2, by the number of octets.
_LETTERED_BITS = {
    len(row.split()): tuple(sum(bit.isalpha() for bit in octet) for octet in row.split())
    for row in TABLE_2.strip().splitlines()
}
