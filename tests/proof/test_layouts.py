"""Long text by the lengths of its characters: no layout is left out, and all are asked."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product

import pytest

from utfproof.model.encoding import Scheme, facts, is_surrogate
from utfproof.proof.families import layouts
from utfproof.proof.families.layouts import LayoutRows
from utfproof.reference import schemes

HIGHEST = 0x10FFFF


def length(value: int) -> int:
    return len(chr(value).encode("utf-8"))


def ends(lengths: tuple[int, ...]) -> int:
    """Return the ends of characters within a window of octets, a bit for each."""
    return ends_in(layouts.WINDOW, lengths)


def ends_in(octets: int, lengths: tuple[int, ...]) -> int:
    found = at = 0
    for one in lengths:
        at += one
        found |= 1 << (at - 1)
    return found & (1 << octets) - 1


def possible_ends() -> set[int]:
    """Every set of ends in twelve octets whose gaps are of at most four octets."""

    def fits(mask: int) -> bool:
        gap = 0
        for at in range(layouts.WINDOW):
            gap = 0 if mask >> at & 1 else gap + 1
            if gap > 3:
                return False
        return True

    return {mask for mask in range(1 << layouts.WINDOW) if fits(mask)}


def rows(scheme: Scheme) -> Iterator[tuple[int, ...]]:
    for part in layouts.parts(scheme):
        found = LayoutRows(part, facts(scheme).highest)
        yield from map(found.row, range(found.count))


def test_every_way_in_which_characters_end_within_twelve_octets_is_a_window() -> None:
    found = [ends(lengths) for lengths in layouts.windows_of_octets()]
    assert set(found) == possible_ends()
    assert len(found) == len(set(found)) == 2872


def test_every_six_lengths_stand_next_to_each_other_in_the_dense_text() -> None:
    dense = layouts.dense()
    around = dense + dense[: layouts.ORDER]
    found = {around[at : at + layouts.ORDER] for at in range(len(dense))}
    assert found == set(product((1, 2, 3, 4), repeat=layouts.ORDER))
    assert len(dense) == 4**layouts.ORDER


def test_no_six_lengths_are_lost_where_the_dense_text_is_cut() -> None:
    texts = layouts.texts("dense-0", HIGHEST)
    found = {
        tuple(map(length, text[at : at + layouts.ORDER]))
        for text in texts
        for at in range(len(text) - layouts.ORDER + 1)
    }
    assert len(found) == 4**layouts.ORDER


def test_each_window_stands_at_the_beginning_and_behind_whole_vectors() -> None:
    windows = list(layouts.windows_of_octets())
    found = [text for part in layouts.parts(Scheme.UTF_8) if part.startswith("octets")
             for text in layouts.texts(part, HIGHEST)]  # fmt: skip
    for number, before in enumerate((0, 32)):
        for lengths, text in zip(windows, found[number::2], strict=True):
            assert tuple(map(length, text[:before])) == (1,) * before
            assert tuple(map(length, text[before : before + len(lengths)])) == lengths
            # 64 octets of a block and a vector more: else the end of the text is near.
            assert len(text) - before - len(lengths) > 64 + 32


def test_runs_of_two_octets_and_all_that_are_one_end_off_stand_where_windows_do() -> None:
    found = set(layouts.runs_of_octets())
    run = (2,) * 8
    ends_of = {ends_in(16, lengths) for lengths in found}
    whole = ends_in(16, run)
    assert ends_of == {whole, *(whole ^ 1 << at for at in range(16))}
    texts = layouts.texts("runs-0", HIGHEST)
    assert len(texts) == 2 * len(found) == 34


def test_controls_stand_beside_letters_and_longer_characters() -> None:
    (text,) = layouts.texts("controls-0", HIGHEST)
    beside = {(length(one), two) for one, two in pairwise(text) if two < 0x20}
    assert beside == {(before, value) for before in (1, 2) for value in range(0x10, 0x20)}


def test_every_eight_units_of_one_to_three_octets_are_a_window() -> None:
    found = set(layouts.windows_of_units())
    assert set(product((1, 2, 3), repeat=8)) <= found
    assert {one for one in found if 4 in one} == {
        one for one in product((1, 2, 3, 4), repeat=4) if 4 in one
    }


@pytest.mark.parametrize("scheme", [Scheme.UTF_8, Scheme.UTF_16LE, Scheme.UTF_32, Scheme.UCS_2])
def test_the_octets_are_those_of_the_values(scheme: Scheme) -> None:
    for part in (layouts.parts(scheme)[0], layouts.parts(scheme)[-1]):
        found = LayoutRows(part, facts(scheme).highest)
        lines = found.digits(scheme).split()
        assert len(lines) == found.count == len(layouts.texts(found.part, found.highest))
        for index in range(0, found.count, 97):
            octets = b"".join(schemes.encode_value(scheme, one) or b"" for one in found.row(index))
            assert lines[index].decode("ascii") == octets.hex()


@pytest.mark.parametrize("scheme", Scheme)
def test_no_text_holds_a_signature_a_surrogate_or_a_noncharacter(scheme: Scheme) -> None:
    values = {value for row in rows(scheme) for value in row}
    assert 0xFEFF not in values
    assert not any(is_surrogate(value) or value & 0xFFFE == 0xFFFE for value in values)
    assert max(values) <= facts(scheme).highest
    # Of controls only those that a row of tables is for.
    assert {value for value in values if value < 0x61} <= set(range(0x10, 0x20))


def test_neighbours_differ_so_that_an_octet_in_anothers_place_is_seen() -> None:
    for text in layouts.texts("dense-0", HIGHEST):
        assert all(one != other for one, other in pairwise(text))
        longer = [value for value in text if value >= 0x80]
        assert len(longer) == len(set(longer))
