"""The entry point: signatures, byte order, every scheme read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from utfproof.model.encoding import Scheme, facts
from utfproof.model.reading import Value
from utfproof.reference import schemes

from .notation import noted, strings


@pytest.mark.parametrize(
    ("scheme", "octets", "reads"),
    [
        (Scheme.UTF_8, "EF BB BF 41", "(EF BB BF) U+0041"),
        (Scheme.UTF_8, "EF BB BF EF BB BF", "(EF BB BF) U+FEFF"),
        (Scheme.UTF_8, "41 EF BB BF", "U+0041 U+FEFF"),
        (Scheme.UTF_8, "EF BB 41", "[EF BB] U+0041"),
        (Scheme.RFC_2279, "EF BB BF", "(EF BB BF)"),
        (Scheme.CESU_8, "EF BB BF", "(EF BB BF)"),
        (Scheme.UTF_16BE, "FE FF FE FF", "(FE FF) U+FEFF"),
        (Scheme.UTF_16BE, "FF FE 41 00", "U+FFFE U+4100"),
        (Scheme.UTF_16LE, "FF FE 41 00", "(FF FE) U+0041"),
        (Scheme.UTF_16LE, "FE FF 00 41", "U+FFFE U+4100"),
        (Scheme.UTF_16, "FE FF 00 41", "(FE FF) U+0041"),
        (Scheme.UTF_16, "FF FE 41 00", "(FF FE) U+0041"),
        (Scheme.UTF_16, "FF FE 00 00", "(FF FE) U+0000"),
        (Scheme.UTF_16, "FF FE FE FF", "(FF FE) U+FFFE"),
        (Scheme.UTF_16, "00 41 FF FE", "U+0041 U+FFFE"),
        (Scheme.UTF_16, "FF", "[FF ~]"),
        (Scheme.UTF_32, "00 00 FE FF 00 00 00 41", "(00 00 FE FF) U+0041"),
        (Scheme.UTF_32, "FF FE 00 00 41 00 00 00", "(FF FE 00 00) U+0041"),
        (Scheme.UTF_32, "00 00 00 41", "U+0041"),
        (Scheme.UTF_32BE, "FF FE 00 00", "[FF FE 00 00]"),
        (Scheme.UTF_32LE, "FF FE 00 00 FF FE 00 00", "(FF FE 00 00) U+FEFF"),
        (Scheme.UCS_2, "FE FF FE FF", "(FE FF) U+FEFF"),
        (Scheme.UCS_4, "00 00 FE FF", "(00 00 FE FF)"),
    ],
)
def test_an_initial_feff_in_the_schemes_order_is_a_signature(
    scheme: Scheme, octets: str, reads: str
) -> None:
    assert noted(schemes.read(scheme, bytes.fromhex(octets))) == reads


def test_unmarked_text_is_big_endian_unless_told_otherwise() -> None:
    assert noted(schemes.read(Scheme.UTF_16, b"\x00\x41")) == "U+0041"
    assert noted(schemes.read(Scheme.UTF_16, b"\x00\x41", unmarked="little")) == "U+4100"
    assert noted(schemes.read(Scheme.UTF_32, b"\x41\0\0\0", unmarked="little")) == "U+0041"


def test_a_signature_rules_over_the_unmarked_order() -> None:
    octets = b"\xfe\xff\x00\x41"
    assert noted(schemes.read(Scheme.UTF_16, octets, unmarked="little")) == "(FE FF) U+0041"


def test_a_labelled_order_is_not_moved_by_unmarked() -> None:
    assert noted(schemes.read(Scheme.UTF_16BE, b"\x00\x41", unmarked="little")) == "U+0041"


def test_a_labelled_order_is_read_in_that_order_without_being_told() -> None:
    assert noted(schemes.read_text(Scheme.UTF_16LE, b"\xff\xfe\x41\x00")) == "U+FEFF U+0041"


def test_text_without_a_place_for_a_signature_keeps_feff_as_a_value() -> None:
    assert noted(schemes.read_text(Scheme.UTF_8, b"\xef\xbb\xbf")) == "U+FEFF"


@pytest.mark.parametrize("scheme", [Scheme.UTF_16, Scheme.UTF_32])
def test_the_automaton_lets_the_signature_choose(scheme: Scheme) -> None:
    for string in strings(bytes.fromhex("00 D8 FE FF"), 6):
        well_formed = schemes.read(scheme, string).well_formed
        assert schemes.automaton(scheme).accepts(string) == well_formed, string.hex(" ")


@pytest.mark.parametrize("scheme", list(Scheme))
@given(octets=st.binary(max_size=24))
def test_no_octet_is_lost_or_added(scheme: Scheme, octets: bytes) -> None:
    assert schemes.read(scheme, octets).octets == octets


@pytest.mark.parametrize("scheme", list(Scheme))
@given(data=st.data())
def test_written_octets_are_read_back(scheme: Scheme, data: st.DataObject) -> None:
    values = data.draw(st.lists(st.integers(0, facts(scheme).highest), max_size=8))
    pieces = schemes.encode(scheme, values)
    kept = [piece for piece in pieces if isinstance(piece, schemes.Written)]
    if scheme is Scheme.MUTF_8:  # there two halves read as the character that they are
        kept = [piece for piece in kept if not 0xD800 <= piece.value <= 0xDFFF]
    reading = schemes.read_text(scheme, b"".join(piece.octets for piece in kept))
    expected = tuple(Value(piece.value, piece.octets) for piece in kept)
    assert reading.parts == expected
