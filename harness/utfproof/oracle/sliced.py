"""Inputs beside others: a slice between neighbours, and a second use of one object.

Neither may change the decoding of the input.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, partial

from utfproof.engine.questions.decode_input import DecodeInput
from utfproof.engine.questions.expected_answer import Acceptable, TwoAnswers
from utfproof.engine.questions.question import Question
from utfproof.model.encoding import ByteOrder, Scheme, signature_octets
from utfproof.model.fields import render
from utfproof.model.operation import Mode, Offer
from utfproof.model.profile import Settings
from utfproof.oracle.answer_profile import AnswerProfile
from utfproof.oracle.expected import expected_result
from utfproof.oracle.question_group import Expected, PlainGroup
from utfproof.oracle.samples import pieces
from utfproof.oracle.whole import ambiguous, answer_profiles, scheme_of
from utfproof.reference import latitude, schemes

Neighbours = tuple[tuple[bytes, bytes], ...]
_ALIGNMENTS = 17


@cache
def neighbours(scheme: Scheme) -> Neighbours:
    """Return the octets before and after a slice.

    They would complete or cut a sequence, and put the slice at every alignment to sixteen.
    """
    found = pieces(scheme)
    before = (b"", *found.cut, *found.rests, signature_octets(scheme, "big"))
    after = (b"\x80\xbf\xbf\xbf", *found.bad[:4], found.letter, b"\x00" * 4, b"\xff" * 4)
    pairs = [(one, other) for one in before for other in after]
    # Vector code reads sixteen octets at a time and treats an unaligned beginning apart.
    aligned = [(b"A" * count, after[0]) for count in range(_ALIGNMENTS)]
    return tuple(dict.fromkeys([*pairs, *aligned]))


@dataclass(frozen=True)
class SlicedGroup(PlainGroup):
    """A group: one input between many neighbours in one buffer."""

    id: str
    offer: Offer
    settings: Settings
    octets: bytes
    pairs: Neighbours

    @cached_property
    def lines(self) -> list[bytes]:
        """Return the data lines."""
        own = render(self.octets)
        return [
            f"{render(before)} {own} {render(after)}".encode("ascii")
            for before, after in self.pairs
        ]

    @property
    def answer_profiles(self) -> tuple[AnswerProfile, ...]:
        """Return the ways in which all answers may be right."""
        return answer_profiles(self.settings, self.offer)

    def expected(self, answer_profile: AnswerProfile) -> Expected:
        """Return the answers of an answer profile: that to the input alone, every time."""
        answer = _alone(self.settings, answer_profile, self.offer.mode, self.octets)
        return [answer] * len(self.pairs)

    def verdict_key(self, index: int, answer: bytes) -> Hashable | None:
        """Return the answer: the same answers are acceptable to all lines."""
        del index
        return answer

    def question(self, index: int) -> Question:
        """Return one question with all that is acceptable as its answer."""
        before, after = self.pairs[index]
        way = f"between {render(before)} and {render(after)}"
        line = self.lines[index].decode("ascii")
        choices = partial(_acceptable, self.settings, self.octets, self.offer.mode)
        return Question(self.id, self.offer, way, line, choices)


def _alone(
    settings: Settings, answer_profile: AnswerProfile, mode: Mode, octets: bytes
) -> bytes | None:
    if ambiguous(settings, octets):
        return None
    scheme = scheme_of(settings, answer_profile)
    return expected_result(scheme, answer_profile.policy, mode, octets).line(answer_profile.detail)


# An input stands in hundreds of lines: what is acceptable for it is worked out once.
@lru_cache(maxsize=1024)
def _acceptable(settings: Settings, octets: bytes, mode: Mode) -> tuple[Acceptable, ...]:
    reads = schemes.read(settings.scheme, octets)
    others = latitude.others(settings.scheme, octets)
    return tuple(DecodeInput.of(reads, others, settings).acceptable(mode))


@cache
def histories(scheme: Scheme) -> tuple[bytes, ...]:
    """Return inputs for the first use of an object, each of which leaves something to forget."""
    found = pieces(scheme)
    orders: tuple[ByteOrder, ...] = ("big", "little")
    signatures = dict.fromkeys(signature_octets(scheme, order) for order in orders)
    text = b"".join(found.characters[:4])
    return (
        b"",
        *found.cut,
        *found.rests,
        *found.bad,
        *signatures,
        *(signature + found.letter for signature in signatures),
        text,
        *(text + piece for piece in (*found.cut[:2], *found.rests[:1], *found.bad[:2])),
    )


@dataclass(frozen=True)
class ReusedObjectGroup(PlainGroup):
    """A group: one input decoded after many others by the same object.

    With `judges_last_only` any answer to the inputs before is acceptable.
    """

    id: str
    offer: Offer
    settings: Settings
    octets: bytes
    firsts: tuple[bytes, ...]
    judges_last_only: bool = False

    @cached_property
    def lines(self) -> list[bytes]:
        """Return the data lines."""
        own = render(self.octets)
        return [f"{render(first)} {own}".encode("ascii") for first in self.firsts]

    @property
    def answer_profiles(self) -> tuple[AnswerProfile, ...]:
        """Return the ways in which all answers may be right."""
        return answer_profiles(self.settings, self.offer)

    def expected(self, answer_profile: AnswerProfile) -> Expected:
        """Return the answers of an answer profile: those to both inputs, each alone."""
        own = _alone(self.settings, answer_profile, self.offer.mode, self.octets)
        before = _all_alone(self.settings, answer_profile, self.offer.mode, self.firsts)
        return [None if own is None or one is None else one + b" / " + own for one in before]

    def question(self, index: int) -> Question:
        """Return one question with all that is acceptable as its answer."""
        first = self.firsts[index]
        line = self.lines[index].decode("ascii")
        mode = self.offer.mode
        one = () if self.judges_last_only else tuple(_acceptable(self.settings, first, mode))
        two = tuple(_acceptable(self.settings, self.octets, mode))
        choices = [Acceptable(TwoAnswers(one, two))]
        return Question(self.id, self.offer, f"after {render(first)}", line, choices)


@cache
def _all_alone(
    settings: Settings, answer_profile: AnswerProfile, mode: Mode, firsts: tuple[bytes, ...]
) -> list[bytes | None]:
    return [_alone(settings, answer_profile, mode, octets) for octets in firsts]
