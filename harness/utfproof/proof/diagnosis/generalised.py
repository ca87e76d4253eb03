"""One sentence for failures without a named fault: which octets, at which offsets, read as what.

The smallest input of a requirement is varied: each octet, the letters before it. What then fails
alike makes a claim, which is asked again at points that were not used to make it. A claim that
one answer contradicts is not said.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress

from utfproof.engine.journal.events import CaseFinished
from utfproof.engine.judging.judge import Judgement
from utfproof.model.encoding import Scheme
from utfproof.model.fields import render
from utfproof.model.operation import WHOLE_OPS, Offer
from utfproof.oracle.samples import pieces
from utfproof.proof.diagnosis.claim_samples import a_few, combinations, simple_rule, spans
from utfproof.proof.diagnosis.claim_words import (
    WRONGLY,
    Form,
    effect_of,
    form_of,
    octet_ranges,
    offer_words,
)
from utfproof.proof.diagnosis.inquiry import CodecInquiry
from utfproof.proof.diagnosis.smallest_input import BrokenInput

_NEAR = range(131)
_FAR = (191, 192, 193, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025)
_MOST_VARIED = 4
_MOST_RANGES = 3
_SEED = 18
_MOST_BEHIND = 2
_BLOCK = 64
"""Sequences that are asked in one piece where the first exception is the last to be looked at."""
_MOST_TRIED = 300
"""Sequences of a class that each offer is asked; all of a class may be thousands."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim about a codec: some sequences fail alike at some offsets.

    `octets` has the octets admitted in each place, `letters` tells of a number of letters before
    the sequence whether it fails there.
    """

    about: str
    octets: tuple[frozenset[int], ...]
    letters: Callable[[int], bool]
    unit: int
    everywhere: bool

    def covers(self, event: CaseFinished) -> bool:
        """Tell whether a failure has such a sequence at such an offset."""
        digits = event.input.replace(" ", "").replace("-", "")
        try:
            text = bytes.fromhex(digits)
        except ValueError:
            return False
        width = len(self.octets)
        return any(
            all(one in admitted for one, admitted in zip(text[at:], self.octets, strict=False))
            for at in range(0, len(text) - width + 1, self.unit)
            if self.letters(at // self.unit)
        )


def claim(inquiry: CodecInquiry, found: BrokenInput) -> Claim | None:
    """Make a claim of the smallest input of a requirement; None where it cannot be upheld."""
    subject = _Subject.of(inquiry, found)
    told = subject.offsets()
    if told is None:
        return None
    words, holds = told
    wrong = [count for count in (*_NEAR, *_FAR) if holds(count)]
    right = [count for count in (*_NEAR, *_FAR) if not holds(count)]
    octets = subject.octets(wrong, right)
    ending = subject.ending(wrong, right)
    if ending is None:
        return None
    most_behind = 0 if ending else _MOST_BEHIND
    if not subject.fails_on_all(subject.offer, octets, wrong, most_behind):
        octets = tuple(frozenset({octet}) for octet in subject.core)
    effect = subject.effect(wrong, exact=all(len(one) == 1 for one in octets))
    offers = [
        one
        for one in subject.offers(wrong, right, effect)
        if subject.fails_on_all(one, octets, wrong, most_behind)
    ]
    if not offers:
        return None
    everywhere = len(offers) == len(subject.whole_offers)
    shown = " ".join(map(octet_ranges, octets))
    by = "" if everywhere else f" by {', '.join(map(offer_words, offers))}"
    where = "".join(f" {part}" for part in (words, ending) if part)
    about = f"{shown} {effect}{where}{by}."
    return Claim(about, octets, holds, len(subject.letter), not words)


def single(inquiry: CodecInquiry, found: BrokenInput) -> str:
    """Say how one input is answered, where no claim about others can be upheld."""
    subject = _Subject.of(inquiry, found)
    effect = effect_of(found.offer.op, found.judgement, subject.before, exact=True)
    offset = subject.before * len(subject.letter)
    shown = subject.core.hex(" ").upper() or "Empty text"
    return f"{shown} {effect} at offset {offset} by {offer_words(found.offer)}; {_NO_RULE}."


_NO_RULE = "no rule for other places was found"


@dataclass(frozen=True, slots=True)
class _Subject:
    """An input without the letters before it, and how the codec fails on it."""

    inquiry: CodecInquiry
    requirement: str
    offer: Offer
    letter: bytes
    core: bytes
    before: int
    judgement: Judgement
    form: Form

    @classmethod
    def of(cls, inquiry: CodecInquiry, found: BrokenInput) -> _Subject:
        letter = pieces(Scheme(found.offer.encoding.value)).letter
        before, core = 0, found.octets
        while core.startswith(letter) and len(core) > len(letter):
            before, core = before + 1, core[len(letter) :]
        form = form_of(found.offer.op, found.judgement, before, before * len(letter))
        return cls(
            inquiry, found.requirement, found.offer, letter, core, before, found.judgement, form
        )

    def fail_alike(self, texts: Sequence[tuple[int, bytes]]) -> list[bool]:
        """Tell of each sequence, behind so many letters, whether it fails in the same form."""
        return [one is not None for one in self._alike(texts)]

    def break_alike(self, texts: Sequence[tuple[int, bytes]]) -> list[bool]:
        """Tell of each sequence whether it also breaks the same requirement, which takes longer."""
        return [
            one is not None and self.inquiry.rule(one) == self.requirement
            for one in self._alike(texts)
        ]

    def _alike(self, texts: Sequence[tuple[int, bytes]]) -> Iterator[Judgement | None]:
        unit = len(self.letter)
        inputs = [self.letter * count + core for count, core in texts]
        asked = [self.inquiry.may_ask(self.offer, render(octets)) for octets in inputs]
        judged = iter(self.inquiry.judged(self.offer, list(compress(inputs, asked))))
        for (count, _), admitted in zip(texts, asked, strict=True):
            one = next(judged) if admitted else None
            same = one and form_of(self.offer.op, one, count, count * unit) == self.form
            yield one if one and one.verdict.red and same else None

    def offsets(self) -> tuple[str, Callable[[int], bool]] | None:
        """Return the offsets at which the input fails, in words and as a condition on letters."""
        points = (*_NEAR, *_FAR)
        wrong = {
            count
            for count, fails in zip(
                points, self.fail_alike([(count, self.core) for count in points]), strict=True
            )
            if fails
        }
        return simple_rule(wrong, points, len(self.letter))

    def octets(self, wrong: Sequence[int], right: Sequence[int]) -> tuple[frozenset[int], ...]:
        """Return the octets that fail alike in each place, where all combinations do."""
        exact = tuple(frozenset({octet}) for octet in self.core)
        if len(self.core) > _MOST_VARIED or not wrong:
            return exact
        found: list[frozenset[int]] = []
        for at, octet in enumerate(self.core):
            texts = [
                (wrong[0], self.core[:at] + bytes([other]) + self.core[at + 1 :])
                for other in range(256)
            ]
            alike = frozenset(compress(range(256), self.break_alike(texts)))
            few = len(spans(alike)) <= _MOST_RANGES and octet in alike
            found.append(alike if few else frozenset({octet}))
        dice = random.Random(_SEED)  # noqa: S311  (the same questions in every run)
        tried = combinations(found, dice)
        bad = [(dice.choice(wrong), one) for one in tried]
        good = [(dice.choice(right), one) for one in tried] if right else []
        upheld = all(self._one_by_one(bad)) and not any(self._one_by_one(good))
        return tuple(found) if upheld else exact

    def _one_by_one(self, texts: Sequence[tuple[int, bytes]]) -> Iterator[bool]:
        """Tell of each sequence whether it fails alike; what is not looked at is not asked."""
        for start in range(0, len(texts), _BLOCK):
            yield from self.fail_alike(texts[start : start + _BLOCK])

    def ending(self, wrong: Sequence[int], right: Sequence[int]) -> str | None:
        """Ask with other text around: "" where it changes nothing, None where no claim stands."""
        other = pieces(Scheme(self.offer.encoding.value)).characters[1]
        some, none = a_few(wrong), a_few(right)
        width = len(other) // len(self.letter)
        before = [(count, other * (count // width), b"") for count in some if not count % width]
        if not self._red(self.offer, before, all_of=True):
            return None
        behind = [
            (count, self.letter * count, tail) for count in some for tail in (self.letter, other)
        ]
        elsewhere = [
            (count, self.letter * count, tail) for count in none for tail in (b"", self.letter)
        ]
        if self._red(self.offer, elsewhere, all_of=False):
            return None
        if self._red(self.offer, behind, all_of=True):
            return ""
        return None if self._red(self.offer, behind, all_of=False) else "at the end of a text"

    def fails_on_all(
        self,
        offer: Offer,
        octets: Sequence[frozenset[int]],
        wrong: Sequence[int],
        most_behind: int,
    ) -> bool:
        """Tell whether an offer fails on sequences of those octets, whatever letters stand behind.

        The octets were found by one offer with nothing behind them: to skip an error shows less.
        """
        dice = random.Random(_SEED)  # noqa: S311  (the same questions in every run)
        tried = combinations(octets, dice)
        inputs = [
            self.letter * dice.choice(wrong) + core + self.letter * dice.randrange(most_behind + 1)
            for core in dice.sample(tried, min(len(tried), _MOST_TRIED))
        ]
        asked = [one for one in inputs if self.inquiry.may_ask(offer, render(one))]
        return all(one.verdict.red for one in self.inquiry.judged(offer, asked))

    @property
    def whole_offers(self) -> list[Offer]:
        """The offers of whole texts in the encoding."""
        return [
            offer
            for offer in self.inquiry.context.offers
            if offer.op in WHOLE_OPS and offer.encoding is self.offer.encoding
        ]

    def offers(self, wrong: Sequence[int], right: Sequence[int], effect: str) -> list[Offer]:
        """List the offers that fail so; none where one of them does at times.

        An offer that fails with another effect is left out: the sentence is not about it.
        """
        some = [(count, self.letter * count, b"") for count in a_few(wrong)]
        none = [(count, self.letter * count, b"") for count in a_few(right)]
        failing: list[Offer] = []
        for offer in self.whole_offers:
            if self._red(offer, none, all_of=False):
                return []
            if self._red(offer, some, all_of=True):
                exact = " as " in effect
                if effect == WRONGLY or self._effects(offer, wrong, exact=exact) == {effect}:
                    failing.append(offer)
            elif self._red(offer, some, all_of=False):
                return []
        return failing

    def _effects(self, offer: Offer, wrong: Sequence[int], *, exact: bool) -> set[str]:
        """Return the effects of the sequence behind some of the numbers of letters."""
        counts = a_few(wrong)
        inputs = [self.letter * count + self.core for count in counts]
        judged = self.inquiry.judged(offer, inputs)
        return {
            effect_of(offer.op, one, count, exact=exact)
            for count, one in zip(counts, judged, strict=True)
        }

    def _red(
        self, offer: Offer, texts: Sequence[tuple[int, bytes, bytes]], *, all_of: bool
    ) -> bool:
        """Tell whether all of some texts around the sequence fail, or any of them."""
        inputs = [before + self.core + behind for _, before, behind in texts]
        if not self.inquiry.may_ask_all(offer, inputs):
            return all_of
        red = [judged.verdict.red for judged in self.inquiry.judged(offer, inputs)]
        return all(red) if all_of else any(red)

    def effect(self, wrong: Sequence[int], *, exact: bool) -> str:
        """Say in words how the sequence is answered, wherever it fails."""
        found = self._effects(self.offer, wrong, exact=exact)
        return found.pop() if len(found) == 1 else WRONGLY
