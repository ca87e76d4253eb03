"""The smallest input that breaks a requirement: of all failures of a run, then cut down.

The codec is asked again with parts taken out of the input and with letters in place of
characters, as long as its answer stays charged to the same requirement.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from utfproof.engine.attribution.resolution import asks_once
from utfproof.engine.journal.events import CaseFinished, SmallestInput
from utfproof.engine.judging.judge import Judgement
from utfproof.engine.questions.question import expected
from utfproof.model.encoding import Scheme, facts
from utfproof.model.fields import read_octets, render
from utfproof.model.operation import Offer
from utfproof.model.reading import IllFormed
from utfproof.oracle.samples import pieces
from utfproof.proof.diagnosis.inquiry import CodecInquiry
from utfproof.reference import schemes

_MOST_QUESTIONS = 300
_MOST_CHARGES = 24
_AT_EACH_END = 24
_LONGEST = 20_000
_PROPERTY = "property"


@dataclass(frozen=True, slots=True)
class BrokenInput:
    """An input that breaks a requirement, and the failing case that it was found from."""

    requirement: str
    case: CaseFinished
    offer: Offer
    octets: bytes
    judgement: Judgement


def smallest_inputs(inquiry: CodecInquiry) -> Iterator[BrokenInput]:
    """Yield the smallest input of each requirement that texts in one piece break."""
    groups: dict[str, list[CaseFinished]] = {}
    for event in inquiry.context.record.not_passed:
        requirement = inquiry.charge(event) if event.verdict.red else ""
        if requirement and _is_whole(event):
            groups.setdefault(requirement, []).append(event)
    for requirement in sorted(groups)[:_MOST_CHARGES]:
        found = smallest_of(inquiry, requirement, min(groups[requirement], key=size))
        if found:
            yield found


def smallest_of(inquiry: CodecInquiry, requirement: str, event: CaseFinished) -> BrokenInput | None:
    """Cut one failing input down; None where the codec does not fail on it again."""
    if not _is_whole(event):
        return None
    offer = Offer.parse(event.op)
    cutting = _Cutting(inquiry, requirement, offer, read_octets(event.input))
    if not cutting.fails(cutting.best):
        return None
    cutting.cut_down()
    [judgement] = inquiry.judged(offer, [cutting.best])
    return BrokenInput(requirement, event, offer, cutting.best, judgement)


def smaller(inquiry: CodecInquiry, found: BrokenInput) -> SmallestInput | None:
    """Return the event of an input; None where it is no smaller than that of its case."""
    line = render(found.octets)
    if len(line) >= len(found.case.input):
        return None
    return SmallestInput(
        codec=inquiry.context.name,
        requirement=found.requirement,
        case=found.case.case,
        op=found.case.op,
        input=line,
        expected=expected(found.judgement.question),
        actual=found.judgement.actual,
    )


def size(event: CaseFinished) -> tuple[object, ...]:
    """Order failures: texts in one piece first, then by length, then by their digits."""
    lax = not event.op.endswith(" strict")
    plain = asks_once(event.op)
    return not plain, len(event.input), event.input, lax, event.op, event.case


def _is_whole(event: CaseFinished) -> bool:
    asked = event.way != _PROPERTY and bool(event.input) and len(event.input) <= _LONGEST
    return asked and bool(event.op) and Offer.parse(event.op).op.reads_whole


@dataclass(slots=True)
class _Cutting:
    """Makes an input smaller, as long as the answer to it is charged to one requirement."""

    inquiry: CodecInquiry
    requirement: str
    offer: Offer
    best: bytes
    _asked: set[bytes] = field(default_factory=set)

    def fails(self, octets: bytes) -> bool:
        """Tell whether the answer to a text is charged to the requirement."""
        if octets not in self._asked and len(self._asked) >= _MOST_QUESTIONS:
            return False
        self._asked.add(octets)
        if not self.inquiry.may_ask(self.offer, render(octets)):
            return False
        [judgement] = self.inquiry.judged(self.offer, [octets])
        return judgement.verdict.red and self.inquiry.rule(judgement) == self.requirement

    def cut_down(self) -> None:
        """Take parts out, put letters in, and take parts out again."""
        self._take_out()
        if self._put_letters():
            self._take_out()

    def _take_out(self) -> None:
        """Take out the greatest parts first, from the front on, then smaller ones."""
        unit = facts(Scheme(self.offer.encoding.value)).unit
        part = max(1, len(self.best) // unit // 2)
        while part:
            before, at, width = len(self.best), 0, part * unit
            while at < len(self.best):
                less = self.best[:at] + self.best[at + width :]
                if self.fails(less):
                    self.best = less
                elif at < _AT_EACH_END * width or at >= len(self.best) - _AT_EACH_END * width:
                    at += width
                else:
                    # The middle of a long text is letters: its ends decide.
                    at = len(self.best) - _AT_EACH_END * width
            # Single units are tried again until a whole pass takes nothing out.
            if part > 1 or len(self.best) == before:
                part //= 2

    def _put_letters(self) -> bool:
        """Put the letter A for each unit that need not be another; tell whether any was put."""
        letter = pieces(Scheme(self.offer.encoding.value)).letter
        unit, before = len(letter), self.best
        ends = (*range(_AT_EACH_END), *range(-_AT_EACH_END, 0))
        count = len(before) // unit
        for number in sorted(
            {end % count for end in ends if -count <= end < count} if count else ()
        ):
            at = number * unit
            simple = self.best[:at] + letter + self.best[at + unit :]
            if simple != self.best and self.fails(simple):
                self.best = simple
        self._put_letters_for_characters(letter)
        return self.best != before

    def _put_letters_for_characters(self, letter: bytes) -> None:
        """Put as many letters for each character of several units, so that no offset changes."""
        parts = schemes.read_text(Scheme(self.offer.encoding.value), self.best).placed()
        for at, part in list(parts)[:_AT_EACH_END]:
            width = len(part.octets)
            if width > len(letter) and not isinstance(part, IllFormed):
                letters = letter * (width // len(letter))
                simple = self.best[:at] + letters + self.best[at + width :]
                if self.fails(simple):
                    self.best = simple
