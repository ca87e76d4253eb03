"""An input of both codecs, laid out in the parts that the reference reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from utfproof.fuzz.targets import octet_classes
from utfproof.model.encoding import REPLACEMENT, SIGNATURE, Scheme
from utfproof.model.reading import IllFormed, Part, Signature, Value
from utfproof.reference import schemes

NOTHING = "nothing"


class PlacedPart(NamedTuple):
    """A part of the input, its place, and its output where errors are replaced."""

    offset: int
    part: Part
    value: int

    @property
    def bad(self) -> bool:
        """True where the part is ill-formed."""
        return isinstance(self.part, IllFormed)


class InputParts(NamedTuple):
    """An input laid out in the parts that the reference reads; an empty one has one of nothing."""

    scheme: Scheme
    octets: bytes
    steps: Sequence[PlacedPart]

    @classmethod
    def out(cls, scheme: Scheme, octets: bytes) -> InputParts:
        """Read an input by the reference."""
        found = schemes.read(scheme, octets).placed()
        steps = [PlacedPart(offset, part, value_of(part)) for offset, part in found]
        return cls(scheme, octets, steps or [EMPTY])

    def kind(self, step: PlacedPart) -> str:
        """Name the class of a part."""
        if not self.octets:
            return NOTHING
        return octet_classes.of_part(self.scheme, self.octets, step.offset, step.part)[0]

    def head(self, step: PlacedPart) -> PlacedPart:
        """Return the ill-formed part whose class takes in a later one: ED of ED A0 80."""
        found = step
        for one in reversed(self.steps[: self.steps.index(step)] if step.bad else ()):
            if not one.bad:
                break
            if one.offset + self.length(one) > step.offset:
                found = one
        return found

    def length(self, step: PlacedPart) -> int:
        """Count the octets that the class of a part names."""
        if step.bad:
            return octet_classes.length_at(self.scheme, self.octets, step.offset)
        return len(step.part.octets)

    def spells_replacement(self, step: PlacedPart) -> bool:
        """Return whether a part is an overlong form of U+FFFD."""
        if not step.bad:
            return False
        offset = self.head(step).offset
        found = octet_classes.ill_formed_at(self.scheme, self.octets, offset)
        return found == ("overlong", REPLACEMENT)


EMPTY = PlacedPart(0, Value(REPLACEMENT, b""), REPLACEMENT)
"""The part of an input without octets."""


def value_of(part: Part) -> int:
    """Return the code point of a part, U+FFFD of an ill-formed one."""
    match part:
        case Value(value):
            return value
        case Signature():
            return SIGNATURE
        case IllFormed():
            return REPLACEMENT
