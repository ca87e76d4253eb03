"""Inputs of every operation are read, with what lies around them and where they are cut."""

from __future__ import annotations

import pytest

from utfproof.report.octets import read

BAD, GOOD, ASCII, AROUND, BORDER = "bad", "character", "ascii", "around", "border"


@pytest.mark.parametrize(
    ("operation", "line", "pieces"),
    [
        ("decode UTF-8 strict", "-", []),
        ("decode UTF-8 strict", "c3a941", [("C3", GOOD), ("A9", GOOD), ("41", ASCII)]),
        ("validate UTF-8 strict", "c0", [("C0", BAD)]),
        ("decode-chunks UTF-8 strict", "c3 a9", [("C3", GOOD), ("|", BORDER), ("A9", GOOD)]),
        ("decode-chunks UTF-8 strict", "- 41 -", [("|", BORDER), ("41", ASCII), ("|", BORDER)]),
        ("decode-chunks UTF-16BE strict", "00 41", [("00", ASCII), ("|", BORDER), ("41", ASCII)]),
        (
            "decode-within UTF-8 strict",
            "e282 c0 ac",
            [("E282", AROUND), ("C0", BAD), ("AC", AROUND)],
        ),
        ("decode-again UTF-8 strict", "c0 41", [("C0", BAD), ("|", BORDER), ("41", ASCII)]),
        ("decode-room UTF-8 strict", "3 41", [("3", AROUND), ("41", ASCII)]),
        ("decode-refill UTF-8 strict", "3 41", [("3", AROUND), ("41", ASCII)]),
        ("decode-size UTF-8 strict", "41", [("41", ASCII)]),
        ("encode-size UTF-8 strict", "e9", [("U+00E9", GOOD)]),
        ("encode UTF-8 strict", "41 d800", [("U+0041", ASCII), ("U+D800", BAD)]),
        ("encode-chunks UTF-8 strict", "- | 41", [("|", BORDER), ("U+0041", ASCII)]),
        ("encode-room UTF-8 strict", "2 e9", [("2", AROUND), ("U+00E9", GOOD)]),
        ("encode-refill UTF-8 strict", "2 e9", [("2", AROUND), ("U+00E9", GOOD)]),
        ("sweep UTF-8 strict", "c2 1", [("C2", GOOD), ("+1", AROUND)]),
        ("label - -", "41", [("41", ASCII)]),
    ],
)
def test_an_input_is_read_in_pieces(
    operation: str, line: str, pieces: list[tuple[str, str]]
) -> None:
    assert [(piece.digits, piece.look) for piece in read(operation, line).pieces] == pieces


def test_octets_that_do_not_fit_are_counted_and_no_character_is_cut() -> None:
    found = read("decode UTF-16BE strict", "0041" * 10, 7)
    assert [piece.digits for piece in found.pieces] == ["0041"] * 3
    assert found.left == 14
    assert read("encode UTF-8 strict", "41 41 | 41", 2).left == 1


def test_chunks_are_read_as_one_text() -> None:
    roles = [piece.role for piece in read("decode-chunks UTF-8 strict", "e2 82 ac").pieces]
    assert roles[0] == "first of 3 octets of U+20AC"


@pytest.mark.parametrize(
    ("operation", "line"),
    [
        ("", ""),
        ("decode UTF-8 strict", "zz"),
        ("decode-within UTF-8 strict", "41"),
        ("decode-room UTF-8 strict", ""),
        ("encode UTF-8 strict", "x"),
        ("sweep UTF-8 strict", "41"),
    ],
)
def test_a_line_that_is_none_has_no_pieces(operation: str, line: str) -> None:
    assert read(operation, line).pieces == ()
