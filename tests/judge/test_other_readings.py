"""Other readings that a document allows: a decoder that takes one of them is an alternative."""

from __future__ import annotations

import pytest

from utfproof.engine.judging.judge import judge
from utfproof.engine.questions.plan import Planner
from utfproof.model.operation import Offer
from utfproof.model.profile import Claims
from utfproof.model.verdict import Verdict
from utfproof.vectors import loader

ALTERNATIVE, NON_STRICT, FAIL = Verdict.ALTERNATIVE, Verdict.NON_STRICT, Verdict.FAIL
MARK, PAIR = "utf-16be/signature/swapped-mark-inside", "ucs-4/values/pair"


@pytest.mark.parametrize(
    ("claims", "case", "encoding", "way", "answer", "expected"),
    [
        ("rfc2781", MARK, "UTF-16BE", "chunks 2+4", "error 2 2 41 |", ALTERNATIVE),
        ("rfc2781", MARK, "UTF-16BE", "chunks 2+4", "error 2 2 41 | |", NON_STRICT),
        ("rfc2781", MARK, "UTF-16BE", "chunks 2+4", "error 4 2 41 |", FAIL),
        ("ucs-4", PAIR, "UCS-4", "chunks 4+4", "error 0 4 |", NON_STRICT),
        ("ucs-4", PAIR, "UCS-4", "chunks 1+1+1+1+1+1+1+1", "error 0 4 | | |", ALTERNATIVE),
        ("ucs-4", PAIR, "UCS-4", "chunks 1+1+1+1+1+1+1+1", "error 0 4 | |", FAIL),
    ],
)
def test_an_error_of_another_reading_may_be_told_with_the_octet_that_makes_it(
    claims: str, case: str, encoding: str, way: str, answer: str, expected: Verdict
) -> None:
    offer = Offer.parse(f"decode-chunks {encoding} strict")
    plan = Planner(loader.load(), case).plan(Claims((claims,)), [offer])
    [question] = [one for item in plan.asked for one in item.questions if one.way == way]
    assert judge(question, answer.encode("ascii")).verdict is expected
