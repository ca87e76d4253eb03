"""The ways to ask a decoder about an input: whole, placed, in chunks, in a slice, again, in room."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate

from utfproof.engine.expectation import Acceptable, Both, Refusal, Room, Yes
from utfproof.engine.interpretation import Interpretation, interpretations, refuses_unmarked
from utfproof.engine.placement import NEIGHBOURS, placed, placed_others
from utfproof.engine.question import Question, question, render
from utfproof.model.case import DecodeCase, OtherReading
from utfproof.model.encoding import facts
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.outcome import Values
from utfproof.model.profile import LENGTH_IS_FIXED, Settings
from utfproof.model.reading import IllFormed, Reading
from utfproof.model.verdict import Verdict
from utfproof.reference import schemes
from utfproof.reference.chunks import error_octet

PLACEMENTS = (
    (1, 0), (3, 0), (7, 0), (8, 0), (15, 0), (16, 0), (31, 0), (32, 0), (63, 0), (64, 0),
    (0, 1), (0, 16), (31, 33), (64, 64),
)  # fmt: skip
"""Letters before and after: around the 8, 16, 32 and 64 octets of words and vectors."""
ROOMS = (0, 1, 2, 3, 4, 5, 7, 8)
_LONGEST_SPLIT = 24
_AGAIN = {1: "c3a9e282", 2: "d83d", 4: "000000"}
"""An input for the first use of an object: it ends inside a sequence, which must be forgotten."""


@dataclass(frozen=True, slots=True)
class Input:
    """An input under a codec's settings, with all the ways in which it may be read."""

    reads: Reading
    choices: tuple[Interpretation, ...]
    refusable: bool
    judges_length: bool

    @classmethod
    def of(
        cls, reads: Reading, others: tuple[OtherReading, ...], settings: Settings
    ) -> Input:
        """Apply a codec's settings to a reading."""
        fixed = settings.profile in LENGTH_IS_FIXED or settings.replacement is not None
        choices = tuple(interpretations(reads, others, settings))
        return cls(reads, choices, refuses_unmarked(reads, settings), fixed)

    def acceptable(self, mode: Mode, chunks: tuple[int, ...] | None = None) -> list[Acceptable]:
        """List what a decoder may do in a mode; the lengths of chunks set a refusal's moment."""
        found = [self._acceptable(choice, mode, chunks) for choice in self.choices]
        return [*self._refusals(), *found]

    def valid(self) -> list[Acceptable]:
        """List what a validator may say."""
        found: list[Acceptable] = []
        for choice in self.choices:
            refusal = choice.refusal(length=self.judges_length)
            found.append(Acceptable(refusal or Yes(), choice.verdict))
        return [*self._refusals(), *found]

    def room(self, mode: Mode, *, ample: bool) -> list[Acceptable]:
        """List what may come out when the output buffer is limited."""
        found = self.acceptable(mode)
        for choice in self.choices:
            steps = tuple(_steps(choice, mode))
            stops = mode is Mode.STRICT and not choice.reads.well_formed
            total = None if stops else len(self.reads.octets)
            found.append(Acceptable(Room(steps, total, ample), choice.verdict))
        return found

    def _acceptable(
        self, choice: Interpretation, mode: Mode, chunks: tuple[int, ...] | None
    ) -> Acceptable:
        if mode is not Mode.STRICT:
            return Acceptable(choice.output(mode), choice.verdict)
        moment = None if chunks is None else _moment(choice, chunks)
        refusal = choice.refusal(length=self.judges_length, chunk=moment)
        return Acceptable(refusal or choice.output(mode), choice.verdict)

    def _refusals(self) -> list[Acceptable]:
        return [Acceptable(Refusal(None), Verdict.ALTERNATIVE)] if self.refusable else []


def _moment(choice: Interpretation, chunks: tuple[int, ...]) -> int:
    """Give the chunk that holds the octet which makes the input ill-formed, else the flush."""
    octet = error_octet(choice.scheme, choice.reads.octets)
    ends = enumerate(accumulate(chunks))
    return next((at for at, end in ends if octet is not None and octet < end), len(chunks))


def _steps(choice: Interpretation, mode: Mode) -> Iterator[tuple[Values, int]]:
    """Yield each piece of output with the end of its input, up to the first error if strict."""
    for offset, part in choice.units.placed():
        if mode is Mode.STRICT and isinstance(part, IllFormed):
            return
        yield choice.part(part, mode), offset + len(part.octets)


Ways = Callable[[DecodeCase, Settings, Offer], Iterator[Question]]


def _whole(case: DecodeCase, settings: Settings, offer: Offer) -> Iterator[Question]:
    for way, reads, others in _placements(case, settings):
        found = Input.of(reads, others, settings)
        validates = offer.op is Op.VALIDATE
        choices = found.valid() if validates else found.acceptable(offer.mode)
        yield question(case.about.id, offer, way, render(reads.octets), choices)


def _placements(
    case: DecodeCase, settings: Settings
) -> Iterator[tuple[str, Reading, tuple[OtherReading, ...]]]:
    yield "whole", case.reads, case.others
    for before, after in PLACEMENTS:
        reads = placed(case.reads, settings.scheme, before, after)
        if reads is not None:
            others = placed_others(case.others, settings.scheme, before, after)
            yield f"{before} letters before, {after} after", reads, others


def _chunks(case: DecodeCase, settings: Settings, offer: Offer) -> Iterator[Question]:
    found = Input.of(case.reads, case.others, settings)
    octets = case.octets
    for lengths in splits(len(octets)):
        ends = list(accumulate(lengths))
        fields = [octets[end - length : end] for end, length in zip(ends, lengths, strict=True)]
        way = "chunks " + "+".join(map(str, lengths))
        line = " ".join(map(render, fields))
        yield question(case.about.id, offer, way, line, found.acceptable(offer.mode, lengths))


def splits(length: int) -> Iterator[tuple[int, ...]]:
    """Yield splits of an input: whole, every two-way split, octet by octet, with empty chunks."""
    yield (length,)
    if length > _LONGEST_SPLIT:
        yield from ((at, length - at) for at in (1, length // 2, length - 1))
        return
    yield from ((at, length - at) for at in range(1, length))
    if length > 2:
        yield (1,) * length
    if length > 1:
        yield (0, *(piece for _ in range(length) for piece in (1, 0)))


def _within(case: DecodeCase, settings: Settings, offer: Offer) -> Iterator[Question]:
    found = Input.of(case.reads, case.others, settings)
    for before, after in NEIGHBOURS[facts(settings.scheme).unit]:
        line = f"{render(before)} {render(case.octets)} {render(after)}"
        way = f"between {render(before)} and {render(after)}"
        yield question(case.about.id, offer, way, line, found.acceptable(offer.mode))


def _again(case: DecodeCase, settings: Settings, offer: Offer) -> Iterator[Question]:
    found = Input.of(case.reads, case.others, settings)
    unfinished = bytes.fromhex(_AGAIN[facts(settings.scheme).unit])
    before = Input.of(schemes.read(settings.scheme, unfinished), (), settings)
    for way, first in (("twice", found), ("after a cut sequence", before)):
        both = Both(tuple(first.acceptable(offer.mode)), tuple(found.acceptable(offer.mode)))
        line = f"{render(first.reads.octets)} {render(case.octets)}"
        yield question(case.about.id, offer, way, line, [Acceptable(both)])


def _room(case: DecodeCase, settings: Settings, offer: Offer) -> Iterator[Question]:
    if offer.mode is Mode.REPLACE and settings.replacement is None and not case.reads.well_formed:
        return
    found = Input.of(case.reads, case.others, settings)
    for room in (*ROOMS, 8 * len(case.octets) + 64):
        choices = found.room(offer.mode, ample=room > ROOMS[-1])
        line = f"{room} {render(case.octets)}"
        yield question(case.about.id, offer, f"room {room}", line, choices)


_WAYS: dict[Op, Ways] = {
    Op.DECODE: _whole,
    Op.VALIDATE: _whole,
    Op.DECODE_CHUNKS: _chunks,
    Op.DECODE_WITHIN: _within,
    Op.DECODE_AGAIN: _again,
    Op.DECODE_ROOM: _room,
}


def ask_decoder(case: DecodeCase, settings: Settings, offer: Offer) -> Iterator[Question]:
    """Yield the questions that a decode case asks of one offer; none where it does not fit."""
    ways = _WAYS.get(offer.op)
    if ways:
        yield from ways(case, settings, offer)
