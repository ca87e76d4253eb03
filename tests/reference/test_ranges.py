"""Tables 2 and 3 of ISO/IEC 10646 as a decoder."""

from __future__ import annotations

import pytest

from utfproof.reference import ranges

from .notation import noted


def test_the_prohibited_octets_are_c0_c1_and_f5_to_ff() -> None:
    admitted = {octet for row in ranges.TABLE_3.rows for span in row.octets for octet in span}
    assert set(ranges.PROHIBITED_OCTETS) == set(range(256)) - admitted
    assert len(ranges.PROHIBITED_OCTETS) == 13


def test_table_3_holds_every_scalar_value_once() -> None:
    assert sum(len(row.values) for row in ranges.TABLE_3.rows) == 1_112_064


@pytest.mark.parametrize("bit", range(21))
def test_every_bit_of_table_2_reaches_its_place(bit: int) -> None:
    value = 1 << bit
    octets = next(row.write(value) for row in ranges.TABLE_3.rows if value in row.values)
    assert noted(ranges.read(octets)) == f"U+{value:04X}"


def test_table_2_and_table_3_agree_at_both_ends_of_each_row() -> None:
    for row in ranges.TABLE_3.rows:
        for value in (row.values[0], row.values[-1]):
            assert noted(ranges.read(row.write(value))) == f"U+{value:04X}"


def test_an_octet_outside_of_its_rows_range_is_read_anew() -> None:
    assert (
        noted(ranges.read(bytes.fromhex("F1 80 80 E1 80 C2 62")))
        == "[F1 80 80] [E1 80] [C2] U+0062"
    )
