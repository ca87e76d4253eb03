"""UTF-16 in both orders: pairs, lone surrogates, the end of the input."""

from __future__ import annotations

import pytest

from utfproof.model.encoding import ByteOrder
from utfproof.reference import utf16

from .notation import noted, strings

ORDERS: tuple[ByteOrder, ...] = ("big", "little")
in_both_orders = pytest.mark.parametrize("order", ORDERS)


def ordered(octets: str, order: ByteOrder) -> bytes:
    """Turn big-endian units into an order; an odd octet stays the last."""
    big = bytes.fromhex(octets)
    units = [big[at : at + 2] for at in range(0, len(big), 2)]
    return big if order == "big" else b"".join(unit[::-1] for unit in units)


@pytest.mark.parametrize(
    ("octets", "reads"),
    [
        ("", ""),
        ("00 41", "U+0041"),
        ("D7 FF E0 00", "U+D7FF U+E000"),
        ("FE FF FF FE FF FF", "U+FEFF U+FFFE U+FFFF"),
        ("D8 00 DC 00", "U+10000"),
        ("DB FF DF FF", "U+10FFFF"),
        ("D8 08 DF 45 00 3D 00 52 00 61", "U+12345 U+003D U+0052 U+0061"),
        ("D8 00 00 41", "[D8 00] U+0041"),
        ("DC 00 00 41", "[DC 00] U+0041"),
        ("DC 00 D8 00 DC 00", "[DC 00] U+10000"),
        ("D8 00 D8 00 DC 00", "[D8 00] U+10000"),
        ("D8 00 DB FF 00 41", "[D8 00] [DB FF] U+0041"),
        ("D8 00", "[D8 00 ~]"),
        ("DC 00", "[DC 00]"),
        ("00", "[00 ~]"),
        ("D8 3D DE", "[D8 3D DE ~]"),
        ("D8 3D 00", "[D8 3D 00 ~]"),
        ("DC 00 DC", "[DC 00] [DC ~]"),
        ("00 41 D8 00 D8 00", "U+0041 [D8 00] [D8 00 ~]"),
    ],
)
def test_each_unit_is_looked_at_afresh(octets: str, reads: str) -> None:
    assert noted(utf16.read(bytes.fromhex(octets), "big")) == reads


@in_both_orders
def test_no_octet_is_lost_and_the_first_error_is_where_the_automaton_has_it(
    order: ByteOrder,
) -> None:
    automaton = utf16.automaton(order)
    for string in strings(bytes.fromhex("00 D7 D8 DC DF E0"), 5):
        reading = utf16.read(string, order)
        assert reading.octets == string
        error = reading.first_error()
        assert automaton.accepts(string) == (error is None), string.hex(" ")
        assert error is None or automaton.accepts(string[: error[0]])


def test_little_endian_is_big_endian_with_the_octets_of_each_unit_changed() -> None:
    little = utf16.read(bytes.fromhex("08 D8 45 DF 3D 00 52 00 61 00 00 D8 41 00"), "little")
    assert noted(little) == "U+12345 U+003D U+0052 U+0061 [00 D8] U+0041"


@in_both_orders
@pytest.mark.parametrize(
    ("value", "octets"),
    [
        (0x0000, "00 00"),
        (0xD7FF, "D7 FF"),
        (0xE000, "E0 00"),
        (0xFFFF, "FF FF"),
        (0x10000, "D8 00 DC 00"),
        (0x103FF, "D8 00 DF FF"),
        (0x12345, "D8 08 DF 45"),
        (0x10FC00, "DB FF DC 00"),
        (0x10FFFF, "DB FF DF FF"),
    ],
)
def test_a_value_is_one_unit_or_a_pair(value: int, octets: str, order: ByteOrder) -> None:
    assert utf16.encode(value, order) == ordered(octets, order)


@in_both_orders
def test_every_supplementary_value_survives_its_pair(order: ByteOrder) -> None:
    for start in range(0x10000, 0x110000, 0x10000):
        values = range(start, start + 0x10000, 61)
        octets = b"".join(utf16.encode(value, order) for value in values)
        assert noted(utf16.read(octets, order)) == " ".join(f"U+{value:04X}" for value in values)


@pytest.mark.parametrize("value", [0xD800, 0xDFFF, 0x110000, -1])
def test_no_units_are_written_for_what_is_no_scalar_value(value: int) -> None:
    with pytest.raises(ValueError, match="cannot be encoded"):
        utf16.encode(value, "big")


@pytest.mark.parametrize(
    ("unit", "high", "low"),
    [
        (0xD7FF, False, False),
        (0xD800, True, False),
        (0xDBFF, True, False),
        (0xDC00, False, True),
        (0xDFFF, False, True),
        (0xE000, False, False),
    ],
)
def test_the_halves_end_where_the_document_says(unit: int, *, high: bool, low: bool) -> None:
    assert (utf16.is_high(unit), utf16.is_low(unit)) == (high, low)


def test_only_high_then_low_is_a_pair() -> None:
    assert utf16.is_pair(0xD800, 0xDC00)
    assert not utf16.is_pair(0xDC00, 0xD800)
    assert not utf16.is_pair(0xD800, 0xD800)
    assert not utf16.is_pair(0xDC00, 0xDC00)
