"""RFC 3629 section 3 as arithmetic, both ways."""

from __future__ import annotations

import pytest

from utfproof.reference import arithmetic

from .notation import noted


def test_c0_80_is_two_maximal_subparts() -> None:
    assert noted(arithmetic.read(b"\xc0\x80")) == "[C0] [80]"


@pytest.mark.parametrize(
    ("octets", "reads"),
    [
        ("2F C0 AE 2E 2F", "U+002F [C0] [AE] U+002E U+002F"),
        ("E0 9F BF", "[E0] [9F] [BF]"),
        ("F0 8F BF BF", "[F0] [8F] [BF] [BF]"),
        ("ED A0 80 ED BF BF", "[ED] [A0] [80] [ED] [BF] [BF]"),
        ("ED A1 8C ED BE B4", "[ED] [A1] [8C] [ED] [BE] [B4]"),
        ("F4 90 80 80", "[F4] [90] [80] [80]"),
        ("F5 80", "[F5] [80]"),
        ("F8 88 80 80 80", "[F8] [88] [80] [80] [80]"),
        ("FE FF", "[FE] [FF]"),
    ],
)
def test_what_section_3_prohibits_is_refused_at_its_first_octet(octets: str, reads: str) -> None:
    assert noted(arithmetic.read(bytes.fromhex(octets))) == reads


@pytest.mark.parametrize(
    ("octets", "reads"),
    [
        ("E2 82 41", "[E2 82] U+0041"),
        ("F0 9F 92 F0 9F 92 A9", "[F0 9F 92] U+1F4A9"),
        ("E2 82", "[E2 82 ~]"),
        ("41 F4 8F BF", "U+0041 [F4 8F BF ~]"),
        ("80 C2", "[80] [C2 ~]"),
        ("ED A0", "[ED] [A0]"),
    ],
)
def test_a_cut_sequence_is_one_subpart_and_what_cut_it_survives(octets: str, reads: str) -> None:
    assert noted(arithmetic.read(bytes.fromhex(octets))) == reads


@pytest.mark.parametrize(
    ("value", "octets"),
    [
        (0x0000, "00"),
        (0x007F, "7F"),
        (0x0080, "C2 80"),
        (0x07FF, "DF BF"),
        (0x0800, "E0 A0 80"),
        (0xD7FF, "ED 9F BF"),
        (0xE000, "EE 80 80"),
        (0xFFFF, "EF BF BF"),
        (0x10000, "F0 90 80 80"),
        (0x233B4, "F0 A3 8E B4"),
        (0x10FFFF, "F4 8F BF BF"),
    ],
)
def test_each_row_is_used_to_its_ends(value: int, octets: str) -> None:
    assert arithmetic.encode(value) == bytes.fromhex(octets)
    assert noted(arithmetic.read(bytes.fromhex(octets))) == f"U+{value:04X}"


@pytest.mark.parametrize("value", [0xD800, 0xDFFF, 0x110000, 0x7FFFFFFF, 0xFFFFFFFF, -1])
def test_no_octets_are_written_for_what_is_no_character_number(value: int) -> None:
    with pytest.raises(ValueError, match="cannot be encoded"):
        arithmetic.encode(value)
