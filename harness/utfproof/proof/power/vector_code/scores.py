"""How many faults of vector code the families find, by specimen."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass

from utfproof.model.operation import Op
from utfproof.proof.power.vector_code import (
    asked,
    decoder_mutants,
    encoder_mutants,
    validator_mutants,
)
from utfproof.proof.power.vector_code.asked import TextIndex
from utfproof.proof.power.vector_code.validator_questions import ValidatorQuestions
from utfproof.proof.power.vector_code.vector_mutant import (
    Equivalent,
    Meeting,
    VectorMutant,
    VectorScore,
    measured,
)
from utfproof.vectors.suite import Suite

SHARE = 16
"""Of the faults in rows every so many-th is run where not all are wanted."""


@dataclass(frozen=True, slots=True)
class _Specimen:
    """Its faults, the families that can show them, and the kinds of faults that are in rows."""

    families: tuple[str, ...]
    meeting: Callable[[Suite, Sequence[str]], Meeting]
    mutants: Callable[[], Iterator[VectorMutant]]
    equivalent: Callable[[], list[Equivalent]]
    in_rows: frozenset[str] = frozenset()


def _validator(suite: Suite, families: Sequence[str]) -> Meeting:
    return ValidatorQuestions(asked.groups(suite, families, Op.VALIDATE))


def _decoder(suite: Suite, families: Sequence[str]) -> Meeting:
    texts = list(asked.well_formed(suite, families, Op.DECODE))
    return TextIndex(texts, decoder_mutants.met)


def _encoder(suite: Suite, families: Sequence[str]) -> Meeting:
    texts = list(asked.well_formed(suite, families, Op.ENCODE))
    return TextIndex(texts, encoder_mutants.met)


_SPECIMENS = {
    "validator": _Specimen(
        ("families/octets", "families/states", "families/placements", "families/layouts"),
        _validator,
        validator_mutants.mutants,
        validator_mutants.equivalent,
    ),
    "decoder": _Specimen(
        ("families/layouts", "families/scalars", "families/edges"),
        _decoder,
        decoder_mutants.mutants,
        decoder_mutants.equivalent,
        decoder_mutants.IN_ROWS,
    ),
    "encoder": _Specimen(
        ("families/layouts", "families/scalars"),
        _encoder,
        encoder_mutants.mutants,
        encoder_mutants.equivalent,
        encoder_mutants.IN_ROWS,
    ),
}
SPECIMENS = tuple(_SPECIMENS)
"""The codecs whose parts are put out of order."""


def faults(name: str, *, full: bool) -> Iterator[VectorMutant]:
    """Yield the faults of a specimen: all, or of those in rows a share."""
    specimen = _SPECIMENS[name]
    found = specimen.mutants()
    yield from found if full else _sampled(found, specimen.in_rows)


def scored(
    suite: Suite, name: str, families: Iterable[str], *, full: bool
) -> tuple[VectorScore, ...]:
    """Score those of some families that can show faults of a specimen."""
    specimen = _SPECIMENS[name]
    own = [family for family in specimen.families if family in {*families}]
    meeting = specimen.meeting(suite, own)
    return tuple(measured(faults(name, full=full), meeting, specimen.equivalent()))


def _sampled(found: Iterable[VectorMutant], rows: Container[str]) -> Iterator[VectorMutant]:
    """Yield every so many-th fault of some kinds, and all others."""
    number = 0
    for fault in found:
        if fault.kind in rows:
            number += 1
            if number % SHARE:
                continue
        yield fault
