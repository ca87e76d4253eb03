"""Blocks: where lines are cut, what stands between them, and whose answer is whose."""

from __future__ import annotations

import pytest

from utfproof.adapters.session import blocks
from utfproof.adapters.session.blocks import Answer, JoinedLines
from utfproof.adapters.session.known_answers import KnownAnswer
from utfproof.model.outcome import Crashed, Garbled, Hung, NotRun

FULL = 65_280
"""Lines of a block without its known answers: two, and one for each 512 lines, fit beside them."""
OCTETS = 4 * 1024 * 1024 - 128 * 1024

CRASH, HANG, NOISE = Crashed("SIGSEGV", "ouch"), Hung(1.0), Garbled("x", "y")
KNOWN = KnownAnswer((0x41,), b"41")
BLAMED = Crashed("SIGSEGV, at the known answer 41", "ouch")


def joined(*lines: bytes) -> JoinedLines:
    text = b"".join(line + b"\n" for line in lines)
    return JoinedLines.of(text, len(lines))


# ---- joined lines ----


def test_joined_lines_are_counted_and_taken_apart() -> None:
    made = joined(b"41", b"", b"c3 a9")
    assert len(made) == 3
    assert made.lines() == [b"41", b"", b"c3 a9"]
    assert made.ends[:] == [3, 4, 10]
    assert joined().lines() == []


def test_the_places_behind_lines_are_found_in_any_order() -> None:
    ends = joined(b"41", b"4242", b"", b"43").ends
    assert len(ends) == 4
    assert [ends[3], ends[0], ends[2], ends[2], ends[1]] == [12, 3, 9, 9, 8]
    assert ends[1:3] == [8, 9]
    assert ends[:] == [3, 8, 9, 12]


@pytest.mark.parametrize("width", [0, 1, 7, 999, 40_000])
def test_the_place_behind_any_of_many_lines_is_right(width: int) -> None:
    ends = joined(*[b"4" * width] * 300).ends
    for number in (0, 15, 16, 17, 18, 150, 299, 33, 34, 298):
        assert ends[number] == (number + 1) * (width + 1)


def test_lines_of_uneven_length_are_found() -> None:
    lines = [b"4" * (number * 37 % 1009) for number in range(2000)]
    made = joined(*lines)
    place = 0
    for number, line in enumerate(lines):
        place += len(line) + 1
        if number % 53 == 0:
            assert made.ends[number] == place


@pytest.mark.parametrize(
    ("others", "mixed"),
    [
        ({}, b"a\nbb\nc\n"),
        ({0: b"X"}, b"X\na\nbb\nc\n"),
        ({1: b"X"}, b"a\nX\nbb\nc\n"),
        ({3: b"X"}, b"a\nbb\nc\nX\n"),
        ({0: b"X", 4: b"Y"}, b"X\na\nbb\nc\nY\n"),
        ({0: b"X", 1: b"Y", 3: b"Z"}, b"X\nY\na\nZ\nbb\nc\n"),
    ],
)
def test_other_lines_stand_at_their_places(others: dict[int, bytes], mixed: bytes) -> None:
    assert joined(b"a", b"bb", b"c").mixed(others) == mixed
    assert JoinedLines(b"a\nbb\nc\n", [2, 5, 7]).mixed(others) == mixed


@pytest.mark.parametrize(
    ("lines", "octets", "fits"),
    [
        (0, 0, False),
        (1, 1, True),
        (FULL, FULL, True),
        (FULL + 1, FULL + 1, False),
        (1, OCTETS, True),
        (1, OCTETS + 1, False),
    ],
)
def test_a_block_has_room_for_its_known_answers(lines: int, octets: int, *, fits: bool) -> None:
    assert blocks.MOST_OCTETS == OCTETS
    text = b"4" * (octets - lines) + b"\n" * lines
    assert JoinedLines.of(text, lines).fits is fits


# ---- cutting ----


@pytest.mark.parametrize(
    ("lines", "sizes"),
    [
        ([], []),
        ([b"41"], [1]),
        ([b"4"] * FULL, [FULL]),
        ([b"4"] * (FULL + 1), [FULL, 1]),
        ([b"4"] * (2 * FULL + 5), [FULL, FULL, 5]),
        ([b"4" * (OCTETS - 1)], [1]),
        ([b"4" * OCTETS], [1]),
        ([b"4", b"4" * OCTETS, b"4"], [1, 1, 1]),
        ([b"4" * (OCTETS - 3), b"4"], [2]),
        ([b"4" * (OCTETS - 3), b"4", b""], [2, 1]),
        ([b"4" * (OCTETS - 2), b"4", b"4"], [1, 2]),
        ([b"4" * (OCTETS // 2 - 1)] * 5, [2, 2, 1]),
        ([b"4" * (OCTETS // 2)] * 3, [1, 1, 1]),
        ([b"4" * (OCTETS // 4 - 1)] * 9, [4, 4, 1]),
    ],
    ids=range(14),
)
def test_lines_are_cut_where_a_block_is_full(lines: list[bytes], sizes: list[int]) -> None:
    found = blocks.cut(lines)
    assert [len(one) for one in found] == sizes
    assert [line for one in found for line in one] == lines


# ---- known answers taken out ----


@pytest.mark.parametrize(
    ("answers", "at", "kept"),
    [
        ([b"k", b"a", b"b", b"k"], (0, 3), [b"a", b"b"]),
        ([b"k", b"a", b"k", b"b", b"k"], (4, 0, 2), [b"a", b"b"]),
        ([b"a", b"b"], (), [b"a", b"b"]),
        ([b"k", CRASH, b"b", b"k"], (0, 3), [CRASH, b"b"]),
        ([CRASH, b"a", b"b", b"k"], (0, 3), [BLAMED, b"b"]),
        ([HANG, b"a", b"b", b"k"], (0, 3), [HANG, b"b"]),
        ([NOISE, b"a", b"b", b"k"], (0, 3), [NOISE, b"b"]),
        ([b"k", b"a", b"b", CRASH], (0, 3), [b"a", BLAMED]),
        ([b"k", b"a", b"b", HANG], (0, 3), [b"a", HANG]),
        ([b"k", b"a", CRASH, HANG], (0, 3), [b"a", CRASH]),
        ([HANG, CRASH, b"b", b"k"], (0, 3), [CRASH, b"b"]),
        ([HANG, CRASH, b"b", CRASH], (0, 3), [CRASH, BLAMED]),
        ([b"k", b"a", CRASH, b"b", b"k"], (0, 2, 4), [b"a", BLAMED]),
        ([NotRun("why"), NotRun("why"), NotRun("why")], (0, 2), [NotRun("why")]),
        ([b"k", HANG], (0, 1), []),
        ([b"k", b"a", b"b", b"c", HANG], (0, 4), [b"a", b"b", HANG]),
    ],
    ids=range(16),
)
def test_a_broken_known_answer_is_blamed_on_the_question_beside_it(
    answers: list[Answer], at: tuple[int, ...], kept: list[Answer]
) -> None:
    assert blocks.without_known(answers, dict.fromkeys(at, KNOWN)) == kept
