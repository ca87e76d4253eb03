"""Overwriting: which octets come, and that no other place is touched."""

from __future__ import annotations

import pytest

np = pytest.importorskip("numpy")

from utfproof.fuzz.inputs.overwriting import Overwriting  # noqa: E402  (numpy is an extra)
from utfproof.model.encoding import Scheme  # noqa: E402

COUNT = 60_000


def _over(scheme: Scheme, octet: int) -> list[int]:
    """Overwrite one octet many times, and report how often each came."""
    octets = np.full(COUNT, octet, np.uint8)
    Overwriting(scheme)(octets, np.arange(COUNT), np.random.Generator(np.random.PCG64(7)))
    counts: list[int] = np.bincount(octets, minlength=256).tolist()
    return counts


def test_leads_and_tails_neighbours_and_single_bits_come_more_often_than_others() -> None:
    counts = _over(Scheme.UTF_8, 0x41)
    by_chance = COUNT / 6 / 256
    assert min(counts) > by_chance / 2
    assert sum(counts[0xC0:]) > COUNT / 6
    assert sum(counts[0x80:0xC0]) > COUNT / 6
    assert min(counts[0x40], counts[0x42]) > COUNT / 7
    assert min(counts[0x41 ^ 1 << bit] for bit in range(8)) > 5 * by_chance


@pytest.mark.parametrize(("octet", "neighbours"), [(0x00, (0xFF, 0x01)), (0xFF, (0xFE, 0x00))])
def test_neighbours_go_round(octet: int, neighbours: tuple[int, int]) -> None:
    counts = _over(Scheme.UTF_8, octet)
    assert min(counts[one] for one in neighbours) > COUNT / 7


@pytest.mark.parametrize("octet", [0xD8, 0xDC, 0xDF, 0xFE])
def test_octets_of_surrogates_come_more_often_in_utf_16(octet: int) -> None:
    assert _over(Scheme.UTF_16LE, 0x41)[octet] > COUNT / 50


def test_only_the_places_that_are_given_are_touched() -> None:
    octets = np.full(COUNT, 0x41, np.uint8)
    places = np.arange(0, COUNT, 3)
    Overwriting(Scheme.UTF_8)(octets, places, np.random.Generator(np.random.PCG64(7)))
    assert (np.delete(octets, places) == 0x41).all()
    assert (octets[places] != 0x41).mean() > 0.9
