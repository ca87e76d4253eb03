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


@pytest.mark.parametrize(
    ("op", "saved"),
    [("decode-chunks", ""), ("decode-resumed", ", with the state saved and restored between,")],
)
def test_a_text_in_chunks_is_told_with_what_is_done_between_them(op: str, saved: str) -> None:
    case = CaseFinished(
        "c/c", "x", f"{op} UTF-8 strict", Verdict.FAIL, 1, "", "c3 a9", "", "", (), ()
    )
    words = f"C3A9 cut into 1+1 octets{saved} is read otherwise than whole."
    assert shown_by_families._cut(case) == words


@pytest.mark.parametrize(
    ("op", "asked", "told", "words"),
    [
        (
            "encode-size",
            "41 1f600",
            "ok 4 5",
            "Of U+0041 U+1F600 it predicts 4 octets and writes 5.",
        ),
        ("encode-size", "-", "ok 1 2", "Of the empty text it predicts 1 octet and writes 2."),
        ("decode-size", "e282ac", "ok 2 3", "Of E282AC it predicts 2 units and writes 3."),
        ("decode-size", "-", "ok 1 0", "Of the empty text it predicts 1 unit and writes 0."),
    ],
)
def test_a_size_is_told_with_what_is_written(op: str, asked: str, told: str, words: str) -> None:
    case = CaseFinished(
        "c/c", "x", f"{op} UTF-8 strict", Verdict.FAIL, 1, "", asked, "", told, (), ()
    )
    assert shown_by_families._miscounted(case) == words
