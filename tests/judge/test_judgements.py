"""One answer to one question: its verdict, and the words in which a report shows it."""

from __future__ import annotations

import pytest

from utfproof.adapters.session.blocks import Answer
from utfproof.engine.judging.judge import Judgement, judge
from utfproof.engine.questions.expected_answer import Acceptable, Expectation, Text, Valid
from utfproof.engine.questions.plan import Planner
from utfproof.engine.questions.question import Question
from utfproof.fuzz.targets.fuzz_target import fuzz_targets
from utfproof.model.operation import Offer
from utfproof.model.outcome import Crashed, Decoded, Garbled, Hung, NotRun, Touched, Unstable
from utfproof.model.profile import Claims
from utfproof.model.verdict import Verdict
from utfproof.vectors import loader

DECODE, CHUNKS = "decode UTF-8 strict", "decode-chunks UTF-8 strict"


def asking(
    offer: str, line: str, *expectations: Expectation, encodable: bool = True, joins: bool = False
) -> Question:
    """Make a question whose every acceptable answer has to be judged."""
    choices = [Acceptable(one) for one in expectations]
    return Question(
        "a/case", Offer.parse(offer), "whole", line, choices,
        canonical=(), encodable=encodable, joins=joins,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("answer", "verdict", "shown"),
    [
        (b"ok 41", Verdict.PASS, "ok 41"),
        (b"ok 42", Verdict.FAIL, "ok 42"),
        (b"ok 41 |", Verdict.BROKEN, "no answer to decode: ok 41 |"),
        (b"okay", Verdict.BROKEN, "no answer to decode: okay"),
        (b"\xff\xfe", Verdict.BROKEN, "octets that are not ASCII: ff fe"),
        (Crashed("signal 11"), Verdict.CRASH, "crashed: signal 11"),
        (Hung(2.25), Verdict.HANG, "no answer within 2.2 s"),
        (Touched("read", 1, past_the_end=True), Verdict.OVERRUN, "overrun read 1 past the end"),
        (
            Touched("write", 2, past_the_end=False),
            Verdict.OVERRUN,
            "overrun write 2 before the beginning",
        ),
        (
            Unstable(Decoded((0x41,)), Decoded((0x42,))),
            Verdict.UNSTABLE,
            "two answers to one question",
        ),
        (NotRun("the adapter was gone"), Verdict.NOT_RUN, "not run: the adapter was gone"),
        (Garbled("ok ok", "no answer"), Verdict.BROKEN, "no answer: ok ok"),
        (Garbled("", "an empty line"), Verdict.BROKEN, "an empty line"),
    ],
)
def test_an_answer_has_a_verdict_and_is_shown_in_words(
    answer: Answer, verdict: Verdict, shown: str
) -> None:
    question = asking(DECODE, "41", Text((0x41,)))
    assert judge(question, answer) == Judgement(question, verdict, shown, answer)


def test_an_overrun_that_the_codec_reports_is_graver_than_a_failure() -> None:
    question = asking("decode-room UTF-8 strict", "1 41", Text((0x41,)))
    assert judge(question, b"overrun 3") == Judgement(
        question, Verdict.OVERRUN, "overrun 3", b"overrun 3"
    )


@pytest.mark.parametrize("where", ["past the end", "before the beginning"])
def test_a_touch_beside_the_input_is_an_overrun_of_any_op(where: str) -> None:
    question = asking(DECODE, "41", Text((0x41,)))
    line = f"overrun read 1 {where}"
    found = judge(question, line.encode())
    assert found == Judgement(question, Verdict.OVERRUN, line, line.encode())


def test_two_answers_are_unstable_though_one_of_them_is_right() -> None:
    question = asking(DECODE, "41", Text((0x41,)))
    line = b"unstable ok 41 ; ok 42"
    assert judge(question, line) == Judgement(question, Verdict.UNSTABLE, line.decode(), line)


@pytest.mark.parametrize(
    ("encodable", "verdict", "shown"),
    [
        (False, Verdict.IMPOSSIBLE, "impossible no such char"),
        (True, Verdict.BROKEN, "called impossible, and every host can express it: no such char"),
    ],
)
def test_only_an_input_that_a_host_may_lack_can_be_impossible(
    encodable: bool, verdict: Verdict, shown: str
) -> None:
    question = asking("encode UTF-8 strict", "d800", Valid(), encodable=encodable)
    answer = b"impossible no such char"
    assert judge(question, answer) == Judgement(question, verdict, shown, answer)


@pytest.mark.parametrize(
    ("case", "verdict"),
    [
        ("nul-after-name", Verdict.IMPOSSIBLE),
        ("nul-and-more-after-name", Verdict.IMPOSSIBLE),
        ("utf-8", Verdict.BROKEN),
        ("nothing", Verdict.BROKEN),
    ],
)
def test_only_a_label_with_a_nul_can_be_impossible(case: str, verdict: Verdict) -> None:
    offer = Offer.parse("label - -")
    (planned,) = Planner(loader.load(), f"label/iana/{case}").plan(Claims(), [offer]).asked
    (asked,) = planned.questions
    assert judge(asked, b"impossible a name ends at a NUL").verdict is verdict
    label = bytes.fromhex(asked.line.decode().replace("-", ""))
    (target,) = fuzz_targets("a/b", Claims(), [offer], loader.load())
    found = target.group([label]).question(0)
    assert judge(found, b"impossible a name ends at a NUL").verdict is verdict


def test_a_canonical_answer_passes_without_being_read() -> None:
    """The expectation does not fit it: only its octets can make it pass."""
    choices = [Acceptable(Text((0x42,)))]
    question = Question("a/case", Offer.parse(DECODE), "whole", "41", choices, canonical=(b"ok",))
    assert judge(question, b"ok") == Judgement(question, Verdict.PASS, "ok", b"ok")
    assert judge(question, b"ok 41").verdict is Verdict.FAIL


@pytest.mark.parametrize(
    ("joins", "answer", "verdict"),
    [
        (True, b"ok d83d | de00 |", Verdict.PASS),
        (True, b"ok | 1f600 |", Verdict.PASS),
        (True, b"ok d83d | de01 |", Verdict.FAIL),
        (False, b"ok d83d | de00 |", Verdict.FAIL),
        (True, b"ok d83d | de00 | |", Verdict.BROKEN),
    ],
)
def test_halves_of_a_pair_may_come_apart_where_strings_are_utf_16(
    joins: bool, answer: bytes, verdict: Verdict
) -> None:
    question = asking(CHUNKS, "f09f98 80", Text((0x1F600,)), joins=joins)
    assert judge(question, answer).verdict is verdict


def test_a_judgement_shows_the_answer_that_came_and_not_the_joined_one() -> None:
    question = asking(CHUNKS, "f09f98 80", Text((0x1F600,)), joins=True)
    assert judge(question, b"ok d83d | de00 |").actual == "ok d83d | de00 |"


def test_of_a_long_answer_the_first_2000_octets_are_shown() -> None:
    question = asking(DECODE, "41", Text((0x41,)))
    answer = b"ok" + b" 41" * 1000
    assert judge(question, answer).actual == answer[:2000].decode("ascii")
