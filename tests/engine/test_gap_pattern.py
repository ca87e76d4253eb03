"""A pattern says yes to an answer only where a closer look does, and to every plain one."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from utfproof.engine.questions.expected_answer import Gap, Gaps, fits
from utfproof.engine.questions.gap_pattern import GapPattern
from utfproof.model.fields import spaced
from utfproof.model.outcome import Decoded

LETTER_BETWEEN = GapPattern((" 41", " 42", ""), (2, 1))
VALUES = st.sampled_from([0x41, 0x42, 0xFFFD, 0x3F, 0x1A, 0x410])
STRETCHES = st.lists(st.tuples(st.integers(1, 3), st.lists(VALUES, max_size=3)), min_size=1)


@pytest.mark.parametrize(
    "line",
    [b"ok 41 fffd 42 fffd", b"ok 41 fffd fffd 42 fffd", b"ok 41 3f 42 1a", b"ok 41 3f fffd 42 3f"],
)
def test_each_stretch_may_show_as_one_replacement_for_each_octet_and_as_fewer(line: bytes) -> None:
    assert LETTER_BETWEEN.surely_fits(line)


@pytest.mark.parametrize(
    "line",
    [
        b"ok 41 42 fffd",
        b"ok 41 fffd 42",
        b"ok 41 fffd fffd fffd 42 fffd",
        b"ok 41 fffd 42 fffd fffd",
        b"ok 41 fffd 42 fffd 43",
        b"ok 41 fffd 420 fffd",
        b"ok 410 fffd 42 fffd",
        b"ok 41 fffd0 42 fffd",
        b"error 1 1 41",
        b"ok",
        b"ok\xff",
    ],
)
def test_more_or_fewer_are_not_sure_nor_is_other_text(line: bytes) -> None:
    assert not LETTER_BETWEEN.surely_fits(line)


@given(stretches=STRETCHES, head=st.lists(VALUES, max_size=2), found=st.lists(VALUES, max_size=9))
@example(stretches=[(2, [0xFFFD])], head=[], found=[0xFFFD, 0xFFFD])
def test_what_a_pattern_is_sure_of_a_closer_look_finds_too(
    stretches: list[tuple[int, list[int]]], head: list[int], found: list[int]
) -> None:
    texts = (spaced(head), *(spaced(text) for _, text in stretches))
    pattern = GapPattern(texts, tuple(most for most, _ in stretches))
    items: list[int | Gap] = [*head]
    for most, text in stretches:
        items += [Gap(most), *text]
    if pattern.surely_fits(b"ok" + spaced(found).encode("ascii")):
        assert fits(Gaps(tuple(items)), Decoded(tuple(found)))
