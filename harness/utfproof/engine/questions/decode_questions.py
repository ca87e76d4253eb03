"""The ways to ask a decoder: whole, placed, in chunks, in a slice, again, in little room."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise

from utfproof.engine.questions import refills, replacements, sizes
from utfproof.engine.questions.decode_input import DecodeInput
from utfproof.engine.questions.expected_answer import (
    Acceptable,
    TwoAnswers,
)
from utfproof.engine.questions.placement import (
    LAX,
    LETTER_SHOWN,
    NEIGHBOURS,
    PLACEMENTS,
    Move,
    framed,
    framed_others,
    head_of,
    letter,
    moved,
    unordered,
)
from utfproof.engine.questions.question import (
    Question,
    canonical_lines,
    canonical_pairs,
)
from utfproof.engine.questions.splits import splits
from utfproof.model.case import DecodeCase
from utfproof.model.encoding import facts
from utfproof.model.fields import render
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Settings, Units

ROOMS = (0, 1, 2, 3, 4, 6)
_UNFINISHED = {1: "c3a9e282", 2: "d83d", 4: "000000"}
"""An input for the first use of an object: it ends inside a sequence, which must be forgotten."""


@dataclass(frozen=True, slots=True)
class PlacedInput:
    """An input between letters, in words and as a line; `move` shifts its expected outcome."""

    way: str
    line: str
    move: Move
    lax: bool


@dataclass(frozen=True, slots=True)
class ChunkedInput:
    """An input in chunks, in words and as a line, with the answer of a prompt strict decoder."""

    way: str
    line: str
    lengths: tuple[int, ...]
    prompt: tuple[bytes, ...]


class PreparedCase:
    """A decode case under a codec's settings; parts that several offers need are made once."""

    def __init__(self, case: DecodeCase, settings: Settings) -> None:
        """Prepare a case."""
        self.case = case
        self.settings = settings

    @cached_property
    def whole(self) -> DecodeInput:
        """Return the input as it stands in the case."""
        return DecodeInput.of(self.case.reads, self.case.others, self.settings)

    @cached_property
    def placed(self) -> list[tuple[DecodeInput, list[PlacedInput]]]:
        """The input with letters before and after it, where they are letters and do not cut it."""
        scheme = self.settings.scheme
        head = head_of(self.case.reads, scheme)
        if unordered(scheme) and not head:
            return []  # nothing marks the order of the letters either
        own = letter(self.case.reads, scheme)
        frames = ((self._frame(*sides), places) for sides, places in PLACEMENTS.items())
        return [
            (found, [_placed(found, head, own, place) for place in places])
            for found, places in frames
            # Where a signature of another encoding is sniffed, the letters would be none in it.
            if found and letter(found.reads, found.choices[0].scheme) == own
        ]

    def _frame(self, before: bool, after: bool) -> DecodeInput | None:
        scheme = self.settings.scheme
        reads = framed(self.case.reads, scheme, before=before, after=after)
        if reads is None:
            return None
        others = framed_others(self.case.others, scheme, before=before, after=after)
        return DecodeInput.of(reads, others, self.settings)

    @cached_property
    def cuts(self) -> list[ChunkedInput]:
        """Return the input in chunks."""
        octets, passes = self.whole.octets, self.whole.passes_first
        return [
            ChunkedInput(
                split.way,
                " ".join([render(octets[start:end]) for start, end in pairwise((0, *split.ends))]),
                split.lengths,
                self.whole.in_chunks(split.ends) if passes else (),
            )
            for split in splits(len(octets))
        ]


def _placed(found: DecodeInput, head: int, own: bytes, place: tuple[int, int]) -> PlacedInput:
    """Put letters around an input that has the first of those on each side already."""
    front, back = place
    first, last = max(0, front - 1), max(0, back - 1)
    line = b"".join((found.octets[:head], own * first, found.octets[head:], own * last))
    kept = int(bool(head and found.choices[0].keeps))
    way = f"{front} letters before, {back} after"
    move = Move(kept, len(own), first, last)
    return PlacedInput(way, render(line), move, place in LAX)


Ways = Callable[[PreparedCase, Offer], Iterator[Question]]


def _whole(prepared: PreparedCase, offer: Offer) -> Iterator[Question]:
    case, found = prepared.case.about.id, prepared.whole
    choices = _choices(found, prepared.settings, offer)
    yield Question(case, offer, "whole", render(found.octets), choices)
    validates = offer.op.validates
    shown = "" if validates else LETTER_SHOWN
    for between, places in prepared.placed:
        canonical = between.canonical(offer.mode, validates=validates)
        for place in places:
            if place.lax or offer.mode is Mode.STRICT:
                there = canonical.moved(place.move, shown).lines() if canonical else ()
                there_too = partial(_moved, between, prepared.settings, offer, place.move)
                yield Question(case, offer, place.way, place.line, there_too, canonical=there)


def _causes(prepared: PreparedCase, offer: Offer) -> Iterator[Question]:
    # No answer without a cause is one: none is known to pass before it is read.
    for question in _whole(prepared, offer):
        question.canonical = ()
        yield question


def _choices(found: DecodeInput, settings: Settings, offer: Offer) -> list[Acceptable]:
    if offer.op.validates:
        return found.valid(causes=settings.causes and offer.op is Op.VALIDATE_CAUSE)
    return found.acceptable(offer.mode)


def _moved(found: DecodeInput, settings: Settings, offer: Offer, move: Move) -> list[Acceptable]:
    return [
        Acceptable(moved(choice.expectation, move), choice.verdict)
        for choice in _choices(found, settings, offer)
    ]


def _chunks(prepared: PreparedCase, offer: Offer) -> Iterator[Question]:
    case, found = prepared.case.about.id, prepared.whole
    prompt = offer.mode is Mode.STRICT or not found.choices[0].error
    for cut in prepared.cuts:
        yield Question(
            case,
            offer,
            cut.way,
            cut.line,
            partial(found.acceptable, offer.mode, cut.lengths),
            canonical=cut.prompt if prompt else (),
            joins=prepared.settings.units is Units.UTF_16,
        )


def _validated_chunks(prepared: PreparedCase, offer: Offer) -> Iterator[Question]:
    case = prepared.case.about.id
    choices = _choices(prepared.whole, prepared.settings, offer)
    # With which chunk an error was found is not told: the answer is that to the whole.
    for cut in prepared.cuts:
        yield Question(case, offer, cut.way, cut.line, choices)


def _within(prepared: PreparedCase, offer: Offer) -> Iterator[Question]:
    found = prepared.whole
    choices = found.acceptable(offer.mode)
    canonical = canonical_lines(choices)
    for before, after in NEIGHBOURS[facts(prepared.settings.scheme).unit]:
        line = f"{render(before)} {render(found.octets)} {render(after)}"
        way = f"between {render(before)} and {render(after)}"
        yield Question(prepared.case.about.id, offer, way, line, choices, canonical=canonical)


def _again(prepared: PreparedCase, offer: Offer) -> Iterator[Question]:
    found, case = prepared.whole, prepared.case.about.id
    choices = tuple(found.acceptable(offer.mode))
    own = render(found.octets)
    canonical = canonical_pairs(canonical_lines(choices), canonical_lines(choices))
    yield Question(
        case, offer, "twice", f"{own} {own}", [_both(choices, choices)], canonical=canonical
    )
    unfinished = _UNFINISHED[facts(prepared.settings.scheme).unit]
    line = f"{unfinished} {own}"
    yield Question(case, offer, "after a cut sequence", line, [_both((), choices)])


def _both(first: tuple[Acceptable, ...], second: tuple[Acceptable, ...]) -> Acceptable:
    return Acceptable(TwoAnswers(first, second))


def _room(prepared: PreparedCase, offer: Offer) -> Iterator[Question]:
    found = prepared.whole
    unknown = offer.mode is Mode.REPLACE and prepared.settings.replacement is None
    if unknown and not prepared.case.reads.well_formed:
        return
    for ample in (False, True):
        choices = found.room(offer.mode, ample=ample)
        # Ample whatever the unit of output is.
        for room in (8 * len(found.octets) + 64,) if ample else ROOMS:
            line = f"{room} {render(found.octets)}"
            way = f"room {room}"
            yield Question(prepared.case.about.id, offer, way, line, choices, canonical=())


def _refill(prepared: PreparedCase, offer: Offer) -> Iterator[Question]:
    found = prepared.whole
    unknown = offer.mode is Mode.REPLACE and prepared.settings.replacement is None
    if found.refusable or (unknown and not prepared.case.reads.well_formed):
        return
    for room in refills.REFILLED_ROOMS:
        line, way = f"{room} {render(found.octets)}", f"rooms of {room}"
        choices = partial(refills.decoded, found.room(offer.mode, ample=False), room)
        yield Question(prepared.case.about.id, offer, way, line, choices, canonical=())


def _replaced(prepared: PreparedCase, offer: Offer) -> Iterator[Question]:
    found = prepared.whole
    choices = partial(replacements.told, found, offer.mode)
    line = render(found.octets)
    yield Question(prepared.case.about.id, offer, "whole", line, choices, canonical=())


def _size(prepared: PreparedCase, offer: Offer) -> Iterator[Question]:
    found = prepared.whole
    choices = sizes.answers(offer, found.acceptable(offer.mode), prepared.settings)
    yield Question(prepared.case.about.id, offer, "whole", render(found.octets), choices)


_WAYS: dict[Op, Ways] = {
    Op.DECODE: _whole,
    Op.VALIDATE: _whole,
    Op.VALIDATE_CAUSE: _causes,
    Op.DECODE_CHUNKS: _chunks,
    Op.DECODE_RESUMED: _chunks,
    Op.VALIDATE_CHUNKS: _validated_chunks,
    Op.DECODE_WITHIN: _within,
    Op.DECODE_AGAIN: _again,
    Op.DECODE_ROOM: _room,
    Op.DECODE_REFILL: _refill,
    Op.DECODE_REPLACED: _replaced,
    Op.DECODE_SIZE: _size,
}


def ask_decoder(prepared: PreparedCase, offer: Offer) -> Iterator[Question]:
    """Yield the questions that a decode case asks of one offer; none where it does not fit."""
    ways = _WAYS.get(offer.op)
    if ways:
        yield from ways(prepared, offer)
