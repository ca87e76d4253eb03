"""The answers that witnesses print."""

from __future__ import annotations

import pytest

from utfproof.witness.printed import answers


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("ok 61 FFFD", ("61", "fffd")),
        ("ok", ()),
        ("valid", ()),
        ("ok [61 FFFD]", ("61", "fffd")),
        ("ok ['0x61', '0xfffd']", ("61", "fffd")),
        ('ok ["U+0061","U+FFFD"]', ("0061", "fffd")),
        ("ok 61 | FFFD |", ("61", "|", "fffd", "|")),
        ("ok 61 \\xFF", ("61", "1100ff")),
    ],
)
def test_values_are_read_in_the_ways_that_languages_print_them(
    line: str, values: tuple[str, ...]
) -> None:
    [answer] = answers(line)
    assert answer.values == values
    assert not answer.is_refusal


@pytest.mark.parametrize(
    ("line", "offset"),
    [("error at 3: bad", 3), ("invalid: at 0", 0), ("error bad at 3", None), ("invalid", None)],
)
def test_a_refusal_has_the_place_that_is_stated(line: str, offset: int | None) -> None:
    [answer] = answers(line)
    assert answer.is_refusal
    assert answer.offset == offset


def test_a_message_of_several_lines_is_one_answer() -> None:
    first, second = answers("error bad input\n  near line 2\nok 61\n")
    assert first.text == "error bad input\n  near line 2"
    assert second.values == ("61",)


def test_a_word_that_only_begins_like_an_answer_is_none() -> None:
    assert answers("okay\nerrors\n") == []
