"""Grammar, arithmetic and ranges are three independent decoders of one language."""

from __future__ import annotations

from itertools import combinations

import pytest

from utfproof.model.reading import Reading, Value
from utfproof.reference import arithmetic, grammar, ranges, tables
from utfproof.reference import automaton as automata

from .notation import CLASSES, strings

DECODERS = (grammar, arithmetic, ranges)
SCALARS = [*range(0xD800), *range(0xE000, 0x110000)]


def test_no_string_of_any_length_is_well_formed_for_one_only() -> None:
    for one, other in combinations((decoder.automaton() for decoder in DECODERS), 2):
        assert automata.product_difference(one, other) is None
        assert one == other


def test_all_read_every_string_of_up_to_two_octets_alike() -> None:
    for string in strings(bytes(range(256)), 2):
        assert grammar.read(string) == arithmetic.read(string) == ranges.read(string)


def test_all_read_every_string_of_up_to_four_class_representatives_alike() -> None:
    corpus = strings(CLASSES, 4)
    assert len(corpus) == 111_151
    for string in corpus:
        assert grammar.read(string) == arithmetic.read(string) == ranges.read(string)


PARTS = range(0, len(SCALARS), 69_504)


# The first part has the lengths and edges but one, the last U+10FFFF; the others repeat them.
@pytest.mark.parametrize(
    "start",
    [PARTS[0], PARTS[-1], *(pytest.param(part, marks=pytest.mark.slow) for part in PARTS[1:-1])],
)
def test_all_read_every_scalar_value_as_itself(start: int) -> None:
    assert len(SCALARS) == 1_112_064
    for block in range(start, start + 69_504, 4_344):
        values = SCALARS[block : block + 4_344]
        expected = Reading(tuple(Value(value, arithmetic.encode(value)) for value in values))
        assert all(decoder.read(expected.octets) == expected for decoder in DECODERS)


def test_arithmetic_and_the_rows_of_table_3_write_alike() -> None:
    for value in SCALARS[::61]:
        assert arithmetic.encode(value) == tables.write(ranges.TABLE_3, value)
