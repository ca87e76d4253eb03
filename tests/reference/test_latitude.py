"""Latitude: what documents allow beside the reading of the reference, for any octets."""

from __future__ import annotations

import pytest

from utfproof.model.case import AllowedWriting, DecodeCase, EncodeCase, ExpectedOctets, NotEncodable
from utfproof.model.encoding import Scheme
from utfproof.model.profile import Units
from utfproof.reference import latitude, schemes, tables, variants
from utfproof.vectors import loader
from utfproof.vectors.cases import scheme_of

from .notation import noted

RFC_2279, MUTF_8, UCS_4 = Scheme.RFC_2279, Scheme.MUTF_8, Scheme.UCS_4
UTF_16BE, UTF_16LE = Scheme.UTF_16BE, Scheme.UTF_16LE
UNMARKED = {Scheme.UTF_16, Scheme.UTF_32}
WITHOUT = sorted({scheme.value for scheme in Scheme} - {one.value for one in latitude._RULES})


def allowed(scheme: Scheme, octets: str) -> list[str]:
    return [noted(other.reads) for other in latitude.others(scheme, bytes.fromhex(octets))]


def test_the_latitude_is_that_of_the_shipped_cases() -> None:
    differing = set()
    listed = 0
    for case in loader.load().cases:
        if not isinstance(case, DecodeCase):
            continue
        scheme = scheme_of(case.about.encoding, case.about.profile)
        expected = () if scheme in UNMARKED else case.others
        if latitude.others(scheme, case.octets) != expected:
            differing.add(case.about.id)
        listed += bool(expected)
    assert differing == set()
    assert listed > 50


def test_the_latitude_of_encoders_is_that_of_the_shipped_cases() -> None:
    listed = 0
    for case in loader.load().cases:
        if not isinstance(case, EncodeCase):
            continue
        scheme = scheme_of(case.about.encoding, case.about.profile)
        if scheme in UNMARKED:
            continue
        assert latitude.writings(scheme, case.values) == case.others, case.about.id
        listed += bool(case.others)
    assert listed > 10


@pytest.mark.parametrize(
    ("scheme", "octets", "reads"),
    [
        (UTF_16BE, "FF FE 00 41 FF FE", ["[FF FE] U+0041 [FF FE]"]),
        (UTF_16BE, "FE FF FF FE 00", ["(FE FF) [FF FE] [00 ~]"]),
        (UTF_16BE, "D8 00 DF FE", []),
        (UTF_16LE, "FE FF FF FE", ["[FE FF] U+FEFF"]),
        (UTF_16LE, "FF FE 41 00", []),
        (UCS_4, "00 00 FE FF 00 00 DF FF", ["(00 00 FE FF) [00 00 DF FF]"]),
        (UCS_4, "00 10 FF FF 00 00 E0 00", []),
        (UCS_4, "80 00 00 00 00", []),
        (RFC_2279, "EF BB BF ED A0 80 ED B0", ["(EF BB BF) U+D800 [ED B0 ~]"]),
        (RFC_2279, "ED BF C2 80 FF", ["[ED BF] U+0080 [FF]"]),
        (RFC_2279, "ED 9F BF FD BF BF BF BF BF", []),
        (MUTF_8, "C0 80 ED A0 BD 00 ED B8 80", ["U+0000 U+D83D U+0000 U+DE00"]),
        (MUTF_8, "E0 80 AF", ["U+002F"]),
        (MUTF_8, "E0 9F", ["[E0 9F ~]"]),
        (MUTF_8, "C1 41", []),
        (MUTF_8, "F0 80 80 80 FF", []),
    ],
)
def test_a_choice_is_made_throughout_an_input(
    scheme: Scheme, octets: str, reads: list[str]
) -> None:
    assert allowed(scheme, octets) == reads


@pytest.mark.parametrize(
    ("scheme", "octets", "reads"),
    [
        (
            UCS_4,
            "00 11 00 00 00 00 D8 00",
            ["U+110000 [00 00 D8 00]", "[00 11 00 00] U+D800", "[00 11 00 00] [00 00 D8 00]"],
        ),
        (MUTF_8, "00 C1 81", ["U+0000 [C1] [81]", "[00] U+0041", "U+0000 U+0041"]),
    ],
)
def test_of_two_choices_one_the_other_or_both_may_be_taken(
    scheme: Scheme, octets: str, reads: list[str]
) -> None:
    assert allowed(scheme, octets) == reads


def test_who_takes_both_choices_cites_the_clauses_of_both() -> None:
    found = latitude.others(UCS_4, bytes.fromhex("00 11 00 00 00 00 D8 00"))
    one, other = ("ISO-9.4-02",), ("ISO-9.4-03",)
    assert [reading.clauses for reading in found] == [one, other, (*one, *other)]


@pytest.mark.parametrize("scheme", [Scheme(name) for name in WITHOUT])
def test_most_schemes_leave_no_choice(scheme: Scheme) -> None:
    assert scheme in {
        Scheme.UTF_8, Scheme.UTF_16, Scheme.UTF_32, Scheme.UTF_32BE, Scheme.UTF_32LE,
        Scheme.UCS_2, Scheme.CESU_8, Scheme.WTF_8, Scheme.GENERALIZED_UTF_8,
    }  # fmt: skip
    for octets in ("", "00", "C0 80", "ED A0 80 ED 95 9C", "FF FE 00 00", "00 11 00 00"):
        assert allowed(scheme, octets) == []


@pytest.mark.parametrize("scheme", list(latitude._RULES))
def test_another_reading_has_the_octets_of_the_input_and_is_another(scheme: Scheme) -> None:
    pieces = ("FF FE", "FE FF", "00", "C0 80", "C1", "ED A0 80 ED 95 9C", "00 00 D8 00", "E2 82")
    for first in pieces:
        for second in pieces:
            octets = bytes.fromhex(first + second)
            found = [other.reads for other in latitude.others(scheme, octets)]
            assert all(reads.octets == octets for reads in found)
            assert schemes.read(scheme, octets) not in found
            assert len(set(found)) == len(found)


def test_an_encoder_may_make_one_choice_or_both() -> None:
    found = latitude.writings(UCS_4, (0x41, 0xD800, 0x110000))
    a, surrogate, beyond = b"\0\0\0\x41", b"\0\0\xd8\0", b"\0\x11\0\0"
    assert found == (
        AllowedWriting(ExpectedOctets((a, NotEncodable(0xD800), beyond)), ("ISO-9.4-02",)),
        AllowedWriting(ExpectedOctets((a + surrogate, NotEncodable(0x110000))), ("ISO-9.4-03",)),
        AllowedWriting(
            ExpectedOctets((a, NotEncodable(0xD800), NotEncodable(0x110000))),
            ("ISO-9.4-02", "ISO-9.4-03"),
        ),
    )


def test_an_encoder_of_utf_16_units_joins_a_pair_and_has_no_other_choice() -> None:
    pair = (0xD800, 0xDC00)
    assert latitude.writings(RFC_2279, pair, Units.UTF_16) == ()
    [alone] = latitude.writings(RFC_2279, (*pair, 0xD800), Units.UTF_16)
    assert alone.writes.parts == (b"\xf0\x90\x80\x80\xed\xa0\x80",)


def test_what_no_document_can_write_stays_unencodable() -> None:
    [found] = latitude.writings(RFC_2279, (0xDFFF, 0x80000000))
    assert found.writes.parts == (b"\xed\xbf\xbf", NotEncodable(0x80000000))
    assert latitude.writings(UCS_4, (0x41, 0x10FFFF, 0x80000000)) == ()


@pytest.mark.parametrize(
    ("own", "other"),
    [
        (variants.RFC_2279, latitude.RFC_2279_WITH_SURROGATES),
        (variants.MUTF_8, latitude.MUTF_8_WITH_NULL),
        (variants.MUTF_8, latitude.MUTF_8_WITH_LONG_FORMS),
        (variants.MUTF_8, latitude.MUTF_8_BY_BITS),
    ],
)
def test_a_table_of_latitude_reads_every_character_of_the_schemes_own(
    own: tables.Table, other: tables.Table
) -> None:
    # Well-formed text is not read again by the other table: this is why it need not be.
    for row in own.rows:
        for value in {row.values[0], row.values[len(row.values) // 2], row.values[-1]}:
            octets = row.write(value)
            assert tables.read(other, octets) == tables.read(own, octets)
