"""Groups of questions of one offer, which are asked and compared as a whole."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Protocol, cast

from utfproof.adapters.session.blocks import Answer
from utfproof.engine.questions.question import Question
from utfproof.model.operation import Offer
from utfproof.oracle.answer_profile import AnswerProfile

Expected = Sequence[bytes | None]
"""The answer of an answer profile to each line; None where there is no single right one."""


class QuestionGroup(Protocol):
    """Questions of one family to one offer.

    `expected` has an answer profile's answer to each line, None where there is no single one.
    `comparable` brings answers into the form in which they are compared.
    """

    @property
    def id(self) -> str:
        """Return the id of the group, as a case has one."""
        ...

    @property
    def offer(self) -> Offer:
        """Return the offer that is asked."""
        ...

    @property
    def lines(self) -> Sequence[bytes]:
        """Return the data lines."""
        ...

    @property
    def count(self) -> int:
        """Return how many lines there are."""
        ...

    @property
    def text(self) -> bytes:
        """Return the data lines end to end, each with its newline."""
        ...

    def expected_text(self, answer_profile: AnswerProfile) -> bytes | None:
        """Join an answer profile's answers; None where there is no single right text."""
        ...

    @property
    def answer_profiles(self) -> Sequence[AnswerProfile]:
        """Return the ways in which all answers may be right."""
        ...

    def expected(self, answer_profile: AnswerProfile) -> Expected:
        """Return the answers of an answer profile."""
        ...

    def expected_at(
        self, answer_profile: AnswerProfile, indices: Sequence[int]
    ) -> Iterable[bytes | None]:
        """Return the answers of an answer profile to some lines, at less cost than those to all."""
        ...

    def announced_profile(self, answer_profile: AnswerProfile) -> AnswerProfile | None:
        """Return the profile of a codec that reads as its documentation announces.

        None where nothing is announced, or where the answers would have to be judged.
        """
        ...

    def comparable(self, answers: Sequence[Answer]) -> Sequence[object]:
        """Bring answers into the form in which they are compared."""
        ...

    def question(self, index: int) -> Question:
        """Return one question with all that is acceptable as its answer."""
        ...

    def verdict_key(self, index: int, answer: bytes) -> Hashable | None:
        """Return a key that answers of one verdict alone have in common; None for no key."""
        ...


class PlainGroup:
    """The common part of most groups: answers are compared as they are."""

    @property
    def count(self: QuestionGroup) -> int:
        """Count the lines."""
        return len(self.lines)

    @property
    def text(self: QuestionGroup) -> bytes:
        """Join the lines."""
        return b"\n".join((*self.lines, b""))

    def expected_text(self: QuestionGroup, answer_profile: AnswerProfile) -> bytes | None:
        """Join the answers of an answer profile; None where one of them has to be judged."""
        found = self.expected(answer_profile)
        return None if None in found else b"\n".join((*cast("Sequence[bytes]", found), b""))

    def expected_at(
        self: QuestionGroup, answer_profile: AnswerProfile, indices: Sequence[int]
    ) -> Iterable[bytes | None]:
        """Return the answers of an answer profile to some lines."""
        found = self.expected(answer_profile)
        return [found[index] for index in indices]

    def announced_profile(self, answer_profile: AnswerProfile) -> AnswerProfile | None:
        """Return None: what is announced is judged answer by answer."""
        del answer_profile
        return None

    def comparable(self, answers: Sequence[Answer]) -> Sequence[object]:
        """Compare answers as they are."""
        return answers

    def verdict_key(self, index: int, answer: bytes) -> Hashable | None:
        """Return None: each answer is judged by itself."""
        del index, answer
        return None
