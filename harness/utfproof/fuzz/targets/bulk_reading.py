"""Readings of many inputs at once, by array operations over the reference's tables.

Tests compare it with `utfproof.oracle.expected`, which reads inputs one by one. A scheme fits
where a part depends on its own octets and the next few only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from utfproof.fuzz.targets.octet_pool import Places
from utfproof.model.encoding import Scheme, facts
from utfproof.reference import ranges, utf16
from utfproof.reference.tables import Row

Octets = NDArray[np.uint8]
Flags = NDArray[np.bool_]
Values = NDArray[np.int32]

# More than any row has; beyond that the room makes no difference, and a small type holds it.
_MOST_ROOM = 8


@dataclass(frozen=True, eq=False)
class BatchParts:
    """The parts of all inputs in order.

    `owners` are the inputs' numbers, `starts` the places among all octets, `values` the values, -1
    for ill-formed parts. `ends` are those of the inputs; `cut` marks parts that more octets
    could make a character.
    """

    ends: Places
    owners: Places
    starts: Places
    values: Values
    cut: Flags

    def octet_by_octet(self) -> BatchParts:
        """Return the same with each octet of an ill-formed part as a part of its own."""
        times = np.where(self.values < 0, self.extents, 1)
        firsts = np.cumsum(times) - times
        # Subtracting `firsts` lets the running index begin anew at the start of each part.
        starts = np.repeat(self.starts - firsts, times) + np.arange(int(times.sum()))
        owners, values = np.repeat(self.owners, times), np.repeat(self.values, times)
        return BatchParts(self.ends, owners, starts, values, np.repeat(self.cut, times))

    def in_runs(self) -> BatchParts:
        """Return the same with ill-formed parts that follow each other as one."""
        bad = self.values < 0
        kept = np.flatnonzero(~(bad & np.append(np.False_, bad[:-1])[: len(bad)]) | self.first)
        return BatchParts(
            self.ends, self.owners[kept], self.starts[kept], self.values[kept], self.cut[kept]
        )

    @cached_property
    def extents(self) -> Places:
        """Return how many octets each part has."""
        return np.diff(self.starts, append=self.ends[-1:])

    @cached_property
    def lengths(self) -> Places:
        """Return how many octets each input has."""
        return np.diff(self.ends, prepend=0)

    @cached_property
    def longest(self) -> int:
        """Return the octets of the longest input."""
        return int(self.lengths.max(initial=0))

    @cached_property
    def first(self) -> Flags:
        """Which parts an input begins with."""
        return np.diff(self.owners, prepend=-1) > 0

    @cached_property
    def errors(self) -> Places:
        """For each input the number of its first ill-formed part; as many as parts without."""
        found = np.full(len(self.ends), len(self.values), np.int64)
        bad = np.flatnonzero(self.values < 0)
        owners = self.owners[bad]
        # Parts are in order: where the owner changes stands the first error of the next input.
        own = np.flatnonzero(np.diff(owners, prepend=-1))
        found[owners[own]] = bad[own]
        return found

    @cached_property
    def before(self) -> Flags:
        """Which parts stand before the first error of their input."""
        return np.arange(len(self.values)) < self.errors[self.owners]

    @cached_property
    def offsets(self) -> Places:
        """Return the offset of each input's first error, -1 without."""
        bad = self.errors < len(self.values)
        found = np.full(len(self.ends), -1, np.int64)
        own = np.flatnonzero(bad)
        # Starts count from the beginning of the batch, offsets from that of the input.
        found[own] = self.starts[self.errors[own]] - (self.ends - self.lengths)[own]
        return found

    @cached_property
    def sizes(self) -> Places:
        """Return how many octets each input's first error has; 0 without."""
        found = np.zeros(len(self.ends), np.int64)
        own = np.flatnonzero(self.offsets >= 0)
        found[own] = self.extents[self.errors[own]]
        return found

    @cached_property
    def truncated(self) -> Flags:
        """Which inputs' first errors are cut by the end."""
        found = np.zeros(len(self.ends), np.bool_)
        own = np.flatnonzero(self.offsets >= 0)
        found[own] = self.cut[self.errors[own]]
        return found


def read_parts(scheme: Scheme, octets: Octets, ends: Places) -> BatchParts | None:
    """Read inputs that stand end to end; None for a scheme that arrays do not fit."""
    lengths = np.diff(ends, prepend=0)
    owners = np.repeat(np.arange(len(ends)), lengths)
    if scheme is Scheme.UTF_8:
        room = np.minimum(ends[owners] - np.arange(len(octets)), _MOST_ROOM).astype(np.uint8)
        found = _of_rows(ranges.TABLE_3.rows, octets, room)
    elif facts(scheme).unit > 1 and facts(scheme).order and scheme in _UNITS:
        found = _of_units(scheme, octets, owners, ends)
    else:
        return None
    starts, values, cut = found
    return BatchParts(ends, owners[starts], starts, values, cut)


_Found = tuple[Places, Values, Flags]
_UNITS = (Scheme.UTF_16BE, Scheme.UTF_16LE, Scheme.UTF_32BE, Scheme.UTF_32LE)


def _of_rows(rows: Sequence[Row], octets: Octets, room: Octets) -> _Found:
    """Read by rows of which none but its first octet begins another.

    So octets that match a row are a character wherever they stand, and the rest is ill-formed.
    """
    longest = max(len(row.octets) for row in rows)
    padded = np.append(octets, np.zeros(longest, np.uint8))
    ahead = [padded[at : at + len(octets)] for at in range(longest)]
    values = np.full(len(octets), -1, np.int32)
    sizes = np.zeros(len(octets), np.uint8)
    for row in rows:
        own = np.flatnonzero(_matching(row, ahead, room))
        sizes[own] = len(row.octets)
        values[own] = _values(row, [octet[own] for octet in ahead])
    bad = ~_spread(sizes)
    begun = np.flatnonzero(bad & _leads(rows)[octets])
    begun_sizes = _begun(rows, [octet[begun] for octet in ahead], room[begun])
    lengths = np.zeros(len(octets), np.uint8)
    lengths[begun] = begun_sizes
    inside = _spread(lengths) & (lengths == 0)
    starts = np.flatnonzero((sizes > 0) | (bad & ~inside))
    # A beginning that fills all of its room is cut by the end.
    cut = (lengths == room)[starts]
    return starts, values[starts], cut


def _within(octets: Octets, admitted: range) -> Flags:
    """Return which octets are in a range, by one comparison."""
    # The subtraction is unsigned: what lies below the range becomes large.
    shifted = octets - np.uint8(admitted.start)
    found: Flags = shifted <= np.uint8(len(admitted) - 1)
    return found


def _matching(row: Row, ahead: Sequence[Octets], room: Octets) -> Flags:
    found = room >= len(row.octets)
    for octets, admitted in zip(ahead, row.octets, strict=False):
        found &= _within(octets, admitted)
    return found


def _values(row: Row, octets: Sequence[Octets]) -> Values:
    """Return the values that octets express: they count up as the octets do."""
    index = np.zeros(len(octets[0]), np.int32)
    for one, admitted in zip(octets, row.octets, strict=False):
        index = index * len(admitted) + one - admitted.start
    return row.values.start + index


def _begun(rows: Sequence[Row], ahead: Sequence[Octets], room: Octets) -> Octets:
    """Count the octets of the longest beginning of a row at each place, where a row begins."""
    found = np.ones(len(room), np.uint8)
    for row in rows:
        fits = _within(ahead[0], row.octets[0])
        for size in range(2, len(row.octets)):
            fits &= (room >= size) & _within(ahead[size - 1], row.octets[size - 1])
            found[fits & (found < size)] = size
    return found


def _leads(rows: Sequence[Row]) -> Flags:
    """Return for every octet whether it can begin a row."""
    leads = np.zeros(0x100, np.bool_)
    for row in rows:
        leads[row.octets[0].start : row.octets[0].stop] = True
    return leads


def _spread(sizes: Octets) -> Flags:
    """Return which places lie within so many octets from another, or at one."""
    found = sizes > 0
    for more in range(1, int(sizes.max(initial=1))):
        found[more:] |= sizes[:-more] > more
    return found


def _of_units(scheme: Scheme, octets: Octets, owners: Places, ends: Places) -> _Found:
    """Read units of one order; the rest at an end is a part, with a high surrogate before it."""
    width, order = facts(scheme).unit, facts(scheme).order
    begins = ends - np.diff(ends, prepend=0)
    places = np.flatnonzero((np.arange(len(octets)) - begins[owners]) % width == 0)
    room = ends[owners[places]] - places
    padded = np.append(octets, np.zeros(width, np.uint8))
    units = np.zeros(len(places), np.int64)
    for at in range(width) if order == "big" else reversed(range(width)):
        units = units << 8 | padded[places + at]
    whole = room >= width
    if width == utf16.WIDTH:
        return _paired(places, units, whole, room)
    # D800 to DFFF are the numbers with 1B in their bits from the eleventh on.
    good = whole & (units <= 0x10FFFF) & (units >> 11 != 0x1B)
    return places, np.where(good, units, -1).astype(np.int32), ~whole


def _paired(places: Places, units: Places, whole: Flags, room: Places) -> _Found:
    """Join surrogates (RFC 2781 section 2.2, steps 3 to 5)."""
    high, low = whole & (units >> 10 == 0x36), whole & (units >> 10 == 0x37)
    pair = high & np.append(low[1:], np.False_) & (room >= 2 * utf16.WIDTH)
    ending = high & (room < 2 * utf16.WIDTH)
    swallows = pair | (high & (room == utf16.WIDTH + 1))
    behind = np.append(np.False_, swallows[:-1])[: len(places)]
    values = np.where(whole & ~high & ~low, units, -1)
    following = np.append(units[1:], 0)[: len(units)]
    joined = utf16.FIRST_SUPPLEMENTARY + ((units & 0x3FF) << 10 | following & 0x3FF)
    values = np.where(pair, joined, values)
    kept = np.flatnonzero(~behind)
    return places[kept], values[kept].astype(np.int32), (ending | ~whole)[kept]
