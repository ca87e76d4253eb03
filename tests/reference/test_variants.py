"""The relatives of UTF-8: what each reads otherwise."""

from __future__ import annotations

import pytest

from utfproof.model.encoding import Scheme
from utfproof.reference import variants

from .notation import noted

RFC_2279, CESU_8, MUTF_8 = Scheme.RFC_2279, Scheme.CESU_8, Scheme.MUTF_8
GENERALIZED, WTF_8 = Scheme.GENERALIZED_UTF_8, Scheme.WTF_8


@pytest.mark.parametrize("scheme", list(variants.TABLES))
def test_all_share_the_examples_of_rfc_3629_section_7(scheme: Scheme) -> None:
    octets = bytes.fromhex("41 E2 89 A2 CE 91 2E ED 95 9C E6 97 A5 EF BB BF")
    expected = "U+0041 U+2262 U+0391 U+002E U+D55C U+65E5 U+FEFF"
    assert noted(variants.read(scheme, octets)) == expected


@pytest.mark.parametrize("scheme", list(variants.TABLES))
def test_none_of_them_accepts_overlong_forms(scheme: Scheme) -> None:
    assert noted(variants.read(scheme, b"\xc1\xbf\xe0\x9f\xbf")) == "[C1] [BF] [E0] [9F] [BF]"


@pytest.mark.parametrize(
    ("scheme", "octets", "reads"),
    [
        (RFC_2279, "F4 90 80 80 F7 BF BF BF", "U+110000 U+1FFFFF"),
        (RFC_2279, "F8 88 80 80 80 FB BF BF BF BF", "U+200000 U+3FFFFFF"),
        (RFC_2279, "FC 84 80 80 80 80 FD BF BF BF BF BF", "U+4000000 U+7FFFFFFF"),
        (RFC_2279, "F8 87 BF BF BF", "[F8] [87] [BF] [BF] [BF]"),
        (RFC_2279, "FC 83 BF", "[FC] [83] [BF]"),
        (RFC_2279, "FC 84 80 80 80 41", "[FC 84 80 80 80] U+0041"),
        (RFC_2279, "FD BF BF BF BF", "[FD BF BF BF BF ~]"),
        (RFC_2279, "ED A0 80", "[ED] [A0] [80]"),
        (RFC_2279, "FE FF", "[FE] [FF]"),
        (CESU_8, "ED A0 80 ED B0 80 ED AF BF ED BF BF", "U+10000 U+10FFFF"),
        (CESU_8, "00 00 41", "U+0000 U+0000 U+0041"),
        (CESU_8, "F0 90 80 80", "[F0] [90] [80] [80]"),
        (CESU_8, "ED A0 80 41", "[ED A0 80] U+0041"),
        (CESU_8, "ED A0 80 ED B0 41", "[ED A0 80 ED B0] U+0041"),
        (CESU_8, "ED A0 80 ED 9F BF", "[ED A0 80] U+D7FF"),
        (CESU_8, "ED A0 80 ED 95 9C ED A0 80 ED 9F", "[ED A0 80] U+D55C [ED A0 80 ED] [9F]"),
        (CESU_8, "ED A0 80 ED A0 81 ED B0 80 41", "[ED A0 80] U+10400 U+0041"),
        (CESU_8, "ED A0 80 ED", "[ED A0 80 ED ~]"),
        (CESU_8, "ED A0 80 ED 95", "[ED A0 80 ED] [95]"),
        (CESU_8, "ED A0 80 ED A0 81 ED 95 9C", "[ED A0 80 ED] [A0] [81] U+D55C"),
        (CESU_8, "ED B0 80", "[ED] [B0] [80]"),
        (CESU_8, "ED A0 80 ED B0", "[ED A0 80 ED B0 ~]"),
        (MUTF_8, "C0 80 01", "U+0000 U+0001"),
        (MUTF_8, "00 41", "[00] U+0041"),
        (MUTF_8, "C0 41 C0", "[C0] U+0041 [C0 ~]"),
        (MUTF_8, "ED A0 BD ED B8 80", "U+1F600"),
        (MUTF_8, "ED A0 BD 41 ED B8 80", "U+D83D U+0041 U+DE00"),
        (MUTF_8, "ED B8 80 ED A0 BD", "U+DE00 U+D83D"),
        (MUTF_8, "ED A0 BD ED A0 BD ED B8 80", "U+D83D U+1F600"),
        (MUTF_8, "ED A0 BD ED B8", "U+D83D [ED B8 ~]"),
        (MUTF_8, "F0 9F 98 80", "[F0] [9F] [98] [80]"),
        (GENERALIZED, "ED A0 80 ED B0 80", "U+D800 U+DC00"),
        (GENERALIZED, "F4 8F BF BF F4 90", "U+10FFFF [F4] [90]"),
        (WTF_8, "ED A0 80 ED B0 80", "U+D800 [ED] [B0] [80]"),
        (WTF_8, "ED B0 80 ED A0 80", "U+DC00 U+D800"),
        (WTF_8, "ED A0 80 ED A0 80", "U+D800 U+D800"),
        (WTF_8, "ED A0 80 ED 9F BF", "U+D800 U+D7FF"),
        (WTF_8, "ED A0 80 41 ED B0 80", "U+D800 U+0041 U+DC00"),
        (WTF_8, "ED A0 80 FF ED B0 80", "U+D800 [FF] U+DC00"),
        (WTF_8, "ED A0 80 ED", "U+D800 [ED ~]"),
        (WTF_8, "F0 90 80 80", "U+10000"),
    ],
)
def test_a_relative_differs_by_its_rows(scheme: Scheme, octets: str, reads: str) -> None:
    assert noted(variants.read(scheme, bytes.fromhex(octets))) == reads


@pytest.mark.parametrize(
    ("scheme", "value", "octets"),
    [
        (RFC_2279, 0x110000, "F4 90 80 80"),
        (RFC_2279, 0x7FFFFFFF, "FD BF BF BF BF BF"),
        (CESU_8, 0x10400, "ED A0 81 ED B0 80"),
        (MUTF_8, 0x0000, "C0 80"),
        (MUTF_8, 0xD83D, "ED A0 BD"),
        (MUTF_8, 0x1F600, "ED A0 BD ED B8 80"),
        (MUTF_8, 0x10000, "ED A0 80 ED B0 80"),
        (MUTF_8, 0x10FFFF, "ED AF BF ED BF BF"),
        (GENERALIZED, 0xDFFF, "ED BF BF"),
        (WTF_8, 0xDC00, "ED B0 80"),
        (WTF_8, 0x1F600, "F0 9F 98 80"),
    ],
)
def test_a_relative_writes_what_it_reads(scheme: Scheme, value: int, octets: str) -> None:
    assert variants.encode(scheme, value) == bytes.fromhex(octets)
    assert noted(variants.read(scheme, bytes.fromhex(octets))) == f"U+{value:04X}"


@pytest.mark.parametrize(
    ("scheme", "value"),
    [
        (RFC_2279, 0xD800),
        (RFC_2279, 0x80000000),
        (CESU_8, 0xDFFF),
        (CESU_8, 0x110000),
        (MUTF_8, 0x110000),
        (GENERALIZED, 0x110000),
        (WTF_8, 0x110000),
    ],
)
def test_a_value_beyond_a_relative_is_not_written(scheme: Scheme, value: int) -> None:
    with pytest.raises(ValueError, match="cannot be encoded"):
        variants.encode(scheme, value)
