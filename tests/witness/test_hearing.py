"""Questions with their answers, in a run and now."""

from __future__ import annotations

import pytest

from utfproof.model.operation import Offer
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
    ],
)
def test_an_answer_is_held_against_that_of_the_run(
    published: str, answer: bytes, has_changed: bool
) -> None:
    asked = AnsweredQuestion(DECODE, "61", answer, published=published)
    assert asked.has_changed is has_changed
