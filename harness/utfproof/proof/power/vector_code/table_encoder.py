"""An encoder to UTF-8 that looks up what to do by the lengths that units of UTF-16 will have.

It follows the same paper as the decoder beside it. Eight units of one or two octets choose a row of
one table, four of one to three octets a row of another; the row says how many octets are written,
and where each comes from. Where a surrogate is among eight units they are read one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from utfproof.proof.power.vector_code.table_decoder import EMPTY, Seen

UNITS = 8
OCTETS = 16
"""The octets of a vector: those that a row can write."""

Row = tuple[int, tuple[int, ...]]
"""How many octets are written, and the source of each octet of a vector."""


@dataclass(frozen=True, slots=True)
class UnitMasks:
    """The bits of a unit that become bits of each octet, and of the units of a pair."""

    two: tuple[int, ...] = (0x7C0, 0x3F)
    three: tuple[int, ...] = (0xF000, 0xFC0, 0x3F)
    pair: tuple[int, ...] = (0x3FF, 0x3FF)
    four: tuple[int, ...] = (0x1C0000, 0x3F000, 0xFC0, 0x3F)


def _row(lengths: Sequence[int], width: int) -> Row:
    """Return the row for some lengths, where the octets of a unit stand in lanes of `width`."""
    sources = [width * unit + at for unit, length in enumerate(lengths) for at in range(length)]
    return len(sources), (*sources, *(EMPTY,) * (OCTETS - len(sources)))


@cache
def _of_one_and_two() -> tuple[Row, ...]:
    return tuple(_row(_lengths_of_eight(number), 2) for number in range(1 << UNITS))


def _lengths_of_eight(number: int) -> list[int]:
    return [1 + (number >> unit & 1) for unit in range(UNITS)]


@cache
def _of_one_to_three() -> tuple[Row, ...]:
    return tuple(_row(lengths, 4) for lengths in product((1, 2, 3), repeat=4))


@dataclass(frozen=True, slots=True)
class TableEncoder:
    """An encoder; each of its parts can be replaced by a faulty one.

    Eight units take a path where none has a bit of `ascii_mask`, or of `two_mask`; `ascii_seen` and
    `two_seen` are the units that are looked at for it, `surrogates_seen` those among which a
    surrogate is looked for. `halves_wait` tells whether half a pair at the end of eight units is
    left for the next. `least` units have to be left for a vector.
    """

    of_two: tuple[Row, ...] = _of_one_and_two()
    of_three: tuple[Row, ...] = _of_one_to_three()
    masks: UnitMasks = UnitMasks()
    ascii_mask: int = 0xFF80
    two_mask: int = 0xF800
    ascii_seen: tuple[int, ...] = tuple(range(UNITS))
    two_seen: tuple[int, ...] = tuple(range(UNITS))
    surrogates_seen: tuple[int, ...] = tuple(range(UNITS))
    halves_wait: bool = True
    least: int = UNITS

    def encode(self, units: Sequence[int], seen: Seen | None = None) -> bytes | None:
        """Return the octets of a text, None where a part is met that no text reaches."""
        found = bytearray()
        at, end = 0, len(units)
        padded = (*units, *(0,) * UNITS)
        while at < end and end - at >= self.least:
            eight = padded[at : at + UNITS]
            if not any(eight[unit] & self.ascii_mask for unit in self.ascii_seen):
                found += bytes(unit & 0xFF for unit in eight)
                path = ("run", 1)
            elif not any(eight[unit] & self.two_mask for unit in self.two_seen):
                number = sum(1 << unit for unit, one in enumerate(eight) if one >= 0x80)
                self._written(self.of_two[number], _in_twos(eight, self.masks), found)
                path = ("two", number)
            elif not any(eight[unit] & 0xF800 == 0xD800 for unit in self.surrogates_seen):
                for half in (0, 4):
                    four = eight[half : half + 4]
                    number = _number(four)
                    self._written(self.of_three[number], _in_fours(four, self.masks), found)
                    if seen is not None:
                        seen.add(("three", number))
                path = ("run", 3)
            else:
                waits = self.halves_wait and eight[-1] & 0xFC00 == 0xD800
                taken = UNITS - waits
                if not _one_by_one(eight[:taken], self.masks, found):
                    return None
                at += taken
                if seen is not None:
                    seen.add(("pairs", UNITS - taken))
                continue
            if seen is not None:
                seen.add(path)
            at += UNITS
        if at > end:
            return bytes(found)
        return bytes(found) if _one_by_one(units[at:], self.masks, found) else None

    def _written(self, row: Row, vector: bytes, found: bytearray) -> None:
        length, sources = row
        found += bytes(vector[source] if source != EMPTY else 0 for source in sources[:length])


def _number(four: Sequence[int]) -> int:
    number = 0
    for unit in four:
        number = number * 3 + (unit >= 0x80) + (unit >= 0x800)
    return number


def _in_twos(eight: Sequence[int], masks: UnitMasks) -> bytes:
    """Return the octets of eight units, two for each."""
    found = bytearray()
    for unit in eight:
        found += _octets(unit & 0x7FF, masks).ljust(2, b"\0")
    return bytes(found)


def _in_fours(four: Sequence[int], masks: UnitMasks) -> bytes:
    """Return the octets of four units, in lanes of four octets."""
    return b"".join(_octets(unit, masks).ljust(4, b"\0") for unit in four)


def _octets(value: int, masks: UnitMasks) -> bytes:
    if value < 0x80:
        return bytes((value,))
    chosen, lead = (masks.two, 0xC0) if value < 0x800 else (masks.three, 0xE0)
    if value > 0xFFFF:
        chosen, lead = masks.four, 0xF0
    octets = []
    for place, mask in enumerate(chosen):
        shift = 6 * (len(chosen) - 1 - place)
        octets.append((0x80 if place else lead) | (value & mask) >> shift)
    return bytes(octet & 0xFF for octet in octets)


def _one_by_one(units: Sequence[int], masks: UnitMasks, found: bytearray) -> bool:
    """Write units, pairs of them together; False where half a pair is left."""
    rest: Iterator[int] = iter(units)
    for unit in rest:
        if unit & 0xF800 != 0xD800:
            found += _octets(unit, masks)
            continue
        low = next(rest, -1)
        if low < 0 or unit & 0xFC00 != 0xD800 or low & 0xFC00 != 0xDC00:
            return False
        value = ((unit & masks.pair[0]) << 10 | low & masks.pair[1]) + 0x10000
        found += _octets(value, masks)
    return True
