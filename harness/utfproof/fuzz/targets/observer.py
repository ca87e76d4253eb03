"""Observers: ask a target a block of inputs, and find the answers that differ from the reference.

A codec keeps one answer profile: how much of an error it reports, and by which policy it
replaces. The first inputs select it. An answer that differs from the profile's is judged by all
acceptable answers before it counts as wrong.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from utfproof.adapters.session.blocks import Answer, JoinedLines
from utfproof.engine.judging import chunk_outputs
from utfproof.engine.judging.judge import Judgement, judge
from utfproof.engine.questions.question import Question
from utfproof.fuzz.targets.deviations import (
    REFUSES,
)
from utfproof.fuzz.targets.divergence import Divergence, classify
from utfproof.fuzz.targets.fuzz_target import FuzzTarget
from utfproof.fuzz.targets.running_adapter import RunningAdapter
from utfproof.model.outcome import Outcome, Refused
from utfproof.model.verdict import Verdict
from utfproof.oracle.answer_profile import AnswerProfile
from utfproof.oracle.question_group import Expected, QuestionGroup
from utfproof.oracle.samples import pieces

_KINDS = {b"ok": 1, b"er": 2, b"im": 3}
_OTHER_PLACE = 7
_OTHER_TEXT = 8
_NO_ANSWER = 9
_CLOSE = 10
"""The code of an answer that was judged closely, and is not right."""


@dataclass(frozen=True, slots=True)
class WrongAnswer:
    """A wrong answer, looked at closely."""

    target: FuzzTarget
    octets: bytes
    question: Question
    judgement: Judgement
    divergence: Divergence
    outcome: Outcome

    @property
    def vague(self) -> bool:
        """True where the codec refuses and does not report which part of the input."""
        return isinstance(self.outcome, Refused) and self.outcome.offset is None

    def like(self, other: WrongAnswer) -> bool:
        """Return whether another wrong answer is of the same fault, as far as can be seen."""
        if self.vague and self.divergence.did == REFUSES:
            return other.divergence.did == REFUSES
        return self.divergence.shown == other.divergence.shown


class ExpectedBatch(Protocol):
    """The expected answers to many inputs; None among the lines where there is no single one."""

    @property
    def joined(self) -> JoinedLines:
        """Return the answers end to end."""
        ...

    @property
    def lines(self) -> Expected:
        """Return the answers one by one."""
        ...


class JointInputs(Sequence[bytes]):
    """Inputs that are judged as a whole."""

    @property
    @abstractmethod
    def asked(self) -> JoinedLines:
        """Return the data lines."""

    @abstractmethod
    def expected_answers(
        self, target: FuzzTarget, answer_profile: AnswerProfile
    ) -> ExpectedBatch | None:
        """Return an answer profile's answers; None where they have to be computed one by one."""


@dataclass(slots=True)
class Observer:
    """One target of a codec that runs."""

    target: FuzzTarget
    adapter: RunningAdapter
    answer_profile: AnswerProfile | None = None
    _has_chosen: bool = field(default=False)

    def find_differences(self, inputs: Sequence[bytes]) -> tuple[Sequence[Answer], dict[int, int]]:
        """Ask; give the answers, and for each that differs from the answer profile roughly how."""
        if not inputs:
            return [], {}
        group = self.target.group(inputs)
        answers = self.adapter.ask(self.target, group.lines)
        found = group.comparable(answers)
        return answers, self._compared(group, answers, found)

    def find_differences_jointly(
        self, inputs: JointInputs
    ) -> tuple[Sequence[Answer], dict[int, int]]:
        """Do the same with inputs that are judged as a whole; no answers where none differs."""
        told = (
            inputs.expected_answers(self.target, self.answer_profile)
            if self.answer_profile
            else None
        )
        if told is None:
            return self.find_differences(inputs)
        answers = self.adapter.unlike(self.target, inputs.asked, told.joined)
        if answers is None:
            return (), {}
        return answers, self._different(self.target.group(inputs), answers, answers, told.lines)

    def _compared(
        self, group: QuestionGroup, answers: Sequence[Answer], found: Sequence[object]
    ) -> dict[int, int]:
        if not self._has_chosen:
            self._choose_answer_profile(group, found)
        expected = _expected(group, self.answer_profile)
        return {} if found == expected else self._different(group, answers, found, expected)

    def _different(
        self,
        group: QuestionGroup,
        answers: Sequence[Answer],
        found: Sequence[object],
        expected: Expected,
    ) -> dict[int, int]:
        pairs = enumerate(zip(found, expected, strict=True))
        different = [(at, own, told) for at, (told, own) in pairs if told != own]
        return {
            at: code
            for at, own, told in different
            if (code := _code(own, told) if own else _closely_judged(group, at, answers[at]))
            and self.target.covers(group.lines[at])
        }

    def choose_answer_profile(self, inputs: Sequence[bytes]) -> None:
        """Ask inputs of all kinds, to learn the codec's error detail and replacement policy.

        Inputs with a known failure are left out: their answers would mislead.
        """
        group = self.target.group(inputs)
        if inputs and not self._has_chosen:
            self._choose_answer_profile(
                group, group.comparable(self.adapter.ask(self.target, group.lines))
            )

    @property
    def answer_profile_number(self) -> int | None:
        """The index of the answer profile among the target's; -1: none, None: not chosen yet."""
        if not self._has_chosen:
            return None
        return self._answer_profiles.index(self.answer_profile) if self.answer_profile else -1

    def set_answer_profile(self, number: int) -> None:
        """Take the answer profile of a number, as if the first inputs had shown that it fits."""
        self.answer_profile = self._answer_profiles[number] if number >= 0 else None
        self._has_chosen = True

    @property
    def _answer_profiles(self) -> Sequence[AnswerProfile]:
        """Return the answer profiles of the target, which are those of any input."""
        return self.target.group([pieces(self.target.settings.scheme).letter]).answer_profiles

    def _choose_answer_profile(self, group: QuestionGroup, found: Sequence[object]) -> None:
        """Choose the answer profile that fits most of the answers."""

        def fitting(answer_profile: AnswerProfile) -> int:
            pairs = zip(found, group.expected(answer_profile), strict=True)
            return sum(told == own for told, own in pairs)

        self.answer_profile = max(group.answer_profiles, key=fitting, default=None)
        self._has_chosen = True

    def judge_closely(self, octets: bytes, answer: Answer) -> WrongAnswer | None:
        """Judge one answer closely; None where it is right after all."""
        return self._closely(self.target.group([octets]), octets, 0, answer)

    def are_wrong(self, inputs: Sequence[bytes]) -> list[bool]:
        """Ask inputs plainly; report which answers are wrong, whatever is wrong with them."""
        group = self.target.group(inputs)
        answers, different = self.find_differences(inputs)
        return [
            (code := different.get(at, 0)) == _CLOSE
            or (code != 0 and judge(group.question(at), answers[at]).verdict.red)
            for at in range(len(inputs))
        ]

    def judge_each(self, inputs: Sequence[bytes]) -> list[WrongAnswer | None]:
        """Ask inputs in every way of the offer; return the wrong answer to each, or None."""
        if self.target.has_one_way:
            answers, different = self.find_differences(inputs)
            return [
                self.judge_closely(octets, answers[at]) if at in different else None
                for at, octets in enumerate(inputs)
            ]
        groups = [self.target.all_questions(octets) for octets in inputs]
        lines = [line for group in groups for line in group.lines]
        answers = self.adapter.ask(self.target, lines)
        found: list[WrongAnswer | None] = []
        at = 0
        for octets, group in zip(inputs, groups, strict=True):
            own = answers[at : at + len(group.lines)]
            at += len(own)
            different = self._compared(group, own, group.comparable(own))
            judged = (self._closely(group, octets, one, own[one]) for one in different)
            found.append(next((wrong for wrong in judged if wrong), None))
        return found

    def _closely(
        self, group: QuestionGroup, octets: bytes, index: int, answer: Answer
    ) -> WrongAnswer | None:
        question = group.question(index)
        judgement = judge(question, answer)
        if judgement.verdict is Verdict.BROKEN:
            self.adapter.add_complaint(judgement.actual)
        if not judgement.verdict.red:
            return None
        outcome = _outcome(question, answer)
        told = classify(self.target, octets, outcome)
        return WrongAnswer(self.target, octets, question, judgement, told, outcome)

    def with_context(self, wrong: WrongAnswer) -> Observer:
        """Return the observer that asks inputs in the context of a wrong answer's input."""
        target = self.target.with_context(wrong.question.line)
        return self if target == self.target else replace(self, target=target)

    def shows_again(self, wrong: WrongAnswer, answer: Answer) -> bool:
        """Return whether an answer to the same line is wrong in the same way."""
        if not judge(wrong.question, answer).verdict.red:
            return False
        told = classify(self.target, wrong.octets, _outcome(wrong.question, answer))
        return told.shown == wrong.divergence.shown


def _expected(group: QuestionGroup, answer_profile: AnswerProfile | None) -> Expected:
    """Return the profile's answers; None where there is no single one."""
    return group.expected(answer_profile) if answer_profile else [None] * len(group.lines)


def _closely_judged(group: QuestionGroup, index: int, answer: Answer) -> int:
    """Judge an answer for which no answer profile has a single one; 0 where it is right."""
    return 0 if judge(group.question(index), answer).verdict.green else _CLOSE


def _outcome(question: Question, answer: Answer) -> Outcome:
    if isinstance(answer, bytes):
        return chunk_outputs.read(question.offer.op, question.line, answer)
    return answer


def _code(expected: object, told: object) -> int:
    """Say roughly how an answer differs, from its text alone."""
    if not isinstance(told, bytes) or not isinstance(expected, bytes):
        return _NO_ANSWER
    if told[:2] != expected[:2]:
        return _KINDS.get(told[:2], 4)
    if expected[:2] == b"er" and told.split(b" ", 3)[:3] != expected.split(b" ", 3)[:3]:
        return _OTHER_PLACE
    more, less = told.count(b" fffd"), expected.count(b" fffd")
    # 8 for as many U+FFFD, 12 for fewer, 14 for more: none of these is a code above.
    return _OTHER_TEXT + (2 + (more > less) if more != less else 0) * 2
