"""Tables of octet ranges: what must hold of each of them before it may be believed."""

from __future__ import annotations

from itertools import combinations
from math import prod

import pytest

from utfproof.reference import ranges, tables, ucs, utf16, utf32, variants
from utfproof.reference.tables import Row, Table

from .notation import noted

TABLES = {
    "Table 3": ranges.TABLE_3,
    "UTF-16": utf16.TABLE,
    "UTF-32": utf32.TABLE,
    "UCS-2": ucs.UCS_2,
    "UCS-4": ucs.UCS_4,
    **{scheme.value: table for scheme, table in variants.TABLES.items()},
}
every_table = pytest.mark.parametrize("table", TABLES.values(), ids=list(TABLES))


def first(row: Row) -> bytes:
    """Return the lowest octets of a row."""
    return bytes(admitted[0] for admitted in row.octets)


def last(row: Row) -> bytes:
    """Return the highest octets of a row."""
    return bytes(admitted[-1] for admitted in row.octets)


@every_table
def test_a_row_has_as_many_octet_sequences_as_values(table: Table) -> None:
    for row in table.rows:
        assert prod(len(admitted) for admitted in row.octets) == len(row.values)


@every_table
def test_a_row_begins_and_ends_with_its_first_and_last_value(table: Table) -> None:
    for row in table.rows:
        assert (row.value(first(row)), row.value(last(row))) == (row.values[0], row.values[-1])
        assert (row.write(row.values[0]), row.write(row.values[-1])) == (first(row), last(row))


@every_table
def test_rows_are_in_order_of_values_without_overlap(table: Table) -> None:
    for before, after in zip(table.rows, table.rows[1:], strict=False):
        assert before.values[-1] < after.values[0]


@every_table
def test_no_sequence_of_a_row_begins_one_of_another(table: Table) -> None:
    for one, other in combinations(table.rows, 2):
        assert any(
            not set(left) & set(right)
            for left, right in zip(one.octets, other.octets, strict=False)
        )


@every_table
def test_a_row_is_wholly_inside_or_outside_of_what_bars_others(table: Table) -> None:
    for barred in table.rows:
        for row in table.rows:
            ends = {row.values[0] in barred.not_after, row.values[-1] in barred.not_after}
            assert len(ends) == 1


def test_a_line_is_a_row() -> None:
    (row,) = tables.table("DC00-DFFF  ED B0-BF 80-BF  not after D800-DBFF").rows
    assert row == Row(
        values=range(0xDC00, 0xE000),
        octets=(range(0xED, 0xEE), range(0xB0, 0xC0), range(0x80, 0xC0)),
        not_after=range(0xD800, 0xDC00),
    )


def test_a_barred_row_applies_again_behind_an_error() -> None:
    table = tables.table("00-0F 00-0F\n10-1F 10-1F not after 00-0F")
    assert noted(tables.read(table, b"\x10\x00\x10\x10\x00\xff\x10")) == (
        "U+0010 U+0000 [10] U+0010 U+0000 [FF] U+0010"
    )


def test_little_endian_turns_each_unit_round() -> None:
    table = tables.little_endian(tables.table("10000-10FFFF D8-DB 00-FF DC-DF 00-FF"), 2)
    spans = [(admitted[0], admitted[-1]) for admitted in table.rows[0].octets]
    assert spans == [(0x00, 0xFF), (0xD8, 0xDB), (0x00, 0xFF), (0xDC, 0xDF)]


def test_a_value_without_a_row_is_not_written() -> None:
    with pytest.raises(ValueError, match=r"U\+D800 cannot be encoded"):
        tables.write(ranges.TABLE_3, 0xD800)
