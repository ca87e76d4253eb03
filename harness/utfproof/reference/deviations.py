"""Deviations that a codec's documentation announces: how octets are read, and values written, then.

Each is local: where the octets of a deviation stand they are read as it says, and all around
them as the scheme says. What is read so is no text of the scheme; it is `by-design` there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from utfproof.model.contract import Deviation
from utfproof.model.encoding import Scheme, facts, is_noncharacter, is_surrogate
from utfproof.model.reading import IllFormed, Part, Reading, Value
from utfproof.reference import ranges, schemes, tables, variants
from utfproof.reference.automaton import Automaton

_NUL_AS_C0_80 = "0000-0000  C0  80"
# What the second octet's narrower range in rows E0 and F0 of table 3 keeps out, and C0 and C1.
_OVERLONG = """
0000-007F  C0-C1  80-BF
0000-07FF  E0     80-9F  80-BF
0000-FFFF  F0     80-8F  80-BF  80-BF
"""
_PAIRS = "10000-10FFFF  ED  A0-AF  80-BF  ED  B0-BF  80-BF"
_SURROGATES = "D800-DFFF  ED  A0-BF  80-BF"
# RFC 2279, section 2: the forms that RFC 3629 took away.
_FOUR_OCTETS = """
00110000-0013FFFF  F4     90-BF  80-BF  80-BF
00140000-001FFFFF  F5-F7  80-BF  80-BF  80-BF
"""
_LONGER = """
00200000-00FFFFFF  F8     88-BF  80-BF  80-BF  80-BF
01000000-03FFFFFF  F9-FB  80-BF  80-BF  80-BF  80-BF
04000000-3FFFFFFF  FC     84-BF  80-BF  80-BF  80-BF  80-BF
40000000-7FFFFFFF  FD     80-BF  80-BF  80-BF  80-BF  80-BF
"""
# Perl, perlunicode, "extended UTF-8": FE leads seven octets and FF thirteen, the value in the
# shortest form that holds it, up to 63 bits.
_TAIL = " 80-BF"
_PERL = (
    f"0000000080000000-0000000FFFFFFFFF  FE 82-BF{_TAIL * 5}",
    f"0000001000000000-000003FFFFFFFFFF  FF 80 80 80 80 80 81-BF{_TAIL * 6}",
    f"0000040000000000-0000FFFFFFFFFFFF  FF 80 80 80 80 81-BF{_TAIL * 7}",
    f"0001000000000000-003FFFFFFFFFFFFF  FF 80 80 80 81-BF{_TAIL * 8}",
    f"0040000000000000-0FFFFFFFFFFFFFFF  FF 80 80 81-BF{_TAIL * 9}",
    f"1000000000000000-7FFFFFFFFFFFFFFF  FF 80 81-87{_TAIL * 10}",
)


def _last_of_plane(plane: int) -> str:
    """Return the row of the last two code points of a plane, which are noncharacters."""
    first = plane << 16 | 0xFFFE
    octets = tables.write(ranges.TABLE_3, first)
    *leads, last = (f"{octet:02X}" for octet in octets)
    return f"{first:X}-{first + 1:X}  {'  '.join(leads)}  {last}-BF"


_MORE_ROWS = {
    Deviation.NUL_AS_C0_80: _NUL_AS_C0_80,
    Deviation.OVERLONG_READ: _OVERLONG.strip(),
    Deviation.PAIRS_JOINED: _PAIRS,
    Deviation.SURROGATES_READ: _SURROGATES,
    Deviation.FOUR_OCTETS_READ: _FOUR_OCTETS.strip(),
    Deviation.EXTENDED_UTF_8: (_FOUR_OCTETS.rstrip() + _LONGER).strip(),
    Deviation.PERL_EXTENDED: "\n".join(_PERL),
}
"""What a deviation reads more than UTF-8, as rows of a table."""
_LESS_ROWS = {
    Deviation.NUL_REFUSED: "0000-0000  00",
    Deviation.NONCHARACTERS_REFUSED: "\n".join(
        ("FDD0-FDEF  EF  B7  90-AF", *map(_last_of_plane, range(17)))
    ),
}
"""The characters of UTF-8 that a deviation refuses, as rows of a table."""
READ = {
    Deviation.NUL_REFUSED: b"\0",
    Deviation.NONCHARACTERS_REFUSED: b"\xef\xf0\xf1\xf2\xf3\xf4",
    Deviation.NUL_AS_C0_80: b"\xc0",
    Deviation.OVERLONG_READ: b"\xc0\xc1\xe0\xf0",
    Deviation.PAIRS_JOINED: b"\xed",
    Deviation.SURROGATES_READ: b"\xed",
    Deviation.FOUR_OCTETS_READ: bytes(range(0xF4, 0xF8)),
    Deviation.EXTENDED_UTF_8: bytes(range(0xF4, 0xFE)),
    Deviation.PERL_EXTENDED: b"\xed\xfe\xff",
}
"""The first octets of what a deviation reads otherwise."""

_INCLUDED = {
    Deviation.NUL_AS_C0_80: Deviation.OVERLONG_READ,
    Deviation.PAIRS_JOINED: Deviation.SURROGATES_READ,
    Deviation.FOUR_OCTETS_READ: Deviation.EXTENDED_UTF_8,
}
"""Deviations of which another reads all the octets: no octets may stand in two rows.

The halves of a pair are joined where they were read.
"""

Deviations = Sequence[Deviation]


def reading(scheme: Scheme, octets: bytes, deviations: Deviations) -> Reading | None:
    """Return the reading under all deviations; None where they change nothing."""
    own = _of_reading(tuple(deviations))
    # Most texts hold none of these octets, and need no second reading.
    if facts(scheme).unit > 1 or not any(lead in octets for lead in _leads(own)):
        return None
    right = schemes.read(scheme, octets)
    found = Reading(tuple(_parts(scheme, right, own)))
    # Halves are read one by one where surrogates are values: only then can they be joined.
    if Deviation.SURROGATES_READ in own and Deviation.PAIRS_JOINED in own:
        found = variants.pairs_joined(found)
    return None if found == right else found


@cache
def _of_reading(deviations: tuple[Deviation, ...]) -> tuple[Deviation, ...]:
    """Return the deviations that read octets otherwise: Perl's extended UTF-8 has surrogates."""
    perl = Deviation.PERL_EXTENDED in deviations
    own = {*deviations, Deviation.SURROGATES_READ} if perl else {*deviations}
    return tuple(one for one in READ if one in own)


@cache
def _leads(deviations: tuple[Deviation, ...]) -> tuple[int, ...]:
    return tuple(octet for one in deviations for octet in READ[one])


def _parts(scheme: Scheme, right: Reading, own: tuple[Deviation, ...]) -> Iterator[Part]:
    octets, leads, unchanged = right.octets, frozenset(_leads(own)), dict(right.placed())
    at = 0
    while at < len(octets):
        # Behind a deviation that took some octets of a part, its rest stands in no part.
        part = None if octets[at] in leads else unchanged.get(at)
        part = part or _part(scheme, octets, at, own)
        yield part
        at += len(part.octets)


def _part(scheme: Scheme, octets: bytes, at: int, own: tuple[Deviation, ...]) -> Part:
    if less := _less(own):
        refused = tables.first_part(less, octets, at)
        if isinstance(refused, Value):
            return IllFormed(refused.octets)
    if more := _table(own):
        first = tables.first_part(more, octets, at)
        if isinstance(first, Value):
            return first
    return tables.first_part(_base(scheme), octets, at)


def _base(scheme: Scheme) -> tables.Table:
    return ranges.TABLE_3 if scheme is Scheme.UTF_8 else variants.TABLES[scheme]


@cache
def _table(own: tuple[Deviation, ...]) -> tables.Table | None:
    """Make the table of additional readings; a deviation that another includes adds no rows."""
    included = {less for less, more in _INCLUDED.items() if more in own}
    rows = [_MORE_ROWS[one] for one in own if one in _MORE_ROWS and one not in included]
    return tables.table("\n".join(rows)) if rows else None


@cache
def _less(own: tuple[Deviation, ...]) -> tables.Table | None:
    """Make the table of the characters that are refused."""
    rows = [_LESS_ROWS[one] for one in own if one in _LESS_ROWS]
    return tables.table("\n".join(rows)) if rows else None


@cache
def automaton(scheme: Scheme, deviations: tuple[Deviation, ...]) -> Automaton | None:
    """Return the automaton of the strings that are accepted; None where no deviation tells."""
    own = _of_reading(tuple(deviations))
    if facts(scheme).unit > 1 or not own:
        return None
    return tables.automaton(tables.altered(_base(scheme), _table(own), _less(own)))


def write(scheme: Scheme, value: int, deviations: Deviations) -> bytes | None:
    """Return the octets that a deviation announces for a value; None where none does.

    A surrogate is written as its own code unit where the scheme has units of two or four octets.
    """
    unit = facts(scheme).unit
    if Deviation.SURROGATES_WRITTEN in deviations and is_surrogate(value):
        if unit == 1:
            return tables.write(variants.GENERALIZED_UTF_8, value)
        return value.to_bytes(unit, "little" if scheme.endswith("LE") else "big")
    if unit > 1:
        return None
    if Deviation.EXTENDED_WRITTEN in deviations and 0x10FFFF < value <= 0x7FFFFFFF:
        return tables.write(variants.RFC_2279, value)
    far = is_surrogate(value) or 0x7FFFFFFF < value <= 0x7FFFFFFFFFFFFFFF
    if Deviation.PERL_EXTENDED in deviations and far:
        rules = _table(_of_reading((Deviation.PERL_EXTENDED,)))
        return tables.write(rules, value) if rules else None
    return None


def refuses(scheme: Scheme, value: int, deviations: Deviations) -> bool:
    """Tell whether a deviation announces that an encoder refuses a scalar value."""
    announced = Deviation.NONCHARACTERS_REFUSED in deviations and facts(scheme).unit == 1
    return announced and is_noncharacter(value)
