"""Schemes as facts: lengths of sequences, signatures, what is a scalar value."""

from __future__ import annotations

import pytest

from utfproof.model.encoding import (
    Encoding,
    Scheme,
    facts,
    is_scalar,
    is_surrogate,
    octet_length,
    signature_octets,
)

U8 = (Scheme.UTF_8, Scheme.RFC_2279, Scheme.GENERALIZED_UTF_8, Scheme.WTF_8)


def test_every_encoding_but_none_is_a_scheme() -> None:
    names = {encoding.value for encoding in Encoding} - {"-"}
    assert {scheme.value for scheme in Scheme} == names | {"rfc2279", "generalized-utf-8"}


@pytest.mark.parametrize(
    ("value", "length"),
    [
        (0, 1),
        (0x7F, 1),
        (0x80, 2),
        (0x7FF, 2),
        (0x800, 3),
        (0xFFFF, 3),
        (0x10000, 4),
        (0x10FFFF, 4),
    ],
)
@pytest.mark.parametrize("scheme", U8)
def test_the_rows_of_rfc_3629_section_3(scheme: Scheme, value: int, length: int) -> None:
    assert octet_length(scheme, value) == length


@pytest.mark.parametrize(
    ("value", "length"),
    [(0x1FFFFF, 4), (0x200000, 5), (0x3FFFFFF, 5), (0x4000000, 6), (0x7FFFFFFF, 6)],
)
def test_the_longer_rows_of_rfc_2279_section_2(value: int, length: int) -> None:
    assert octet_length(Scheme.RFC_2279, value) == length


@pytest.mark.parametrize("scheme", [Scheme.UTF_16, Scheme.UTF_16BE, Scheme.UTF_16LE])
def test_utf_16_spends_four_octets_from_10000(scheme: Scheme) -> None:
    assert [octet_length(scheme, value) for value in (0, 0xFFFF, 0x10000)] == [2, 2, 4]


@pytest.mark.parametrize("scheme", [Scheme.UTF_32, Scheme.UTF_32BE, Scheme.UTF_32LE, Scheme.UCS_4])
def test_utf_32_spends_four_octets_on_everything(scheme: Scheme) -> None:
    assert [octet_length(scheme, value) for value in (0, 0xFFFF, 0x10000)] == [4, 4, 4]


@pytest.mark.parametrize("scheme", [Scheme.CESU_8, Scheme.MUTF_8])
def test_a_pair_of_three_octet_forms_is_six_octets(scheme: Scheme) -> None:
    assert [octet_length(scheme, value) for value in (0xFFFF, 0x10000, 0x10FFFF)] == [3, 6, 6]


def test_null_is_two_octets_in_modified_utf_8_alone() -> None:
    assert octet_length(Scheme.MUTF_8, 0) == 2
    assert octet_length(Scheme.CESU_8, 0) == 1
    assert octet_length(Scheme.MUTF_8, 1) == 1


@pytest.mark.parametrize(
    ("scheme", "octets"),
    [
        (Scheme.UTF_8, "EF BB BF"),
        (Scheme.CESU_8, "EF BB BF"),
        (Scheme.UTF_16BE, "FE FF"),
        (Scheme.UTF_16LE, "FF FE"),
        (Scheme.UTF_32BE, "00 00 FE FF"),
        (Scheme.UTF_32LE, "FF FE 00 00"),
    ],
)
def test_the_signatures_of_iso_10646_clause_10(scheme: Scheme, octets: str) -> None:
    assert signature_octets(scheme) == bytes.fromhex(octets)


def test_an_order_counts_only_where_the_scheme_has_none() -> None:
    assert signature_octets(Scheme.UTF_16, "little") == b"\xff\xfe"
    assert signature_octets(Scheme.UTF_32, "big") == b"\0\0\xfe\xff"
    assert signature_octets(Scheme.UTF_16BE, "little") == b"\xfe\xff"


def test_scalar_values_are_0_to_10ffff_without_the_surrogates() -> None:
    edges = [-1, 0, 0xD7FF, 0xD800, 0xDFFF, 0xE000, 0x10FFFF, 0x110000]
    assert [is_scalar(edge) for edge in edges] == [
        False, True, True, False, False, True, True, False,
    ]  # fmt: skip
    assert [is_surrogate(edge) for edge in edges[2:6]] == [False, True, True, False]


def test_only_rfc_2279_and_ucs_4_reach_beyond_unicode() -> None:
    high = {scheme for scheme in Scheme if facts(scheme).highest > 0x10FFFF}
    assert high == {Scheme.RFC_2279, Scheme.UCS_4}
    assert {facts(scheme).highest for scheme in high} == {0x7FFFFFFF}
