"""Fields of the protocol: octets and code points, in and out."""

from __future__ import annotations

import pytest

from utfproof.model import fields


@pytest.mark.parametrize(("field", "octets"), [("-", b""), ("c0", b"\xc0"), ("c080", b"\xc0\x80")])
def test_a_field_of_octets_is_read_and_written(field: str, octets: bytes) -> None:
    assert fields.read_octets(field) == octets
    assert fields.render(octets) == field


@pytest.mark.parametrize("line", ["c080", "c0 80", "c0 | 80", "- | c080", "- c080 -"])
def test_the_octets_of_a_line_are_joined_whatever_chunks_they_stand_in(line: str) -> None:
    assert fields.read_joined(line) == b"\xc0\x80"


@pytest.mark.parametrize(("line", "values"), [("-", ()), ("0", (0,)), ("41 10ffff", (65, 1114111))])
def test_a_line_of_code_points_is_read_and_written(line: str, values: tuple[int, ...]) -> None:
    assert fields.read_points(line) == values
    assert fields.points(values) == line


@pytest.mark.parametrize("line", ["", " -", "- "])
def test_a_line_without_code_points_may_have_blanks(line: str) -> None:
    assert fields.read_points(line) == ()


@pytest.mark.parametrize("field", ["c", "zz", "--"])
def test_a_field_that_holds_anything_else_is_refused(field: str) -> None:
    with pytest.raises(ValueError, match="hex"):
        fields.read_octets(field)


def test_code_points_of_an_answer_have_a_space_before_each() -> None:
    assert fields.spaced((0x41, 0)) == " 41 0"
    assert fields.spaced(()) == ""
