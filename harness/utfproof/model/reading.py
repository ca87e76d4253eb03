"""A reading: the parts that a decoder must see in a byte string, in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Value:
    """A value and the octets that express it: `U+002F` in notation."""

    value: int
    octets: bytes


@dataclass(frozen=True, slots=True)
class Signature:
    """An initial U+FEFF, which a profile keeps or strips: `(EF BB BF)` in notation."""

    octets: bytes


@dataclass(frozen=True, slots=True)
class IllFormed:
    """One unit of error: `[C0]`, or `[E2 82 ~]` where the input ends inside a sequence."""

    octets: bytes
    truncated: bool = False


Part = Value | Signature | IllFormed


@dataclass(frozen=True, slots=True)
class Reading:
    """The parts of an input in order; their octets joined are the input."""

    parts: tuple[Part, ...]

    @property
    def octets(self) -> bytes:
        """Return the input that was read."""
        return b"".join(part.octets for part in self.parts)

    @property
    def well_formed(self) -> bool:
        """True when no part is ill-formed."""
        return not any(isinstance(part, IllFormed) for part in self.parts)

    def placed(self) -> Iterator[tuple[int, Part]]:
        """Yield each part with its offset in octets."""
        offset = 0
        for part in self.parts:
            yield offset, part
            offset += len(part.octets)

    def first_error(self) -> tuple[int, IllFormed] | None:
        """Return the first ill-formed part with its offset in octets, or None."""
        for offset, part in self.placed():
            if isinstance(part, IllFormed):
                return offset, part
        return None
