"""Splits: every place to cut a short input, a few of a long one."""

from __future__ import annotations

import pytest

from utfproof.engine.questions.splits import splits


def lengths(length: int) -> list[tuple[int, ...]]:
    return [split.lengths for split in splits(length)]


def test_the_chunks_of_a_split_are_the_input(subtests: pytest.Subtests) -> None:
    for length in range(60):
        with subtests.test(length=length):
            for split in splits(length):
                assert sum(split.lengths) == length
                assert split.ends == tuple(
                    sum(split.lengths[: at + 1]) for at in range(len(split.lengths))
                )
                assert split.way == "chunks " + "+".join(str(one) for one in split.lengths)


def test_a_short_input_is_cut_at_every_place_and_octet_by_octet() -> None:
    assert lengths(0) == [(0,)]
    assert lengths(1) == [(1,)]
    assert lengths(2) == [(2,), (1, 1), (0, 1, 0, 1, 0)]
    assert lengths(3) == [(3,), (1, 2), (2, 1), (1, 1, 1), (0, 1, 0, 1, 0, 1, 0)]
    assert {(at, 24 - at) for at in range(1, 24)} < set(lengths(24))


def test_a_long_input_is_cut_near_its_ends_and_in_the_middle() -> None:
    assert lengths(25) == [(25,), (1, 24), (12, 13), (24, 1)]
