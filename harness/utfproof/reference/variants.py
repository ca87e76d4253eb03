"""The relatives of UTF-8, each as the table of its octet ranges.

Where a relative differs from UTF-8 it differs by rows: more of them (RFC 2279, generalized
UTF-8), others (CESU-8, Modified UTF-8), or rows that depend on what came before (WTF-8).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from utfproof.model.encoding import Scheme
from utfproof.model.reading import IllFormed, Part, Reading, Value
from utfproof.reference import tables, utf16
from utfproof.reference.automaton import Automaton

# RFC 2279 section 2: one to six octets. Overlong forms are refused (the rows are mutually
# exclusive); surrogates too, since pairs must be undone before they are written.
RFC_2279 = tables.table("""
00000000-0000007F  00-7F
00000080-000007FF  C2-DF  80-BF
00000800-00000FFF  E0     A0-BF  80-BF
00001000-0000CFFF  E1-EC  80-BF  80-BF
0000D000-0000D7FF  ED     80-9F  80-BF
0000E000-0000FFFF  EE-EF  80-BF  80-BF
00010000-0003FFFF  F0     90-BF  80-BF  80-BF
00040000-001FFFFF  F1-F7  80-BF  80-BF  80-BF
00200000-00FFFFFF  F8     88-BF  80-BF  80-BF  80-BF
01000000-03FFFFFF  F9-FB  80-BF  80-BF  80-BF  80-BF
04000000-3FFFFFFF  FC     84-BF  80-BF  80-BF  80-BF  80-BF
40000000-7FFFFFFF  FD     80-BF  80-BF  80-BF  80-BF  80-BF
""")

# Unicode Technical Report #26, section 2.2: a character above FFFF is the three octets of each of
# its surrogates, six together; the forms of four octets do not exist.
CESU_8 = tables.table("""
0000-007F     00-7F
0080-07FF     C2-DF  80-BF
0800-0FFF     E0     A0-BF  80-BF
1000-CFFF     E1-EC  80-BF  80-BF
D000-D7FF     ED     80-9F  80-BF
E000-FFFF     EE-EF  80-BF  80-BF
10000-10FFFF  ED     A0-AF  80-BF  ED  B0-BF  80-BF
""")

# The Java Virtual Machine Specification, section 4.4.7: null is two octets, never the octet 00,
# and every unit of UTF-16 has a form of its own, a surrogate like any other.
MUTF_8 = tables.table("""
0000-0000     C0     80
0001-007F     01-7F
0080-07FF     C2-DF  80-BF
0800-0FFF     E0     A0-BF  80-BF
1000-FFFF     E1-EF  80-BF  80-BF
""")

# The WTF-8 encoding, generalized UTF-8: UTF-8 with D800..DFFF as values like others.
GENERALIZED_UTF_8 = tables.table("""
0000-007F      00-7F
0080-07FF      C2-DF  80-BF
0800-0FFF      E0     A0-BF  80-BF
1000-FFFF      E1-EF  80-BF  80-BF
10000-3FFFF    F0     90-BF  80-BF  80-BF
40000-FFFFF    F1-F3  80-BF  80-BF  80-BF
100000-10FFFF  F4     80-8F  80-BF  80-BF
""")

# The WTF-8 encoding, WTF-8: generalized UTF-8 in which no surrogate pair stands as two forms of
# three octets. Such a pair has the form of four octets, or a string could be written in two ways.
WTF_8 = tables.table("""
0000-007F      00-7F
0080-07FF      C2-DF  80-BF
0800-0FFF      E0     A0-BF  80-BF
1000-CFFF      E1-EC  80-BF  80-BF
D000-D7FF      ED     80-9F  80-BF
D800-DBFF      ED     A0-AF  80-BF
DC00-DFFF      ED     B0-BF  80-BF           not after D800-DBFF
E000-FFFF      EE-EF  80-BF  80-BF
10000-3FFFF    F0     90-BF  80-BF  80-BF
40000-FFFFF    F1-F3  80-BF  80-BF  80-BF
100000-10FFFF  F4     80-8F  80-BF  80-BF
""")

TABLES = {
    Scheme.RFC_2279: RFC_2279,
    Scheme.CESU_8: CESU_8,
    Scheme.MUTF_8: MUTF_8,
    Scheme.GENERALIZED_UTF_8: GENERALIZED_UTF_8,
    Scheme.WTF_8: WTF_8,
}


def read(scheme: Scheme, octets: bytes) -> Reading:
    """Read octets by the table of a scheme; no signature is looked for.

    In MUTF-8 a high half directly before a low half is one value of six octets. In CESU-8 an
    ill-formed high half takes in no octet of a character behind it.
    """
    reading = tables.read(TABLES[scheme], octets)
    if scheme is Scheme.CESU_8 and not reading.well_formed:
        return Reading(tuple(_given_back(reading)))
    return pairs_joined(reading) if scheme is Scheme.MUTF_8 else reading


def encode(scheme: Scheme, value: int) -> bytes:
    """Write a value by the table of a scheme.

    Raises:
        ValueError: if the scheme has no form for the value.

    """
    if scheme is Scheme.MUTF_8 and utf16.FIRST_SUPPLEMENTARY <= value <= 0x10FFFF:
        return b"".join(tables.write(MUTF_8, half) for half in utf16.halves(value))
    return tables.write(TABLES[scheme], value)


@cache
def automaton(scheme: Scheme) -> Automaton:
    """Return the minimal automaton of the strings that are well-formed in a scheme."""
    return tables.automaton(TABLES[scheme])


def pairs_joined(reading: Reading) -> Reading:
    """Make one value of each high half followed by a low half (JVMS 4.4.7, last form)."""
    parts = list(reading.parts)
    # From the end on, so that joining two parts moves no place that is still to come.
    for at in reversed([at for at, part in enumerate(parts) if _is_high(part)]):
        match parts[at : at + 2]:
            case [Value(high, first), Value(low, second)] if utf16.is_low(low):
                parts[at : at + 2] = [Value(utf16.joined(high, low), first + second)]
    return Reading(tuple(parts))


_HALF = 3
"""Octets of half a pair in CESU-8."""


def _given_back(reading: Reading) -> Iterator[Part]:
    """End a high half before ED where a character begins with it, and no low half.

    The maximal subpart takes that ED in, which is best practice (Unicode 3.9, D93b); that no
    octet of a well-formed sequence is taken in for the error before it is a must (3.9).
    """
    octets, end = reading.octets, 0
    for offset, part in reading.placed():
        if offset < end:
            continue  # a tail of the character
        behind = offset + _HALF
        # Three octets and the ED that the maximal subpart took in.
        if len(part.octets) == _HALF + 1:
            character = tables.first_part(CESU_8, octets, behind)
            if isinstance(character, Value):
                yield IllFormed(octets[offset:behind])
                yield character
                end = behind + len(character.octets)
                continue
        yield part


def _is_high(part: Part) -> bool:
    return isinstance(part, Value) and utf16.is_high(part.value)
