"""Questions of validate-cause: those of validate, whose answers name the cause of an error too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from utfproof.adapters.session.blocks import Answer
from utfproof.engine.questions.question import Question
from utfproof.model.encoding import Scheme
from utfproof.model.fields import read_octets
from utfproof.model.operation import Offer, Op
from utfproof.model.profile import Settings
from utfproof.oracle.answer_profile import AnswerProfile
from utfproof.oracle.question_group import Expected, PlainGroup, QuestionGroup
from utfproof.oracle.whole import close_question
from utfproof.reference import chunks, schemes

_REPORT = re.compile(rb"(error ([0-9]{1,19}|\?) (?:[0-9]{1,19}|\?)) (truncated|ill-formed|\?)")
_WRONG = b"%b (cause)"


@dataclass(frozen=True)
class CausesGroup(PlainGroup):
    """A group of validate, asked with causes: a right one is taken out before answers are compared.

    A wrong cause stays, so that its answer is judged by itself; where causes are not judged, any is
    right.
    """

    group: QuestionGroup
    settings: Settings

    @property
    def id(self) -> str:
        """Return the id of the group."""
        return self.group.id

    @property
    def offer(self) -> Offer:
        """Return the offer that is asked."""
        return self.group.offer.with_op(Op.VALIDATE_CAUSE)

    @property
    def lines(self) -> Sequence[bytes]:
        """Return the data lines."""
        return self.group.lines

    @property
    def count(self) -> int:
        """Count the lines."""
        return self.group.count

    @property
    def text(self) -> bytes:
        """Join the lines."""
        return self.group.text

    @property
    def answer_profiles(self) -> Sequence[AnswerProfile]:
        """Return the ways in which all answers may be right but for their causes."""
        return self.group.answer_profiles

    def expected(self, answer_profile: AnswerProfile) -> Expected:
        """Return the answers of an answer profile, without causes."""
        return self.group.expected(answer_profile)

    def expected_at(
        self, answer_profile: AnswerProfile, indices: Sequence[int]
    ) -> Iterable[bytes | None]:
        """Return the answers of an answer profile to some lines, without causes."""
        return self.group.expected_at(answer_profile, indices)

    def announced_profile(self, answer_profile: AnswerProfile) -> AnswerProfile | None:
        """Return the profile of a codec that reads as its documentation announces."""
        return self.group.announced_profile(answer_profile)

    def expected_text(self, answer_profile: AnswerProfile) -> None:
        """Return None: some errors may be called by either cause."""
        del answer_profile

    def comparable(self, answers: Sequence[Answer]) -> Sequence[object]:
        """Take the right causes out."""
        return [
            self._without_cause(line, answer) if isinstance(answer, bytes) else answer
            for line, answer in zip(self.lines, answers, strict=True)
        ]

    def _without_cause(self, line: bytes, answer: bytes) -> bytes:
        if answer == b"ok":
            return answer
        match = _REPORT.fullmatch(answer)
        right = match and (not self.settings.causes or self._is_right(line, match[2], match[3]))
        return match[1] if match and right else _WRONG % answer

    def _is_right(self, line: bytes, offset: bytes, told: bytes) -> bool:
        if told == b"?":
            return True
        octets = read_octets(line.decode("ascii"))
        schemes_read = _schemes(self.settings.scheme, octets)
        found = {_cause(scheme, octets, offset) for scheme in schemes_read}
        # Where the byte order decides, the answer is judged by itself, in each order that it has.
        return found == {None} or found <= {None, told == b"truncated"}

    def question(self, index: int) -> Question:
        """Return one question with all that is acceptable as its answer."""
        octets = read_octets(self.lines[index].decode("ascii"))
        return close_question(self.id, self.offer, self.settings, octets)


def _schemes(scheme: Scheme, octets: bytes) -> set[Scheme]:
    """Return the schemes in which octets may be read: in either order where nothing marks it."""
    orders = {schemes.order_of(scheme, octets, unmarked=order) for order in ("big", "little")}
    return {schemes.ordered(scheme, order) for order in orders}


def _cause(scheme: Scheme, octets: bytes, offset: bytes) -> bool | None:
    """Tell whether the error at an offset, as it was told, is a truncation; None for no error."""
    if offset == b"?":
        return chunks.truncated_error(scheme, schemes.read(scheme, octets))
    return chunks.truncated_rest(scheme, octets[int(offset) :])
