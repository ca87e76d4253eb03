"""The classes of ill-formed input, each as rows of octet ranges, by scheme.

In `overlong-two  C0-C1 80-BF`, C0 or C1 with a tail octet behind it is one form of that class. A
class may have several rows, the simplest first. Wide forms are written big-endian.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import groupby
from math import prod

from utfproof.model.encoding import ByteOrder, Scheme, facts
from utfproof.reference import ranges, schemes, tables, variants

OF_ONE_OCTET = tables.span("00-FF")


class Place(Enum):
    """The place in an input at which a form belongs to its class."""

    ANYWHERE = "anywhere"
    FOLLOWED = "followed"
    """Where a character follows: a lead without its tails is truncated at the end."""
    LAST = "last"
    """At the end of the input."""


@dataclass(frozen=True, slots=True)
class Form:
    """Octet strings that are ill-formed for one reason: a range for each octet."""

    octets: tuple[range, ...]
    order: ByteOrder = "big"
    unit: int = 1

    @property
    def count(self) -> int:
        """Return how many strings there are."""
        return prod(len(span) for span in self.octets)

    def at(self, index: int) -> bytes:
        """Return one of the strings; 0 is the first octet of every range."""
        octets = []
        # From the last octet: it changes with every number, the first one rarely.
        for span in reversed(self.octets):
            index, digit = divmod(index, len(span))
            octets.append(span[digit])
        big = bytes(reversed(octets))
        return big if self.order == "big" else _turned(big, self.unit)

    def corners(self) -> Iterator[bytes]:
        """Yield the strings in which each octet is the first or the last of its range."""
        for choice in range(1 << len(self.octets)):
            # Both ends of every range: the limits are where comparisons go wrong.
            index = 0
            for number, span in enumerate(self.octets):
                last = choice >> number & 1
                index = index * len(span) + (len(span) - 1 if last else 0)
            yield self.at(index)


@dataclass(frozen=True, slots=True)
class Class:
    """One reason for being ill-formed."""

    name: str
    forms: tuple[Form, ...]
    place: Place = Place.ANYWHERE


_OCTETS = """
overlong-two     C0-C1 80-BF
overlong-three   E0 80-9F 80-BF
overlong-four    F0 80-8F 80-BF 80-BF
overlong-five    F8 80-87 80-BF 80-BF 80-BF
overlong-six     FC 80-83 80-BF 80-BF 80-BF 80-BF
surrogate        ED A0-BF 80-BF
lone-high        ED A0-AF 80-BF
lone-low         ED B0-BF 80-BF
surrogate-pair   ED A0-AF 80-BF ED B0-BF 80-BF
four-octets      F0 90-BF 80-BF 80-BF
four-octets      F1-F7 80-BF 80-BF 80-BF
beyond-unicode   F4 90-BF 80-BF 80-BF
beyond-unicode   F5-F7 80-BF 80-BF 80-BF
five-octets      F8 88-BF 80-BF 80-BF 80-BF
five-octets      F8-FB 80-BF 80-BF 80-BF 80-BF
six-octets       FC 84-BF 80-BF 80-BF 80-BF 80-BF
six-octets       FC-FD 80-BF 80-BF 80-BF 80-BF 80-BF
stray-tail       80-BF
fe-ff            FE-FF
"""
_MUTF_8 = """
nul              00
overlong-two     C0 81-BF
overlong-two     C1 80-BF
"""
_UTF_16 = """
lone-high        D8-DB 00-FF
lone-low         DC-DF 00-FF
reversed-pair    DC-DF 00-FF D8-DB 00-FF
"""
_UTF_32 = """
surrogate        00 00 D8-DF 00-FF
beyond-unicode   00 11-FF 00-FF 00-FF
beyond-unicode   01-FF 00-FF 00-FF 00-FF
"""
_UCS_2 = """
surrogate        D8-DF 00-FF
"""
_UCS_4 = """
beyond-31-bits   80-FF 00-FF 00-FF 00-FF
"""
_WIDE = {
    Scheme.UTF_16BE: _UTF_16,
    Scheme.UTF_16LE: _UTF_16,
    Scheme.UTF_32BE: _UTF_32,
    Scheme.UTF_32LE: _UTF_32,
    Scheme.UCS_2: _UCS_2,
    Scheme.UCS_4: _UCS_4,
}

# Which rows of _OCTETS are ill-formed in which relative, in the order in which they shrink.
_NARROW = {
    Scheme.UTF_8: """
        overlong-two overlong-three overlong-four surrogate beyond-unicode
        five-octets six-octets stray-tail fe-ff""",
    Scheme.RFC_2279: """
        overlong-two overlong-three overlong-four overlong-five overlong-six surrogate
        stray-tail fe-ff""",
    Scheme.GENERALIZED_UTF_8: """
        overlong-two overlong-three overlong-four beyond-unicode five-octets six-octets
        stray-tail fe-ff""",
    Scheme.WTF_8: """
        overlong-two overlong-three overlong-four surrogate-pair beyond-unicode
        five-octets six-octets stray-tail fe-ff""",
    Scheme.CESU_8: """
        overlong-two overlong-three lone-high lone-low four-octets five-octets six-octets
        stray-tail fe-ff""",
    Scheme.MUTF_8: """
        nul overlong-two overlong-three four-octets five-octets six-octets stray-tail fe-ff""",
}
_TABLES = {Scheme.UTF_8: ranges.TABLE_3, **variants.TABLES}


@cache
def classes(scheme: Scheme) -> Mapping[str, Class]:
    """Return the classes of a scheme by name; those of UTF-16 and UTF-32 are of their big order."""
    scheme = schemes.ordered(scheme, "big")
    found = _narrow(scheme) if scheme in _NARROW else _wide(scheme)
    return {each.name: each for each in found}


def _narrow(scheme: Scheme) -> Iterator[Class]:
    # MUTF-8 refuses the octet 00 and reads C0 80: its forms replace those of the same names.
    known = dict(_rows(_OCTETS)) | dict(_rows(_MUTF_8 if scheme is Scheme.MUTF_8 else ""))
    for name in _NARROW[scheme].split():
        yield Class(name, tuple(map(Form, known[name])))
    cuts = tuple(map(Form, _cuts(_TABLES[scheme])))
    yield Class("lead-without-tails", cuts, Place.FOLLOWED)
    yield Class("truncated", cuts, Place.LAST)


def _wide(scheme: Scheme) -> Iterator[Class]:
    unit, order = facts(scheme).unit, facts(scheme).order or "big"
    for name, rows in _rows(_WIDE[scheme]):
        yield Class(name, tuple(Form(row, order, unit) for row in rows))
    # Rests shorter than a unit, of any octets: nothing in them can be right.
    rests = tuple(Form((OF_ONE_OCTET,) * count) for count in range(1, unit))
    yield Class("odd-octet" if unit == 2 else "truncated", rests, Place.LAST)


def _rows(text: str) -> Iterator[tuple[str, list[tuple[range, ...]]]]:
    lines = (line.split() for line in text.strip().splitlines())
    for name, rows in groupby(lines, key=lambda words: words[0]):
        yield name, [tuple(tables.span(word) for word in words[1:]) for words in rows]


def _cuts(rules: tables.Table) -> Sequence[tuple[range, ...]]:
    """List the beginnings of a table's rows, short ones first."""
    # The cuts of several rows are often the same.
    cuts = [row.octets[:end] for row in rules.rows for end in range(1, len(row.octets))]
    return sorted(dict.fromkeys(cuts), key=len)


def _turned(octets: bytes, unit: int) -> bytes:
    """Turn the octets of each unit round."""
    return b"".join(octets[at : at + unit][::-1] for at in range(0, len(octets), unit))
