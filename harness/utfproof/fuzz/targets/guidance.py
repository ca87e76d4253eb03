"""Guidance: which inputs are worth keeping, by how the codecs answer and not by their code.

For each input the vector of how every codec answers it, against the reference, is a bucket of a
table; an input whose bucket is new is kept, and mutated further. So is one that puts a class of
ill-formed octets where it has not been.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from zlib import crc32

from utfproof.fuzz.targets.octet_classes import ILL_FORMED
from utfproof.model.encoding import Encoding, Scheme, facts

BUCKETS = 1 << 14
PLACES = 64

Answered = Sequence[tuple[int, int]]
"""Pairs of a target's number and how roughly its answer differs, of the targets that differ."""

Trait = tuple[str, int]
"""What makes an input worth keeping: a bucket of vectors, or the class of a cell and its place."""

_VECTOR = ""


def vector(answered: Answered) -> Trait:
    """Return the bucket of a vector of answers."""
    text = ",".join(f"{target}:{code}" for target, code in answered)
    # A checksum instead of `hash`, which differs from process to process.
    return (_VECTOR, crc32(text.encode("ascii")) % BUCKETS)


def cell(kind: str, offset: int) -> Trait:
    """Return the cell in which something ill-formed stands."""
    return (kind, offset % PLACES)


@dataclass(slots=True)
class Guidance:
    """The observations about one encoding."""

    scheme: Scheme
    seen: set[Trait] = field(default_factory=set)

    def add(self, trait: Trait) -> bool:
        """Take a trait in; return whether it is new."""
        if trait in self.seen:
            return False
        self.seen.add(trait)
        return True

    @property
    def tuples(self) -> int:
        """Return how many vectors were seen that are in buckets of their own."""
        return sum(kind == _VECTOR for kind, _ in self.seen)

    @property
    def cells(self) -> int:
        """Return how many cells there are for one codec."""
        return len(ILL_FORMED[facts(self.scheme).unit]) * PLACES

    @property
    def reached(self) -> int:
        """Return how many of them an input has reached."""
        return len(self.seen) - self.tuples

    def unreached(self, encoding: Encoding) -> list[str]:
        """Name the cells that no input has reached: encoding, class, place in a block of 64."""
        kinds = ILL_FORMED[facts(self.scheme).unit]
        every = ((kind, place) for kind in kinds for place in range(PLACES))
        missing = (one for one in every if one not in self.seen)
        return [f"{encoding} · {kind} · at {place} of {PLACES}" for kind, place in missing]
