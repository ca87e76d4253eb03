"""Units of a fixed width: UTF-32, UCS-2, UCS-4."""

from __future__ import annotations

import pytest

from utfproof.model.encoding import ByteOrder, Scheme
from utfproof.reference import ucs, utf32

from .notation import noted, strings


@pytest.mark.parametrize(
    ("octets", "reads"),
    [
        ("", ""),
        ("00 00 00 00", "U+0000"),
        ("00 00 D7 FF 00 00 E0 00", "U+D7FF U+E000"),
        ("00 10 FF FF", "U+10FFFF"),
        ("00 11 00 00", "[00 11 00 00]"),
        ("00 00 D8 00 00 00 DF FF", "[00 00 D8 00] [00 00 DF FF]"),
        ("7F FF FF FF 80 00 00 00", "[7F FF FF FF] [80 00 00 00]"),
        ("41 00 00 00 00 00 00 41", "[41 00 00 00] U+0041"),
        ("00 00 00", "[00 00 00 ~]"),
        ("00 00 D8 00 00", "[00 00 D8 00] [00 ~]"),
    ],
)
def test_a_bad_unit_of_utf_32_is_one_error(octets: str, reads: str) -> None:
    assert noted(utf32.read(bytes.fromhex(octets), "big")) == reads


def test_little_endian_turns_all_four_octets_round() -> None:
    reading = utf32.read(bytes.fromhex("FF FF 10 00 00 D8 00 00 41 00 00 00 FF"), "little")
    assert noted(reading) == "U+10FFFF [00 D8 00 00] U+0041 [FF ~]"


@pytest.mark.parametrize("order", ["big", "little"])
def test_reading_agrees_with_the_octet_ranges(order: ByteOrder) -> None:
    automaton = utf32.automaton(order)
    for string in strings(bytes.fromhex("00 10 11 D7 D8 E0"), 5):
        assert automaton.accepts(string) == utf32.read(string, order).well_formed


def test_a_value_is_written_in_either_order() -> None:
    assert utf32.encode(0x12345, "big") == bytes.fromhex("00 01 23 45")
    assert utf32.encode(0x12345, "little") == bytes.fromhex("45 23 01 00")


@pytest.mark.parametrize("value", [0xD800, 0xDFFF, 0x110000, 0xFFFFFFFF, -1])
def test_utf_32_has_no_unit_for_what_is_no_scalar_value(value: int) -> None:
    with pytest.raises(ValueError, match="cannot be encoded in units of 4 octets"):
        utf32.encode(value, "big")


@pytest.mark.parametrize(
    ("scheme", "octets", "reads"),
    [
        (Scheme.UCS_2, "00 00 D7 FF E0 00 FF FE", "U+0000 U+D7FF U+E000 U+FFFE"),
        (Scheme.UCS_2, "D8 00 DC 00", "[D8 00] [DC 00]"),
        (Scheme.UCS_2, "D8 00 DC", "[D8 00] [DC ~]"),
        (Scheme.UCS_4, "00 00 00 00 00 00 D8 00 00 11 00 00", "U+0000 U+D800 U+110000"),
        (Scheme.UCS_4, "7F FF FF FF 80 00 00 00", "U+7FFFFFFF [80 00 00 00]"),
        (Scheme.UCS_4, "7F FF FF", "[7F FF FF ~]"),
    ],
)
def test_the_obsolete_forms_keep_their_own_limits(scheme: Scheme, octets: str, reads: str) -> None:
    assert noted(ucs.read(scheme, bytes.fromhex(octets))) == reads


@pytest.mark.parametrize(
    ("scheme", "value"),
    [
        (Scheme.UCS_2, 0xD800),
        (Scheme.UCS_2, 0x10000),
        (Scheme.UCS_4, 0x80000000),
        (Scheme.UCS_4, -1),
    ],
)
def test_the_obsolete_forms_write_nothing_beyond_their_limits(scheme: Scheme, value: int) -> None:
    with pytest.raises(ValueError, match="cannot be encoded"):
        ucs.encode(scheme, value)
