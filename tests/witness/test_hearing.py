"""Questions with their answers, in a run and now."""

from __future__ import annotations

import pytest

from utfproof.engine.journal.events import CaseFinished
from utfproof.model.operation import Offer
from utfproof.model.verdict import Verdict
from utfproof.witness import hearing
from utfproof.witness.hearing import AnsweredQuestion

DECODE = Offer.parse("decode UTF-8 strict")


@pytest.mark.parametrize(
    ("published", "answer", "has_changed"),
    [
        ("", b"ok 61", False),
        ("ok 61", b"ok 61", False),
        ("ok 61", b"ok 62", True),
        ("ok 61", b"error 0 1", True),
        ("ok -", b"ok", False),
        ("ok", b"ok 61", True),
        # Of a long answer the run has the beginning.
        (("ok" + " 61" * 700)[:2000], b"ok" + b" 61" * 700, False),
        (("ok" + " 61" * 700)[:2000], b"ok" + b" 62" * 700, True),
    ],
)
def test_an_answer_is_held_against_that_of_the_run(
    published: str, answer: bytes, has_changed: bool
) -> None:
    asked = AnsweredQuestion(DECODE, "61", answer, published=published)
    assert asked.has_changed is has_changed


@pytest.mark.parametrize(
    ("case", "has_changed"), [("utf-8/some/case", True), ("properties/sort-order/utf-8", False)]
)
def test_the_account_of_a_property_is_no_answer_of_the_run(case: str, has_changed: bool) -> None:
    event = CaseFinished(
        codec="c/c",
        case=case,
        op=str(DECODE),
        verdict=Verdict.FAIL,
        asked=2,
        way="",
        input="61",
        expected="octets below 62",
        actual="octets above 62",
        clauses=(),
        flags=(),
    )
    assert hearing._of_event(event, b"ok 61").has_changed is has_changed
