"""Every scalar value, both ways: alone, and many in a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from utfproof.model.encoding import SIGNATURE, Scheme, facts, is_surrogate
from utfproof.model.fields import points
from utfproof.model.outcome import Values
from utfproof.oracle import octets_cache
from utfproof.reference import schemes

SUPPLEMENTARY = 0x10000
BLOCK = 0x1000
ROW = 0x100
"""Values in a group, and in a row."""
_RUN = 64
_FIRST_SURROGATE = 0xD800
_OCTETS = [b"%02x" % octet for octet in range(0x100)]


def blocks(scheme: Scheme) -> list[tuple[str, range]]:
    """Return the scalar values that a scheme can express, in blocks of 4,096 numbers."""
    last = min(facts(scheme).highest, 0x10FFFF)
    return [(f"{start:04x}", _scalars_of(start)) for start in range(0, last + 1, BLOCK)]


@lru_cache(maxsize=512)
def alone(values: range) -> Sequence[int]:
    """Return those of a block that are asked alone as well as in rows.

    These are all of the basic plane, beyond it the first and the last of each 64 that differ in the
    last octet only, and the last two of each plane.
    """
    if values[-1] < SUPPLEMENTARY:
        return values
    return tuple(value for value in values if _at_an_edge(value))


def _at_an_edge(value: int) -> bool:
    return value % 64 in (0, 63) or value % SUPPLEMENTARY == SUPPLEMENTARY - 2


def _scalars_of(start: int) -> range:
    end = start + BLOCK
    # The surrogates are the end of a block. A range is a small key, where a tuple is a large one.
    return range(start, _FIRST_SURROGATE) if is_surrogate(end - 1) else range(start, end)


@dataclass(frozen=True)
class ScalarRows:
    """Values of a block in rows of so many."""

    values: Sequence[int]
    length: int

    @property
    def count(self) -> int:
        """Count the rows."""
        return -(-len(self.values) // self.length)

    @property
    def marked(self) -> frozenset[int]:
        """Return the numbers of the rows that begin with U+FEFF."""
        firsts = self.values[:: self.length]
        return frozenset({firsts.index(SIGNATURE)} if SIGNATURE in firsts else ())

    def row(self, index: int) -> Values:
        """Return one row."""
        return tuple(self.values[index * self.length : (index + 1) * self.length])

    def points(self) -> bytes:
        """Write each row as code points, with its newline."""
        return _points(self.values, self.length)

    def digits(self, scheme: Scheme) -> bytes:
        """Write the octets of each row in hex digits, with its newline."""
        return _digits(scheme, self.values, self.length)


@octets_cache.ANSWERS.cached
def _points(values: Sequence[int], row: int) -> bytes:
    """Write each row of values as code points, once for all offers that need it."""
    rows = (values[start : start + row] for start in range(0, len(values), row))
    return "\n".join([*map(points, rows), ""]).encode("ascii")


@octets_cache.ANSWERS.cached
def _digits(scheme: Scheme, values: Sequence[int], row: int) -> bytes:
    """Write each row of values in hex digits, once for all offers that need it."""
    start = values[0] & -BLOCK
    pieces = [digits for run in range(start, start + BLOCK, _RUN) for digits in _run(scheme, run)]
    if len(values) < BLOCK:
        pieces = [pieces[value - start] for value in values]
    if row > 1:
        pieces = [b"".join(pieces[start : start + row]) for start in range(0, len(pieces), row)]
    return b"\n".join([*pieces, b""])


def _run(scheme: Scheme, start: int) -> list[bytes]:
    """Write 64 values from a multiple of 64 on, by the reference; nothing for surrogates.

    Where the first and the last differ in one octet alone, by 63, each has there one more than the
    value before it.
    """
    values = range(start, start + _RUN)
    first, last = (schemes.encode_value(scheme, value) or b"" for value in (start, values[-1]))
    apart = [at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other]
    if len(first) == len(last) and len(apart) == 1:
        at = apart[0]
        lowest = first[at]
        if last[at] - lowest == _RUN - 1:
            head, tail = first[:at].hex().encode(), first[at + 1 :].hex().encode()
            return [head + octet + tail for octet in _OCTETS[lowest : lowest + _RUN]]
    return [(schemes.encode_value(scheme, value) or b"").hex().encode() for value in values]
