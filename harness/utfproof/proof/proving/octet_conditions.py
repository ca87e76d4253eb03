"""Conditions on symbolic octets: a character stands here, this is its value (Table 3)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import claripy

from utfproof.reference import ranges
from utfproof.reference.tables import Row

Octet = Any
Condition = Any
Number = Any

LENGTHS = range(1, 5)


class OctetConditions:
    """The octets at the beginning of a text, and what the document says of them."""

    def __init__(self, octets: Sequence[Octet], length: Number | None) -> None:
        """Speak of octets of 8 bits; a text has `length` of them, or ends at a NUL (None)."""
        self._octets = octets
        self._length = length

    def has(self, count: int) -> Condition:
        """Say that the text has so many octets more."""
        # Before a NUL: no octet of a character but U+0000 is one, so a character says so itself.
        return claripy.true() if self._length is None else claripy.UGE(self._length, count)

    @cached_property
    def over(self) -> Condition:
        """Say that the text is at its end."""
        return self._octets[0] == 0 if self._length is None else self._length == 0

    def character(self, count: int) -> Condition:
        """Say that a character of so many octets stands at the beginning."""
        rows = [self._row(row) for row in ranges.TABLE_3.rows if len(row.octets) == count]
        found = claripy.And(self.has(count), claripy.Or(*rows))
        ends = self._length is None and count == 1
        return claripy.And(found, self._octets[0] != 0) if ends else found

    @cached_property
    def no_character(self) -> Condition:
        """Say that no character stands at the beginning."""
        return claripy.Not(claripy.Or(*map(self.character, LENGTHS)))

    def value(self, count: int) -> Number:
        """Return the scalar value of a character of so many octets, in 32 bits."""
        found = claripy.BVV(0, 32)
        for row in ranges.TABLE_3.rows:
            if len(row.octets) == count:
                index = claripy.BVV(0, 32)
                for octet, admitted in zip(self._octets, row.octets, strict=False):
                    index = index * len(admitted) + (octet.zero_extend(24) - admitted.start)
                found = claripy.If(self._row(row), row.values.start + index, found)
        return found

    def _row(self, row: Row) -> Condition:
        return claripy.And(
            *(
                claripy.And(octet >= admitted.start, octet <= admitted[-1])
                for octet, admitted in zip(self._octets, row.octets, strict=False)
            )
        )
