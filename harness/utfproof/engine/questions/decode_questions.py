"""The ways to ask a decoder: whole, placed, in chunks, in a slice, again, in little room."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import accumulate, pairwise

from utfproof.engine.questions.expected_answer import (
    Acceptable,
    BoundedOutput,
    Expectation,
    Gap,
    Gaps,
    Refusal,
    Text,
    TwoAnswers,
    Valid,
)
from utfproof.engine.questions.interpretation import (
    Interpretation,
    at_every_policy,
    interpretations,
    refuses_unmarked,
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
    CanonicalAnswer,
    Question,
    canonical_answer,
    canonical_lines,
    canonical_pairs,
)
from utfproof.engine.questions.splits import splits
from utfproof.model.case import AllowedReading, DecodeCase
from utfproof.model.encoding import facts
from utfproof.model.fields import render, spaced
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.outcome import Values
from utfproof.model.profile import Settings, Units
from utfproof.model.reading import IllFormed, Reading
from utfproof.model.verdict import Verdict

ROOMS = (0, 1, 2, 3, 4, 6)
_UNFINISHED = {1: "c3a9e282", 2: "d83d", 4: "000000"}
"""An input for the first use of an object: it ends inside a sequence, which must be forgotten."""


@dataclass(frozen=True)
class DecodeInput:
    """An input under a codec's settings, with all the ways in which it may be read."""

    reads: Reading
    choices: tuple[Interpretation, ...]
    refusable: bool
    judges_length: bool

    @classmethod
    def of(
        cls, reads: Reading, others: tuple[AllowedReading, ...], settings: Settings
    ) -> DecodeInput:
        """Apply a codec's settings to a reading."""
        choices = tuple(interpretations(reads, others, settings))
        return cls(reads, choices, refuses_unmarked(reads, settings), settings.fixes_length)

    @cached_property
    def octets(self) -> bytes:
        """Return the input."""
        return self.reads.octets

    @cached_property
    def _by_mode(self) -> dict[Mode, list[Acceptable]]:
        return {}

    def acceptable(self, mode: Mode, chunks: tuple[int, ...] | None = None) -> list[Acceptable]:
        """List the acceptable answers in a mode; chunk lengths set the time of a refusal."""
        if chunks is not None:
            return self._acceptable(mode, chunks)
        if mode not in self._by_mode:
            self._by_mode[mode] = self._acceptable(mode, None)
        return self._by_mode[mode]

    def _acceptable(self, mode: Mode, chunks: tuple[int, ...] | None) -> list[Acceptable]:
        found = (
            Acceptable(self._read(choice, mode, chunks), choice.verdict) for choice in self.choices
        )
        return self._with_refusal(found, mode)

    def valid(self) -> list[Acceptable]:
        """List the acceptable answers of a validator."""
        found = (
            Acceptable(choice.refusal(length=self.judges_length) or Valid(), choice.verdict)
            for choice in self.choices
        )
        return self._with_refusal(found, Mode.STRICT)

    def room(self, mode: Mode, *, ample: bool) -> list[Acceptable]:
        """List the acceptable answers when the output buffer is limited."""
        found = list(self.acceptable(mode))
        if self.refusable and self.octets:
            return [*found, Acceptable(BoundedOutput((), None, ample), Verdict.ALTERNATIVE)]
        choices = self.choices
        # A piece of output has to be known to tell how much input it takes.
        if mode is Mode.REPLACE:
            choices = tuple(one for choice in choices for one in at_every_policy(choice))
        for choice in choices:
            steps = tuple(_steps(choice, mode))
            stops = mode is Mode.STRICT and choice.error
            total = None if stops else len(self.octets)
            found.append(Acceptable(BoundedOutput(steps, total, ample), choice.verdict))
        return found

    @property
    def passes_first(self) -> bool:
        """True when the first choice is the one that passes, so that its answer is sure."""
        return not self.refusable and self.choices[0].verdict is Verdict.PASS

    def canonical(self, mode: Mode, *, validates: bool = False) -> CanonicalAnswer | None:
        """Return the answer to the whole input that passes for certain."""
        choices = self.valid() if validates else self.acceptable(mode)
        found = canonical_answer(choices[0])
        return CanonicalAnswer("", found.offset, found.length) if validates and found else found

    @cached_property
    def _texts(self) -> list[tuple[str, int]]:
        steps = _steps(self.choices[0], Mode.STRICT)
        return [(spaced(values), end) for values, end in steps]

    def in_chunks(self, ends: tuple[int, ...]) -> tuple[bytes, ...]:
        """Render the answer of a prompt strict decoder to chunks that end there.

        A value comes with the chunk that holds its last octet.
        """
        texts = [""] * len(ends)
        for text, end in self._texts:
            # `bisect_left`, for `end` is behind the last octet: a value that ends with a chunk
            # belongs to it.
            texts[bisect_left(ends, end)] += text
        choice = self.choices[0]
        if choice.error is None:
            return CanonicalAnswer("".join([f"{text} |" for text in texts])).lines()
        # `bisect_right`: the octet at index `end` is the first of the next chunk.
        chunk = bisect_right(ends, choice.error_octet or 0)
        before = "".join([f"{text} |" for text in texts[:chunk]]) + "".join(texts[chunk:])
        offset, unit = choice.error
        return CanonicalAnswer(before, offset, len(unit.octets)).lines()

    def _read(
        self, choice: Interpretation, mode: Mode, chunks: tuple[int, ...] | None
    ) -> Expectation:
        if mode is not Mode.STRICT or not choice.error:
            return choice.output(mode)
        error_chunks = None if chunks is None else _error_chunks(choice, chunks)
        refusal = choice.refusal(length=self.judges_length, chunks=error_chunks)
        return refusal or choice.output(mode)

    def _with_refusal(self, found: Iterable[Acceptable], mode: Mode) -> list[Acceptable]:
        """Put a declared refusal of unmarked text first; only an empty text may be read instead.

        A decoder that never refuses treats such a text as it treats an error.
        """
        if not self.refusable:
            return list(found)
        if not self.octets:
            return [_REFUSAL, *found]
        return unmarked_answers(len(self.octets), mode)


_REFUSAL = Acceptable(Refusal(None), Verdict.ALTERNATIVE)


def unmarked_answers(octets: int, mode: Mode) -> list[Acceptable]:
    """List the acceptable answers of a decoder that refuses so many octets without a signature."""
    match mode:
        case Mode.REPLACE:
            return [_REFUSAL, Acceptable(Gaps((Gap(octets),)), Verdict.ALTERNATIVE)]
        case Mode.SKIP:
            return [_REFUSAL, Acceptable(Text(()), Verdict.ALTERNATIVE)]
        case _:
            return [_REFUSAL]


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


def _error_chunks(choice: Interpretation, chunks: tuple[int, ...]) -> range:
    """Return chunks that hold the octets which make the input ill-formed; the last is the flush.

    They reach from the first octet that can show it to the end of its code unit.
    """
    ends = list(accumulate(chunks))
    first, last = choice.first_octet, choice.error_octet
    if first is None or last is None:
        # No octet makes it ill-formed, only the end: that is known with the flush.
        return range(len(chunks), len(chunks) + 1)
    return range(bisect_right(ends, first), bisect_right(ends, last) + 1)


def _steps(choice: Interpretation, mode: Mode) -> Iterator[tuple[Values, int]]:
    """Yield each piece of output with the end of its input, up to the first error if strict."""
    strict = mode is Mode.STRICT
    for offset, part in (choice.reads if strict else choice.units).placed():
        if strict and isinstance(part, IllFormed):
            return
        yield choice.part(part, mode), offset + len(part.octets)


Ways = Callable[[PreparedCase, Offer], Iterator[Question]]


def _whole(prepared: PreparedCase, offer: Offer) -> Iterator[Question]:
    case, found = prepared.case.about.id, prepared.whole
    yield Question(case, offer, "whole", render(found.octets), _choices(found, offer))
    validates = offer.op is Op.VALIDATE
    shown = "" if validates else LETTER_SHOWN
    for between, places in prepared.placed:
        canonical = between.canonical(offer.mode, validates=validates)
        for place in places:
            if place.lax or offer.mode is Mode.STRICT:
                there = canonical.moved(place.move, shown).lines() if canonical else ()
                choices = partial(_moved, between, offer, place.move)
                yield Question(case, offer, place.way, place.line, choices, canonical=there)


def _choices(found: DecodeInput, offer: Offer) -> list[Acceptable]:
    return found.valid() if offer.op is Op.VALIDATE else found.acceptable(offer.mode)


def _moved(found: DecodeInput, offer: Offer, move: Move) -> list[Acceptable]:
    return [
        Acceptable(moved(choice.expectation, move), choice.verdict)
        for choice in _choices(found, offer)
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


_WAYS: dict[Op, Ways] = {
    Op.DECODE: _whole,
    Op.VALIDATE: _whole,
    Op.DECODE_CHUNKS: _chunks,
    Op.DECODE_WITHIN: _within,
    Op.DECODE_AGAIN: _again,
    Op.DECODE_ROOM: _room,
}


def ask_decoder(prepared: PreparedCase, offer: Offer) -> Iterator[Question]:
    """Yield the questions that a decode case asks of one offer; none where it does not fit."""
    ways = _WAYS.get(offer.op)
    if ways:
        yield from ways(prepared, offer)
