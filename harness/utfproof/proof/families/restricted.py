"""A group without the lines that the codec's format excludes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from utfproof.adapters.session.blocks import Answer
from utfproof.engine.questions.question import Question
from utfproof.model.operation import Offer
from utfproof.model.outcome import NotRun
from utfproof.model.profile import Settings
from utfproof.oracle.answer_profile import AnswerProfile
from utfproof.oracle.question_group import Expected, PlainGroup, QuestionGroup
from utfproof.proof.families.excluded_lines import excluded_lines, lines_outside

_NOT_ASKED = NotRun("outside the codec's contract")


@dataclass(frozen=True)
class RestrictedGroup(PlainGroup):
    """Those lines of a group that may be asked, by their indices in it.

    `outside` counts those that the codec's contract excludes.
    """

    group: QuestionGroup
    kept: tuple[int, ...]
    outside: int = 0

    @classmethod
    def of(cls, group: QuestionGroup, settings: Settings) -> QuestionGroup:
        """Leave out the lines that the format or the contract excludes."""
        left_out = excluded_lines(group, settings)
        # A line may be out for both reasons: the format counts first.
        outside = lines_outside(group, settings) - left_out
        if not left_out and not outside:
            return group
        out = left_out | outside
        return cls(group, tuple(at for at in range(group.count) if at not in out), len(outside))

    @property
    def id(self) -> str:
        """Return the id of the group."""
        return self.group.id

    @property
    def offer(self) -> Offer:
        """Return the offer that is asked."""
        return self.group.offer

    @property
    def count(self) -> int:
        """Count the lines that are kept."""
        return len(self.kept)

    @cached_property
    def text(self) -> bytes:
        """Join the lines that are kept."""
        return b"\n".join((*self.lines, b""))

    @property
    def lines(self) -> list[bytes]:
        """Return the data lines that are kept."""
        lines = self.group.lines
        return [lines[index] for index in self.kept]

    @property
    def answer_profiles(self) -> Sequence[AnswerProfile]:
        """Return the ways in which all answers may be right."""
        return self.group.answer_profiles

    def expected(self, answer_profile: AnswerProfile) -> Expected:
        """Return the answers of an answer profile to the lines that are kept."""
        found = self.group.expected(answer_profile)
        return [found[index] for index in self.kept]

    def expected_text(self, answer_profile: AnswerProfile) -> bytes | None:
        """Join an answer profile's answers, where all are compared unchanged."""
        whole = self.group.expected_text(answer_profile)
        if whole is None:
            return None
        answers = whole.split(b"\n")
        return b"\n".join((*(answers[index] for index in self.kept), b""))

    def expected_at(
        self, answer_profile: AnswerProfile, indices: Sequence[int]
    ) -> Iterable[bytes | None]:
        """Return the answers of an answer profile to some of the lines that are kept."""
        return self.group.expected_at(answer_profile, [self.kept[index] for index in indices])

    def announced_profile(self, answer_profile: AnswerProfile) -> AnswerProfile | None:
        """Return the profile of a codec that reads as its documentation announces."""
        return self.group.announced_profile(answer_profile)

    def comparable(self, answers: Sequence[Answer]) -> Sequence[object]:
        """Bring answers into the form in which they are compared."""
        # The form of an answer may depend on its line: each goes to the place of its own.
        every: list[Answer] = [_NOT_ASKED] * self.group.count
        for index, answer in zip(self.kept, answers, strict=True):
            every[index] = answer
        found = self.group.comparable(every)
        return [found[index] for index in self.kept]

    def verdict_key(self, index: int, answer: bytes) -> Hashable | None:
        """Return the key of the line that is kept."""
        return self.group.verdict_key(self.kept[index], answer)

    def question(self, index: int) -> Question:
        """Return one question with all that is acceptable as its answer."""
        return self.group.question(self.kept[index])
