"""The catalogue of mutants: codecs with one named fault each."""

from __future__ import annotations

from functools import cache

from utfproof.proof.mutants import (
    carried,
    characters,
    chunks,
    counts,
    detectors,
    encoders,
    forms,
    history,
    joins,
    leads,
    marks_written,
    names,
    neighbours,
    overlong,
    pairs,
    policies,
    positions,
    related,
    reports,
    rooms,
    signatures,
    splits,
    surrogates,
    tails,
    texts,
    units,
    unmarked,
    utf16_texts,
    validators,
    values,
    wide_encoders,
)
from utfproof.proof.mutants.mutant import Mutant

__all__ = ["Mutant", "catalogue"]

_KINDS = (
    overlong,
    leads,
    tails,
    surrogates,
    characters,
    values,
    texts,
    policies,
    reports,
    carried,
    counts,
    positions,
    validators,
    chunks,
    splits,
    history,
    neighbours,
    signatures,
    unmarked,
    pairs,
    utf16_texts,
    units,
    forms,
    encoders,
    joins,
    related,
    wide_encoders,
    marks_written,
    rooms,
    detectors,
    names,
)


@cache
def catalogue() -> tuple[Mutant, ...]:
    """Give all mutants, kind by kind, in an order that never changes; their ids are unique."""
    return tuple(mutant for kind in _KINDS for mutant in kind.mutants())
