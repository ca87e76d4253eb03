"""Position dependence is told by putting letters before a fault."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from utfproof.fuzz.triage.position_dependence import (
    AT_THE_BEGINNING,
    Shows,
    find_dependence,
    strip_letters,
)


def at(rule: Callable[[int], bool]) -> Shows:
    """A codec that is wrong where the octet FF stands at certain places."""

    def shows(candidates: Sequence[bytes]) -> list[bool]:
        return [rule(octets.index(0xFF)) for octets in candidates]

    return shows


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        (lambda place: place >= 0, ""),
        (lambda place: place == 0, AT_THE_BEGINNING),
        (lambda place: place % 16 == 15, "mod 16"),
        (lambda place: place % 32 in (30, 31), "mod 32"),
        (lambda place: place % 64 == 63, "mod 64"),
        (lambda place: place >= 64 and place % 16 == 1, "mod 16"),
        (lambda place: place >= 16, "not at every place"),
    ],
)
def test_a_rule_of_positions_is_reported(rule: Callable[[int], bool], told: str) -> None:
    assert find_dependence(b"AA\xff", b"A", at(rule)) == told


def test_the_core_has_no_letters_before_it() -> None:
    assert strip_letters(b"AAA\xffA", b"A") == b"\xffA"
    assert strip_letters(b"\x00A\x00A\xd8\x00", b"\x00A") == b"\xd8\x00"
    assert strip_letters(b"AAA", b"A") == b"A"
