"""Acceptable answers of a decoder that tells beside its text whether it replaced something."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from utfproof.engine.questions.decode_input import DecodeInput
from utfproof.engine.questions.expected_answer import (
    Acceptable,
    Gaps,
    Refusal,
    Text,
    TextTold,
)
from utfproof.engine.questions.interpretation import Interpretation
from utfproof.engine.questions.replacement_count import ReplacementCount
from utfproof.model.operation import Mode
from utfproof.model.reading import IllFormed, Part
from utfproof.reference.replacement import Dropped


def told(found: DecodeInput, mode: Mode) -> list[Acceptable]:
    """List the acceptable answers: the text as without the report, and a report that agrees."""
    return list(_told(found, mode))


def _told(found: DecodeInput, mode: Mode) -> Iterator[Acceptable]:
    plain = found.acceptable(mode) if found.refusable else []
    yield from (answer for answer in plain if isinstance(answer.expectation, Refusal))
    if not (found.refusable and found.octets):
        for choice in found.choices:
            yield Acceptable(TextTold(choice.output(mode), _count(choice, mode)), choice.verdict)
        return
    # What a text without a mark of its order would be read as does not count: all of it is one
    # error, which shows as the codec shows errors.
    count = ReplacementCount(1, len(found.octets), 0 if mode is Mode.REPLACE else None)
    for answer in plain:
        if isinstance(answer.expectation, Text | Gaps):
            yield Acceptable(TextTold(answer.expectation, count), answer.verdict)


def _count(choice: Interpretation, mode: Mode) -> ReplacementCount:
    """Count the units of error of a reading."""
    parts = choice.units.parts
    bad = [part for part in parts if isinstance(part, IllFormed)]
    if choice.policy is None and bad:
        # It is not known what is one unit: an octet at least, and a stretch at most.
        if mode is Mode.REPLACE:
            kept = sum(len(choice.part(one, mode)) for one in parts if not _is_bad(one))
            return ReplacementCount(1, len(bad), kept)
        stretches = sum(1 for is_bad, _ in groupby(parts, _is_bad) if is_bad)
        return ReplacementCount(stretches, sum(len(part.octets) for part in bad))
    # What vanishes at the end without a trace may be called replaced or not.
    silent = sum(isinstance(part, Dropped) for part in bad)
    return ReplacementCount(len(bad) - silent, len(bad))


def _is_bad(part: Part) -> bool:
    return isinstance(part, IllFormed)
