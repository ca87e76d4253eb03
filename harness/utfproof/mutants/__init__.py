"""The catalogue of mutants: codecs with one named fault each."""

from __future__ import annotations

from functools import cache

from utfproof.mutants.encoder import (
    broken_relations,
    encoders,
    forms,
    joins,
    signatures_written,
    wide_encoders,
)
from utfproof.mutants.mutant import Mutant
from utfproof.mutants.reporting import (
    causes,
    detectors,
    error_reports,
    label_names,
    policies,
    replacement_reports,
    validators,
)
from utfproof.mutants.sizes import decoder_sizes, encoder_sizes
from utfproof.mutants.streaming import (
    chunk_validators,
    chunks,
    decoder_refills,
    encoder_refills,
    encoder_states,
    history,
    late_output,
    neighbours,
    output_rooms,
    saved_states,
    splits,
)
from utfproof.mutants.text import (
    carried_over,
    characters,
    counts,
    positions,
    signatures,
    surroundings,
    texts,
)
from utfproof.mutants.utf8 import leads, overlong, surrogates, tails, values
from utfproof.mutants.wide import pairs, repairs, units, unmarked, utf16_texts

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
    error_reports,
    causes,
    replacement_reports,
    carried_over,
    counts,
    positions,
    surroundings,
    validators,
    chunks,
    chunk_validators,
    splits,
    saved_states,
    late_output,
    history,
    neighbours,
    signatures,
    unmarked,
    pairs,
    utf16_texts,
    repairs,
    units,
    forms,
    encoders,
    joins,
    broken_relations,
    wide_encoders,
    signatures_written,
    output_rooms,
    decoder_refills,
    encoder_refills,
    encoder_states,
    decoder_sizes,
    encoder_sizes,
    detectors,
    label_names,
)


@cache
def catalogue() -> tuple[Mutant, ...]:
    """Return all mutants, kind by kind, in an order that never changes; their ids are unique."""
    return tuple(mutant for kind in _KINDS for mutant in kind.mutants())
