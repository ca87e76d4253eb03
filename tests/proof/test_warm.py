"""Codecs that are compiled while they run: asked again, when they have been asked often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import cast

import pytest

from utfproof.adapters.session.blocks import Answer
from utfproof.adapters.session.hello import CodecOffers
from utfproof.adapters.session.session import Session
from utfproof.engine.journal.events import CaseFinished
from utfproof.engine.judging.judge import Judgement, judge
from utfproof.engine.questions.plan import Planner
from utfproof.engine.questions.question import Question
from utfproof.engine.run import codec_session
from utfproof.engine.run.codec_session import CodecSession
from utfproof.engine.run.proof_stage import CodecRecord
from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.operation import Offer, Op
from utfproof.model.outcome import NotRun
from utfproof.model.verdict import Verdict
from utfproof.proof.warm import WarmStage
from utfproof.simulation.codec import SimulatedCodec
from utfproof.vectors import loader

from .sweeping import CLAIMS, Sweeping, context

CASES = "utf-8/ill-formed/overlong*"
CALLS = 3_000
OVERLONG = b"c080"
NEVER = 1_000_000


@dataclass
class Compiled:
    """A codec that takes C0 80 for a NUL, or does not answer it, from one of its calls on.

    Right is what it answers to all else.
    """

    first: int
    last: int = 1_000_000
    overlong: Answer = b"ok 0"
    calls: int = 0
    right: SimulatedCodec = field(
        default_factory=lambda: SimulatedCodec.right(*CLAIMS[Scheme.UTF_8])
    )

    def ask(
        self, codec: str, offer: Offer, lines: Sequence[bytes], excluded: frozenset[int]
    ) -> list[Answer]:
        """Answer as a session does."""
        answers = list[Answer](self.right.ask(codec, offer, lines, excluded))
        for at, line in enumerate(lines):
            self.calls += 1
            if line == OVERLONG and self.first <= self.calls <= self.last:
                answers[at] = self.overlong
        return answers


def asked(
    codec: Compiled, *, again: bool = True, cold: bool = True, pattern: str = "*"
) -> list[CaseFinished]:
    """Ask the written cases once if they are to be `cold`, and then as a stage of proof."""
    own = context(Sweeping(), ops=(Op.DECODE,), case=pattern)
    session = cast("Session", codec)
    asking = CodecSession(own.name, own.codec, cast("CodecOffers", None), session)
    plan = Planner(loader.load(), CASES).plan(own.codec.claims, own.offers)

    def written(offer: Offer) -> list[CaseFinished]:
        return list(asking.judge_cases([one for one in plan.asked if one.offer == offer]))

    record = CodecRecord(first={} if again else None)
    for event in written(own.offers[0]) if cold else ():
        record.take(event)
    ready = replace(own, record=record, written=lambda offer: iter(written(offer)))
    return [event for event in WarmStage(CALLS)(ready) if isinstance(event, CaseFinished)]


def test_answers_that_are_the_same_again_are_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = 0

    def counted(question: Question, answer: Answer) -> Judgement:
        nonlocal judged
        judged += 1
        return judge(question, answer)

    monkeypatch.setattr(codec_session, "judge", counted)
    [cold] = asked(Compiled(NEVER), cold=False)
    once, judged = judged, 0
    [warm] = asked(Compiled(NEVER), cold=True)
    assert (cold.verdict, warm.verdict) == (Verdict.PASS, Verdict.PASS)
    assert 0 < once == judged


def test_a_codec_that_answers_alike_passes_after_enough_calls() -> None:
    codec = Compiled(first=1_000_000)
    [case] = asked(codec)
    assert (case.case, case.op) == ("warm/utf-8/written", "decode UTF-8 strict")
    assert case.verdict is Verdict.PASS
    assert case.asked >= CALLS
    assert codec.calls > case.asked


@pytest.mark.parametrize("first", [1_000, 3_000])
def test_another_answer_after_some_calls_is_unstable(first: int) -> None:
    [case] = asked(Compiled(first))
    assert (case.verdict, case.input) == (Verdict.UNSTABLE, "c080")
    assert case.actual == "unstable error 0 ? ; ok 0"


def test_a_right_answer_that_comes_late_is_unstable_too() -> None:
    [case] = asked(Compiled(first=0, last=1_000))
    assert (case.verdict, case.input) == (Verdict.UNSTABLE, "c080")
    assert case.actual == "unstable ok 0 ; error 0 ?"


def test_an_answer_that_is_wrong_at_all_times_is_stable() -> None:
    [case] = asked(Compiled(first=0))
    assert case.verdict is Verdict.PASS


def test_no_answer_to_what_was_answered_keeps_its_verdict() -> None:
    [case] = asked(Compiled(first=1_000, overlong=NotRun("too many restarts")))
    assert case.verdict is Verdict.NOT_RUN
    assert case.case == "warm/utf-8/written"


def test_other_codecs_are_not_asked_again() -> None:
    assert asked(Compiled(first=1_000), again=False) == []


def test_a_case_that_is_asked_alone_has_its_cold_round_first() -> None:
    codec = Compiled(first=3_000)
    [case] = asked(codec, cold=False)
    assert (case.verdict, case.input) == (Verdict.UNSTABLE, "c080")


def test_it_is_asked_where_its_own_name_fits() -> None:
    assert asked(Compiled(first=1_000), pattern="utf-8/*") == []
    [case] = asked(Compiled(first=1_000), pattern="warm/*")
    assert case.verdict is Verdict.UNSTABLE


def test_labels_and_detection_are_not_asked_again() -> None:
    own = context(Sweeping(), encoding=Encoding.NONE, ops=(Op.LABEL,))
    ready = replace(own, record=CodecRecord(first={}), written=partial(pytest.fail))
    assert list(WarmStage()(ready)) == []
