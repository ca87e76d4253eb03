"""Faults that only parts, a second use or a slice show, in words."""

from __future__ import annotations

import pytest

from utfproof.engine.journal.events import CaseFinished
from utfproof.model.verdict import Verdict
from utfproof.proof.diagnosis import shown_by_families


@pytest.mark.parametrize(
    ("read", "words"),
    [("c3a9 41", "After C3A9 the same object reads 41 wrongly."),
     ("00d8 -", "After 00D8 the same object reads the empty text wrongly.")],
)  # fmt: skip
def test_a_second_text_is_told_with_the_first_one(read: str, words: str) -> None:
    case = CaseFinished(
        "c/c", "x", "decode-again UTF-16LE strict", Verdict.FAIL, 1, "", read, "", "", (), ()
    )
    assert shown_by_families._before(case) == words
