"""Readings: parts in order, where they stand, and where the first error is."""

from __future__ import annotations

from utfproof.model.reading import IllFormed, Reading, Signature, Value

LETTER = Value(0x41, b"A")
EURO = Value(0x20AC, b"\xe2\x82\xac")
BAD = IllFormed(b"\xc0")
CUT = IllFormed(b"\xe2\x82", truncated=True)
MARK = Signature(b"\xef\xbb\xbf")


def test_the_octets_are_those_of_all_parts_joined() -> None:
    reading = Reading((MARK, LETTER, BAD, EURO, CUT))
    assert reading.octets == b"\xef\xbb\xbfA\xc0\xe2\x82\xac\xe2\x82"


def test_offsets_count_octets_and_not_parts() -> None:
    placed = Reading((MARK, EURO, LETTER, BAD)).placed()
    assert list(placed) == [(0, MARK), (3, EURO), (6, LETTER), (7, BAD)]


def test_the_first_error_is_the_first_and_stands_where_it_stands() -> None:
    assert Reading((EURO, BAD, LETTER, CUT)).first_error() == (3, BAD)


def test_a_sequence_cut_by_the_end_is_an_error() -> None:
    reading = Reading((LETTER, CUT))
    assert not reading.well_formed
    assert reading.first_error() == (1, CUT)


def test_a_signature_is_no_error() -> None:
    reading = Reading((MARK, EURO))
    assert reading.well_formed
    assert reading.first_error() is None


def test_nothing_is_well_formed() -> None:
    assert Reading(()).well_formed
    assert Reading(()).octets == b""
