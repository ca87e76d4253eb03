"""The notation of readings: what is written is what was read, for every scheme."""

from __future__ import annotations

from itertools import groupby
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from utfproof.model.case import ExpectedOctets, NotEncodable
from utfproof.model.encoding import Scheme, facts, octet_length
from utfproof.model.reading import IllFormed, Part, Reading, Signature, Value
from utfproof.vectors import export, notation

NUMBERS = st.integers(0, 0xFFFFFFFF)
SOME = st.binary(min_size=1, max_size=6)
LONG = b"\xfc\x84\x80\x80\x80\x80"


@st.composite
def readings(draw: st.DrawFn, scheme: Scheme) -> Reading:
    """Draw any sequence of parts that notation can express, sensible or not."""
    value = st.builds(Value, st.integers(0, facts(scheme).highest), SOME)
    parts: list[Part] = draw(st.lists(value | st.builds(IllFormed, SOME), max_size=6))
    if draw(st.booleans()):
        parts.insert(0, Signature(draw(SOME)))
    if draw(st.booleans()):
        parts.append(IllFormed(draw(SOME), truncated=True))
    return Reading(tuple(parts))


@pytest.mark.parametrize("scheme", list(Scheme))
@given(data=st.data())
def test_rendered_notation_is_read_back(scheme: Scheme, data: st.DataObject) -> None:
    reads = data.draw(readings(scheme))
    shown = notation.show_reading(reads, scheme)
    assert notation.reading(shown, reads.octets, scheme) == reads


@given(octets=st.binary(max_size=12))
def test_octets_that_are_shown_read_as_they_were(octets: bytes) -> None:
    assert notation.octets(notation.show(octets)) == octets


@given(numbers=st.lists(NUMBERS, max_size=6))
def test_values_read_as_they_are_written(numbers: list[int]) -> None:
    text = " ".join(f"U+{number:04X}" for number in numbers)
    assert notation.values(text) == tuple(numbers)


@given(
    pieces=st.lists(SOME | st.builds(NotEncodable, NUMBERS), max_size=6),
    signature=st.just(b"") | SOME,
)
def test_encoded_output_in_the_notation_is_read_back(
    pieces: list[bytes | NotEncodable], signature: bytes
) -> None:
    joined: list[bytes | NotEncodable] = []
    for kind, found in groupby(pieces, key=type):  # nothing in notation parts octets from octets
        same = list(found)
        joined += [b"".join(cast("list[bytes]", same))] if kind is bytes else same
    writes = ExpectedOctets(tuple(joined), signature)
    assert notation.written(export._written(writes)) == writes


@pytest.mark.parametrize(
    ("text", "octets", "scheme", "parts"),
    [
        ("", "", Scheme.UTF_8, ()),
        ("U+002F", "2F", Scheme.UTF_8, (Value(0x2F, b"/"),)),
        ("U+20AC", "E2 82 AC", Scheme.UTF_8, (Value(0x20AC, b"\xe2\x82\xac"),)),
        ("U+20AC", "20 AC", Scheme.UTF_16BE, (Value(0x20AC, b"\x20\xac"),)),
        ("U+20AC", "00 00 20 AC", Scheme.UTF_32BE, (Value(0x20AC, b"\0\0\x20\xac"),)),
        ("U+10FFFF", "F4 8F BF BF", Scheme.UTF_8, (Value(0x10FFFF, b"\xf4\x8f\xbf\xbf"),)),
        ("U+4000000", "FC 84 80 80 80 80", Scheme.RFC_2279, (Value(0x4000000, LONG),)),
        ("U+D800", "ED A0 80", Scheme.WTF_8, (Value(0xD800, b"\xed\xa0\x80"),)),
        ("[C0] [AF]", "C0 AF", Scheme.UTF_8, (IllFormed(b"\xc0"), IllFormed(b"\xaf"))),
        ("[E2 82]", "E2 82", Scheme.UTF_8, (IllFormed(b"\xe2\x82"),)),
        ("[E2 82 ~]", "E2 82", Scheme.UTF_8, (IllFormed(b"\xe2\x82", truncated=True),)),
        ("(EF BB BF)", "EF BB BF", Scheme.UTF_8, (Signature(b"\xef\xbb\xbf"),)),
        ("U+0000{C0 80}", "C0 80", Scheme.UTF_8, (Value(0, b"\xc0\x80"),)),
        ("U+0000", "C0 80", Scheme.MUTF_8, (Value(0, b"\xc0\x80"),)),
    ],
)  # fmt: skip
def test_each_part_means_what_the_table_says(
    text: str, octets: str, scheme: Scheme, parts: tuple[Part, ...]
) -> None:
    assert notation.reading(text, bytes.fromhex(octets), scheme) == Reading(parts)
    assert notation.show_reading(Reading(parts), scheme) == text


def test_a_form_that_is_not_the_schemes_own_is_shown_with_its_octets() -> None:
    overlong = Value(0x2F, b"\xc0\xaf")
    assert notation.show_reading(Reading((overlong,)), Scheme.UTF_8) == "U+002F{C0 AF}"


@pytest.mark.parametrize(
    ("text", "writes"),
    [
        ("", ExpectedOctets(())),
        ("41 42", ExpectedOctets((b"AB",))),
        ("[U+D83D]", ExpectedOctets((NotEncodable(0xD83D),))),
        ("41 [U+D83D] 42 43", ExpectedOctets((b"A", NotEncodable(0xD83D), b"BC"))),
        ("(FE FF)", ExpectedOctets((), b"\xfe\xff")),
        ("(FE FF) 00 41", ExpectedOctets((b"\0A",), b"\xfe\xff")),
        ("[U+FFFFFFFF]", ExpectedOctets((NotEncodable(0xFFFFFFFF),))),
    ],
)
def test_each_piece_of_what_is_written_means_what_the_table_says(
    text: str, writes: ExpectedOctets
) -> None:
    assert notation.written(text) == writes


@pytest.mark.parametrize("scheme", list(Scheme))
def test_a_value_takes_as_many_octets_as_its_scheme_spends(scheme: Scheme) -> None:
    for value in (0x41, 0xFFFF, facts(scheme).highest):
        own = bytes(octet_length(scheme, value))
        read = notation.reading(f"U+{value:04X} [00]", own + b"\0", scheme)
        assert read.parts[0] == Value(value, own)
