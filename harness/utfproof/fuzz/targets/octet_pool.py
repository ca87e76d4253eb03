"""The pool: all octets that mutated inputs are made of, one flat array that only grows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from utfproof.model.encoding import Scheme, facts

Places = NDArray[np.int64]
"""Indexes into the pool, or lengths in octets."""

_FIRST_ROOM = 1 << 16


@dataclass(frozen=True, slots=True, eq=False)
class PoolEntries:
    """Where some strings stand in the pool."""

    starts: Places
    lengths: Places

    def __len__(self) -> int:
        """Count them."""
        return len(self.starts)

    def joined(self, more: PoolEntries) -> PoolEntries:
        """Return these strings and then those."""
        return PoolEntries(
            np.concatenate((self.starts, more.starts)),
            np.concatenate((self.lengths, more.lengths)),
        )


class OctetPool:
    """Octet strings end to end, with the places at which their parts begin.

    A part begins where a character or a fault of the scheme begins, by the octets alone: at every
    octet that is no tail octet, at every unit that is no low surrogate.
    """

    def __init__(self, scheme: Scheme) -> None:
        """Begin with nothing."""
        known = facts(scheme)
        self._unit = known.unit
        self._pairs = known.unit == 2 and known.highest > 0xFFFF
        # The octet that tells a low surrogate: the first of a unit in big-endian order, else the
        # last.
        self._significant = 0 if known.order != "little" else known.unit - 1
        self._octets = np.empty(_FIRST_ROOM, np.uint8)
        self._parts = np.empty(_FIRST_ROOM, np.int64)
        self._used = 0

    @property
    def octets(self) -> NDArray[np.uint8]:
        """Return all octets so far."""
        return self._octets[: self._used]

    def add(self, strings: Sequence[bytes]) -> PoolEntries:
        """Append strings and report where they stand; the places of earlier ones stay good."""
        lengths = np.fromiter(map(len, strings), np.int64, len(strings))
        starts = self._used + np.cumsum(lengths) - lengths
        new = np.frombuffer(b"".join(strings), np.uint8)
        first, end = self._used, self._used + len(new)
        self._make_room(end + 1)
        self._octets[first:end] = new
        begins = self._begins(new, np.arange(first, end) - np.repeat(starts, lengths))
        own = np.where(begins, np.arange(first, end), 0)
        self._parts[first:end] = np.maximum.accumulate(own)
        self._parts[end] = end  # behind the last string a part may begin
        self._used = end
        return PoolEntries(starts, lengths)

    def part_at(self, places: Places) -> Places:
        """Return for each place where the part begins in which it lies."""
        return self._parts.take(places)

    def _begins(self, octets: NDArray[np.uint8], offsets: Places) -> NDArray[np.bool_]:
        """Return for each octet whether a part begins there; `offsets` count within its string."""
        if self._unit == 1:
            begins: NDArray[np.bool_] = (offsets == 0) | (octets & 0xC0 != 0x80)
            return begins
        begins = offsets % self._unit == 0
        if self._pairs:
            ahead = np.append(octets[self._significant :], np.zeros(self._significant, np.uint8))
            begins &= (offsets == 0) | (ahead & 0xFC != 0xDC)
        return begins

    def _make_room(self, needed: int) -> None:
        if needed > len(self._octets):
            room = max(needed, 2 * len(self._octets))
            self._octets = np.concatenate((self.octets, np.empty(room - self._used, np.uint8)))
            kept = self._parts[: self._used]
            self._parts = np.concatenate((kept, np.empty(room - self._used, np.int64)))
