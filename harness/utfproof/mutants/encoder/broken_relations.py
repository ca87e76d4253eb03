"""Mutants: encoders that break one relation between an encoder's own answers."""

from __future__ import annotations

from collections.abc import Iterator

from utfproof.model.encoding import Scheme
from utfproof.mutants.encoder.encoders import encoder, of_values, writes, written
from utfproof.mutants.mutant import Mutant


def _ends_in_ones(value: int) -> bool:
    """Tell whether a value takes two octets, and all bits in the last one are set."""
    return 0x80 <= value <= 0x7FF and value & 0x3F == 0x3F


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    yield encoder(
        "related/a-tail-of-ones-is-ascii",
        "The tail BF behind a lead of two octets is written as 3F.",
        "Encoder",
        writes(
            written(Scheme.UTF_8, _ends_in_ones, lambda value: bytes((0xC0 | value >> 6, 0x3F)))
        ),
        "ff",
        touches=of_values(_ends_in_ones),
    )
