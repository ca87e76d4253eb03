"""Groups of answers: compared as a whole, looked at closely once for codecs that answer alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from utfproof.adapters.blocks import Answer
from utfproof.engine.question import Question
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.outcome import Crashed
from utfproof.model.profile import Claims, Settings
from utfproof.model.verdict import Verdict
from utfproof.proof.families.groups import Comparer, Expected, Plain, Stance
from utfproof.proof.families.memory import Memory
from utfproof.proof.families.whole import Whole

OFFER = Offer(Op.DECODE, Encoding.UTF_8, Mode.STRICT)
INPUTS = (b"A", b"\xc3\xa9", b"\x80")
RIGHT = [b"ok 41", b"ok e9", b"error 0 1"]
WRONG = [b"ok 41", b"ok e9", b"ok 80"]


def settings(profile: str = "rfc3629") -> Settings:
    found = Claims((profile,)).settings(Encoding.UTF_8)
    assert found
    return found


@dataclass
class Counted(Plain):
    """A group of whole inputs that counts how often a question was looked at."""

    group: Whole
    looked_at: list[int] = field(default_factory=list)

    @property
    def id(self) -> str:
        return self.group.id

    @property
    def offer(self) -> Offer:
        return self.group.offer

    @property
    def lines(self) -> Sequence[bytes]:
        return self.group.lines

    @property
    def stances(self) -> Sequence[Stance]:
        return self.group.stances

    def expected(self, stance: Stance) -> Expected:
        return self.group.expected(stance)

    def question(self, index: int) -> Question:
        self.looked_at.append(index)
        return self.group.question(index)


@pytest.fixture
def group() -> Counted:
    return Counted(Whole("families/some/utf-8/group", OFFER, settings(), INPUTS))


def test_right_answers_are_not_looked_at(group: Counted) -> None:
    assert Comparer().judged(group, settings(), RIGHT).verdict is Verdict.PASS
    assert not group.looked_at


def test_codecs_that_answer_alike_are_looked_at_once(group: Counted) -> None:
    memory = Memory()
    all_wrong = [b"ok 42", b"ok 80", b"ok 80"]
    first = Comparer(memory).judged(group, settings(), all_wrong)
    assert (first.verdict, first.wrong) == (Verdict.FAIL, 3)
    assert first.gravest
    assert first.gravest.question.line == b"41"
    assert sorted(group.looked_at) == [0, 1, 2]
    again = Comparer(memory).judged(group, settings(), all_wrong)
    assert (again.verdict, again.wrong, again.at) == (first.verdict, first.wrong, first.at)
    assert again.gravest
    assert (again.gravest.question.line, again.gravest.actual) == (b"41", first.gravest.actual)
    assert group.looked_at[3:] == [0]  # the one that is shown


def test_other_answers_and_other_promises_have_their_own_verdict(group: Counted) -> None:
    memory = Memory()
    Comparer(memory).judged(group, settings(), WRONG)
    worse = [b"ok 42", *WRONG[1:]]
    gravest = Comparer(memory).judged(group, settings(), worse).gravest
    assert gravest
    assert gravest.question.line == b"41"
    Comparer(memory).judged(group, settings("unicode"), WRONG)
    assert group.looked_at == [2, 0, 2, 2]


def test_a_crash_is_looked_at_every_time(group: Counted) -> None:
    memory = Memory()
    crashed: list[Answer] = [*RIGHT[:2], Crashed("signal 11", "")]
    for _ in range(2):
        assert Comparer(memory).judged(group, settings(), crashed).verdict is Verdict.CRASH
    assert group.looked_at == [2, 2]
