"""Errors that are told within a code unit, and decoders that refuse unmarked text as they can."""

from __future__ import annotations

import pytest

from utfproof.engine.judging.judge import judge
from utfproof.engine.questions.plan import Planner
from utfproof.engine.questions.question import Question
from utfproof.model.operation import Offer
from utfproof.model.profile import Claims
from utfproof.model.verdict import Verdict
from utfproof.vectors import loader

PASS, ALTERNATIVE, NON_STRICT = Verdict.PASS, Verdict.ALTERNATIVE, Verdict.NON_STRICT
FAIL = Verdict.FAIL


def asked(claims: Claims, offer: str, **wanted: str) -> Question:
    """Find a question by its way and its line, whatever its case is called."""
    plan = Planner(loader.load(), "*").plan(claims, [Offer.parse(offer)])
    return next(
        one
        for item in plan.asked
        for one in item.questions
        if one.way == wanted["way"] and one.line == wanted["line"].encode("ascii")
    )


@pytest.mark.parametrize(
    ("encoding", "line", "answer", "expected"),
    [
        ("UTF-16BE", "d8 00 00 41", "error 0 2 | | |", PASS),
        ("UTF-16BE", "d8 00 00 41", "error 0 2 | |", PASS),
        ("UTF-16BE", "d8 00 00 41", "error 0 2 |", FAIL),
        ("UTF-16BE", "d8 00 00 41", "error 0 2 | | | |", NON_STRICT),
        ("UTF-16LE", "00 d8 41 00", "error 0 2 | | |", PASS),
        ("UTF-16LE", "00 d8 41 00", "error 0 2 | |", FAIL),
        ("UTF-32BE", "00 11 00 00", "error 0 4 |", PASS),
        ("UTF-32BE", "00 11 00 00", "error 0 4 | | |", PASS),
    ],
)
def test_an_error_may_be_told_from_the_octet_that_shows_it_to_the_end_of_its_unit(
    encoding: str, line: str, answer: str, expected: Verdict
) -> None:
    claims = Claims(("rfc2781", "iso10646"))
    offer = f"decode-chunks {encoding} strict"
    question = asked(claims, offer, way="chunks 1+1+1+1", line=line)
    assert judge(question, answer.encode("ascii")).verdict is expected


@pytest.mark.parametrize(
    ("mode", "answer", "expected"),
    [
        ("strict", "error ? ?", ALTERNATIVE),
        ("strict", "ok 41", FAIL),
        ("replace", "error ? ?", ALTERNATIVE),
        ("replace", "ok fffd", ALTERNATIVE),
        ("replace", "ok fffd fffd", ALTERNATIVE),
        ("replace", "ok 41", FAIL),
        ("replace", "ok", FAIL),
        ("skip", "ok", ALTERNATIVE),
        ("skip", "ok 41", FAIL),
    ],
)
def test_unmarked_text_that_is_refused_may_be_replaced_or_skipped(
    mode: str, answer: str, expected: Verdict
) -> None:
    claims = Claims(("rfc2781",), {"unmarked": "refuse"})
    question = asked(claims, f"decode UTF-16 {mode}", way="whole", line="0041")
    assert judge(question, answer.encode("ascii")).verdict is expected
