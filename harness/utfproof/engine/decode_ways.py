"""The ways to ask a decoder: whole, placed, in chunks, in a slice, again, in little room."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import accumulate

from utfproof.engine.expectation import Acceptable, Both, Expectation, Refusal, Room, Yes
from utfproof.engine.interpretation import Interpretation, interpretations, refuses_unmarked
from utfproof.engine.placement import (
    LETTER_SHOWN,
    NEIGHBOURS,
    Move,
    framed,
    framed_others,
    head_of,
    letter,
    moved,
    unordered,
)
from utfproof.engine.question import (
    Question,
    Sure,
    both_sure,
    render,
    spaced,
    sure_answer,
    sure_answers,
)
from utfproof.model.case import DecodeCase, OtherReading
from utfproof.model.encoding import facts
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.outcome import Values
from utfproof.model.profile import LENGTH_IS_FIXED, Settings, Units
from utfproof.model.reading import IllFormed, Reading
from utfproof.model.verdict import Verdict

PLACEMENTS = (
    (1, 0), (8, 0), (15, 0), (31, 0), (63, 0), (0, 1), (0, 16), (31, 33),
)  # fmt: skip
"""Letters before and after: around the 8, 16, 32 and 64 octets of words and vectors."""
_LAX_PLACEMENTS = frozenset({(15, 0), (63, 0), (0, 16)})
"""Those that modes other than strict are asked; where an error is found does not depend on them."""
_SIDES = tuple(dict.fromkeys((bool(before), bool(after)) for before, after in PLACEMENTS))
ROOMS = (0, 1, 2, 3, 4, 6)
_LONGEST_SPLIT = 24
_UNFINISHED = {1: "c3a9e282", 2: "d83d", 4: "000000"}
"""An input for the first use of an object: it ends inside a sequence, which must be forgotten."""


@dataclass(frozen=True)
class Input:
    """An input under a codec's settings, with all the ways in which it may be read."""

    reads: Reading
    choices: tuple[Interpretation, ...]
    refusable: bool
    judges_length: bool

    @classmethod
    def of(cls, reads: Reading, others: tuple[OtherReading, ...], settings: Settings) -> Input:
        """Apply a codec's settings to a reading."""
        fixed = settings.profile in LENGTH_IS_FIXED or settings.replacement is not None
        choices = tuple(interpretations(reads, others, settings))
        return cls(reads, choices, refuses_unmarked(reads, settings), fixed)

    @cached_property
    def octets(self) -> bytes:
        """The input."""
        return self.reads.octets

    def acceptable(self, mode: Mode, chunks: tuple[int, ...] | None = None) -> list[Acceptable]:
        """List what a decoder may do in a mode; the lengths of chunks set a refusal's moment."""
        return self._with_refusal(
            Acceptable(self._read(choice, mode, chunks), choice.verdict) for choice in self.choices
        )

    def valid(self) -> list[Acceptable]:
        """List what a validator may say."""
        return self._with_refusal(
            Acceptable(choice.refusal(length=self.judges_length) or Yes(), choice.verdict)
            for choice in self.choices
        )

    def room(self, mode: Mode, *, ample: bool) -> list[Acceptable]:
        """List what may come out when the output buffer is limited."""
        found = self.acceptable(mode)
        if self.refusable and self.octets:
            return [*found, Acceptable(Room((), None, ample), Verdict.ALTERNATIVE)]
        for choice in self.choices:
            steps = tuple(_steps(choice, mode))
            stops = mode is Mode.STRICT and choice.error
            total = None if stops else len(self.octets)
            found.append(Acceptable(Room(steps, total, ample), choice.verdict))
        return found

    @property
    def passes_first(self) -> bool:
        """True when the first choice is the one that passes, so that its answer is sure."""
        return not self.refusable and self.choices[0].verdict is Verdict.PASS

    def sure(self, mode: Mode, *, validates: bool = False) -> Sure | None:
        """Give the answer to the whole input that is sure to pass."""
        choices = self.valid() if validates else self.acceptable(mode)
        found = sure_answer(choices[0])
        return Sure("", found.offset, found.length) if validates and found else found

    def in_chunks(self, mode: Mode, ends: list[int]) -> tuple[bytes, ...]:
        """Render what a prompt decoder answers to chunks that end so, where it is sure to pass.

        A value comes with the chunk that holds its last octet.
        """
        choice = self.choices[0]
        if not self.passes_first or (mode is not Mode.STRICT and choice.error):
            return ()
        texts = [""] * len(ends)
        for part, end in _steps(choice, mode):
            texts[bisect_left(ends, end)] += spaced(part)
        if choice.error is None:
            return Sure("".join(f"{text} |" for text in texts)).lines()
        chunk = bisect_right(ends, choice.error_octet or 0)
        before = "".join(f"{text} |" for text in texts[:chunk]) + "".join(texts[chunk:])
        offset, unit = choice.error
        return Sure(before, offset, len(unit.octets)).lines()

    def _read(
        self, choice: Interpretation, mode: Mode, chunks: tuple[int, ...] | None
    ) -> Expectation:
        if mode is not Mode.STRICT or not choice.error:
            return choice.output(mode)
        moment = None if chunks is None else _moment(choice, chunks)
        refusal = choice.refusal(length=self.judges_length, chunk=moment)
        return refusal or choice.output(mode)

    def _with_refusal(self, found: Iterable[Acceptable]) -> list[Acceptable]:
        """Put a declared refusal of unmarked text first; only an empty text may be read instead."""
        if not self.refusable:
            return list(found)
        refusal = Acceptable(Refusal(None), Verdict.ALTERNATIVE)
        return [refusal] if self.octets else [refusal, *found]


class Prepared:
    """A decode case under a codec's settings; what several offers need is made once."""

    def __init__(self, case: DecodeCase, settings: Settings) -> None:
        """Prepare a case."""
        self.case = case
        self.settings = settings

    @cached_property
    def whole(self) -> Input:
        """The input as it stands in the case."""
        return Input.of(self.case.reads, self.case.others, self.settings)

    @cached_property
    def frames(self) -> list[tuple[tuple[bool, bool], Input]]:
        """The input made ready for letters before and after it, where they would not be cut."""
        found = [(key, self._frame(before=key[0], after=key[1])) for key in _SIDES]
        return [(key, item) for key, item in found if item]

    def _frame(self, *, before: bool, after: bool) -> Input | None:
        scheme = self.settings.scheme
        reads = framed(self.case.reads, scheme, before=before, after=after)
        if reads is None:
            return None
        others = framed_others(self.case.others, scheme, before=before, after=after)
        return Input.of(reads, others, self.settings)


def _moment(choice: Interpretation, chunks: tuple[int, ...]) -> int:
    """Give the chunk that holds the octet which makes the input ill-formed, else the flush."""
    octet = choice.error_octet
    ends = enumerate(accumulate(chunks))
    return next((at for at, end in ends if octet is not None and octet < end), len(chunks))


def _steps(choice: Interpretation, mode: Mode) -> Iterator[tuple[Values, int]]:
    """Yield each piece of output with the end of its input, up to the first error if strict."""
    strict = mode is Mode.STRICT
    for offset, part in (choice.reads if strict else choice.units).placed():
        if strict and isinstance(part, IllFormed):
            return
        yield choice.part(part, mode), offset + len(part.octets)


Ways = Callable[[Prepared, Offer], Iterator[Question]]


def _whole(prepared: Prepared, offer: Offer) -> Iterator[Question]:
    found = prepared.whole
    line = render(found.octets)
    yield Question(prepared.case.about.id, offer, "whole", line, _choices(found, offer))
    for (before, after), between in prepared.frames:
        yield from _placed(prepared, between, offer, before=before, after=after)


def _choices(found: Input, offer: Offer) -> list[Acceptable]:
    return found.valid() if offer.op is Op.VALIDATE else found.acceptable(offer.mode)


def _placed(
    prepared: Prepared, found: Input, offer: Offer, *, before: bool, after: bool
) -> Iterator[Question]:
    """Ask with letters around; `found` has the first of those on each side already."""
    scheme = prepared.settings.scheme
    head = head_of(prepared.case.reads, scheme)
    if unordered(scheme) and not head:
        return  # nothing marks the order of the letters either: the whole input is asked alone
    own = letter(prepared.case.reads, scheme)
    if letter(found.reads, found.choices[0].scheme) != own:
        return  # a signature of another encoding is sniffed: the letters would be none in it
    validates = offer.op is Op.VALIDATE
    sure = found.sure(offer.mode, validates=validates)
    shown = "" if validates else LETTER_SHOWN
    kept = int(bool(head and found.choices[0].keeps))
    for front, back in PLACEMENTS:
        lax = offer.mode is not Mode.STRICT and (front, back) not in _LAX_PLACEMENTS
        if (bool(front), bool(back)) != (before, after) or lax:
            continue
        first, last = max(0, front - 1), max(0, back - 1)
        line = b"".join((found.octets[:head], own * first, found.octets[head:], own * last))
        move = Move(kept, len(own), first, last)
        there = sure.moved(kept, len(own), first, last, shown).lines() if sure else ()
        yield Question(
            prepared.case.about.id,
            offer,
            f"{front} letters before, {back} after",
            render(line),
            partial(_moved, found, offer, move),
            sure=there,
        )


def _moved(found: Input, offer: Offer, move: Move) -> list[Acceptable]:
    return [
        Acceptable(moved(choice.expectation, move), choice.verdict)
        for choice in _choices(found, offer)
    ]


def _chunks(prepared: Prepared, offer: Offer) -> Iterator[Question]:
    found = prepared.whole
    octets = found.octets
    for lengths in splits(len(octets)):
        ends = list(accumulate(lengths))
        fields = [octets[end - length : end] for end, length in zip(ends, lengths, strict=True)]
        yield Question(
            prepared.case.about.id,
            offer,
            "chunks " + "+".join(map(str, lengths)),
            " ".join(map(render, fields)),
            partial(found.acceptable, offer.mode, lengths),
            sure=found.in_chunks(offer.mode, ends),
            joins=prepared.settings.units is Units.UTF_16,
        )


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


def _within(prepared: Prepared, offer: Offer) -> Iterator[Question]:
    found = prepared.whole
    choices = found.acceptable(offer.mode)
    sure = sure_answers(choices)
    for before, after in NEIGHBOURS[facts(prepared.settings.scheme).unit]:
        line = f"{render(before)} {render(found.octets)} {render(after)}"
        way = f"between {render(before)} and {render(after)}"
        yield Question(prepared.case.about.id, offer, way, line, choices, sure=sure)


def _again(prepared: Prepared, offer: Offer) -> Iterator[Question]:
    found, case = prepared.whole, prepared.case.about.id
    choices = tuple(found.acceptable(offer.mode))
    own = render(found.octets)
    sure = both_sure(sure_answers(choices), sure_answers(choices))
    yield Question(case, offer, "twice", f"{own} {own}", [_both(choices, choices)], sure=sure)
    unfinished = _UNFINISHED[facts(prepared.settings.scheme).unit]
    line = f"{unfinished} {own}"
    yield Question(case, offer, "after a cut sequence", line, [_both((), choices)])


def _both(first: tuple[Acceptable, ...], second: tuple[Acceptable, ...]) -> Acceptable:
    return Acceptable(Both(first, second))


def _room(prepared: Prepared, offer: Offer) -> Iterator[Question]:
    found = prepared.whole
    unknown = offer.mode is Mode.REPLACE and prepared.settings.replacement is None
    if unknown and not prepared.case.reads.well_formed:
        return
    for ample in (False, True):
        choices = found.room(offer.mode, ample=ample)
        for room in (8 * len(found.octets) + 64,) if ample else ROOMS:
            line = f"{room} {render(found.octets)}"
            way = f"room {room}"
            yield Question(prepared.case.about.id, offer, way, line, choices, sure=())


_WAYS: dict[Op, Ways] = {
    Op.DECODE: _whole,
    Op.VALIDATE: _whole,
    Op.DECODE_CHUNKS: _chunks,
    Op.DECODE_WITHIN: _within,
    Op.DECODE_AGAIN: _again,
    Op.DECODE_ROOM: _room,
}


def ask_decoder(prepared: Prepared, offer: Offer) -> Iterator[Question]:
    """Yield the questions that a decode case asks of one offer; none where it does not fit."""
    ways = _WAYS.get(offer.op)
    if ways:
        yield from ways(prepared, offer)
