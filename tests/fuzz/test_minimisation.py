"""The shrinker ends at the shortest and plainest input that still shows the fault."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from utfproof.fuzz.triage.minimisation import Still, minimise


def asking(shows: Callable[[bytes], bool]) -> Still:
    def still(candidates: Sequence[bytes]) -> list[bool]:
        return [shows(octets) for octets in candidates]

    return still


def overlong(octets: bytes) -> bool:
    return any(pair[0] in b"\xc0\xc1" and 0x80 <= pair[1] <= 0xBF for pair in _pairs(octets))


def _pairs(octets: bytes) -> list[bytes]:
    return [octets[at : at + 2] for at in range(len(octets) - 1)]


@pytest.mark.parametrize(
    ("octets", "shows", "least"),
    [
        (b"hello \xc1\xbf world", overlong, b"\xc0\x80"),
        (b"x\xed\xbf\xbfx" * 9, lambda o: any(p > b"\xed\x9f" for p in _pairs(o)), b"\xed\xa0"),
        (bytes(range(128, 192)), lambda o: len(o) >= 33, b"A" * 33),
        (b"\xff" * 300, lambda o: o.count(0xFF) >= 3, b"\xff" * 3),
        (b"A" * 70 + b"\xff", lambda o: len(o) > 63 and o[63:64] == b"\xff", b"A" * 63 + b"\xff"),
    ],
)  # fmt: skip
def test_the_least_input_is_found(
    octets: bytes, shows: Callable[[bytes], bool], least: bytes
) -> None:
    start = octets if shows(octets) else b"A" * 63 + b"\xff" + octets
    assert minimise(start, asking(shows)) == least


def test_units_stay_whole_where_they_can() -> None:
    def shows(octets: bytes) -> bool:
        units = [octets[at : at + 2] for at in range(0, len(octets), 2)]
        return any(0xD8 <= unit[0] <= 0xDB for unit in units)

    found = minimise(bytes.fromhex("00410042DA57DC000043"), asking(shows), b"\x00A")
    assert found in (b"\xd8", bytes.fromhex("D800"))


def test_an_input_that_cannot_be_shortened_stays_whole() -> None:
    octets = b"\xe2\x82\xac"
    assert minimise(octets, asking(lambda one: one == octets)) == octets


def test_candidates_are_asked_in_blocks() -> None:
    sizes: list[int] = []

    def still(candidates: Sequence[bytes]) -> list[bool]:
        sizes.append(len(candidates))
        return [False] * len(candidates)

    assert minimise(b"\xff" * 100, still, most=32) == b"\xff" * 100
    assert max(sizes) == 32
    assert sum(sizes) > 320
