"""Guidance: which inputs are worth keeping, by how the codecs answer and not by their code.

For each input the vector of how every codec answers it, against the reference, is a bucket of a
table; an input whose bucket is new is kept, and mutated further. So is one that puts a class of
ill-formed octets where it has not been.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from zlib import crc32

from utfproof.fuzz.classes import ILL_FORMED
from utfproof.model.encoding import Scheme, facts

BUCKETS = 1 << 14
PLACES = 64

Answered = Sequence[tuple[int, int]]
"""Pairs of a lane's number and how roughly its answer differs, of the lanes that differ."""


@dataclass(slots=True)
class Guidance:
    """What was seen of one encoding."""

    scheme: Scheme
    _seen: bytearray = field(default_factory=lambda: bytearray(BUCKETS))
    _cells: set[tuple[str, int]] = field(default_factory=set)
    tuples: int = 0

    def new_tuple(self, answered: Answered) -> bool:
        """Take a vector in; tell whether it is new."""
        text = ",".join(f"{lane}:{code}" for lane, code in answered)
        bucket = crc32(text.encode("ascii")) % BUCKETS
        if self._seen[bucket]:
            return False
        self._seen[bucket] = 1
        self.tuples += 1
        return True

    def new_cell(self, kind: str, offset: int) -> bool:
        """Take in where something ill-formed stands; tell whether it has not been there."""
        cell = (kind, offset % PLACES)
        if cell in self._cells:
            return False
        self._cells.add(cell)
        return True

    @property
    def cells(self) -> int:
        """How many cells there are for one codec."""
        return len(ILL_FORMED[facts(self.scheme).unit]) * PLACES

    @property
    def reached(self) -> int:
        """How many of them an input has reached."""
        return len(self._cells)

    def unreached(self) -> list[tuple[str, int]]:
        """List the cells that no input has reached: the class and the place in a block of 64."""
        kinds = ILL_FORMED[facts(self.scheme).unit]
        every = ((kind, place) for kind in kinds for place in range(PLACES))
        return [cell for cell in every if cell not in self._cells]
