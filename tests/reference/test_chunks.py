"""Decoding in chunks: the moment of every value, of every error."""

from __future__ import annotations

from itertools import combinations

import pytest

from utfproof.model.encoding import ByteOrder, Scheme, facts
from utfproof.model.reading import IllFormed, Reading, Value
from utfproof.reference import chunks, schemes

from .notation import CLASSES, noted, strings


def chunk_outputs(scheme: Scheme, *pieces: str, unmarked: ByteOrder = "big") -> str:
    """Write what each chunk and the flush deliver, as the protocol does, with `|` between."""
    reading = chunks.decode(scheme, [bytes.fromhex(piece) for piece in pieces], unmarked=unmarked)
    return " | ".join(noted(Reading(parts)) for parts in reading.delivered)


@pytest.mark.parametrize(
    ("scheme", "pieces", "delivered"),
    [
        (Scheme.UTF_8, ("E2 82", "AC"), " | U+20AC | "),
        (Scheme.UTF_8, ("41", "", "42"), "U+0041 |  | U+0042 | "),
        (Scheme.UTF_8, ("41 E2", "41"), "U+0041 | [E2] U+0041 | "),
        (Scheme.UTF_8, ("C0", "80"), "[C0] | [80] | "),
        (Scheme.UTF_8, ("ED", "A0", "80"), " | [ED] [A0] | [80] | "),
        (Scheme.UTF_8, ("E2", "82"), " |  | [E2 82 ~]"),
        (Scheme.UTF_8, ("EF", "BB", "BF 41"), " |  | (EF BB BF) U+0041 | "),
        (Scheme.UTF_8, ("EF BB", "41"), " | [EF BB] U+0041 | "),
        (Scheme.UTF_16, ("FF", "FE", "41", "00"), " | (FF FE) |  | U+0041 | "),
        (Scheme.UTF_16, ("00", "41"), " | U+0041 | "),
        (Scheme.UTF_16BE, ("D8 00", "00", "41"), " |  | [D8 00] U+0041 | "),
        (Scheme.UTF_16BE, ("DC", "00", "00 41"), " | [DC 00] | U+0041 | "),
        (Scheme.UTF_16BE, ("D8 00", "DC"), " |  | [D8 00 DC ~]"),
        (Scheme.UTF_16LE, ("3D D8 00", "DE"), " | U+1F600 | "),
        (Scheme.UTF_32, ("FF FE 00", "00", "41 00 00", "00"), " | (FF FE 00 00) |  | U+0041 | "),
        (Scheme.UTF_32BE, ("00 11", "00 00"), " | [00 11 00 00] | "),
        (Scheme.WTF_8, ("ED A0 80", "ED", "B0", "80"), "U+D800 |  | [ED] [B0] | [80] | "),
        (Scheme.CESU_8, ("ED A0 80", "ED B0", "80"), " |  | U+10000 | "),
        (Scheme.CESU_8, ("ED A0 80", "ED", "95", "9C"), " |  | [ED A0 80] | U+D55C | "),
        (Scheme.CESU_8, ("ED A0 80", "41"), " | [ED A0 80] U+0041 | "),
        (Scheme.MUTF_8, ("ED A0 80", "ED B0", "80"), " |  | U+10000 | "),
        (Scheme.MUTF_8, ("ED A0 80", "41"), " | U+D800 U+0041 | "),
        (Scheme.MUTF_8, ("ED A0 80", "ED", "80", "80"), " |  | U+D800 | U+D000 | "),
        (Scheme.MUTF_8, ("ED A0 80",), " | U+D800"),
        (Scheme.UTF_8, (), ""),
    ],
)
def test_a_part_comes_with_the_octet_that_makes_it_certain(
    scheme: Scheme, pieces: tuple[str, ...], delivered: str
) -> None:
    assert chunk_outputs(scheme, *pieces) == delivered


def test_unmarked_chunks_are_read_in_the_order_that_is_asked_for() -> None:
    assert chunk_outputs(Scheme.UTF_16, "00 D8", "00", "41", unmarked="little") == (
        " |  | [00 D8] U+4100 | "
    )


@pytest.mark.parametrize(
    ("scheme", "pieces", "chunk"),
    [
        (Scheme.UTF_8, ("41", "E2 82 AC"), None),
        (Scheme.UTF_8, ("41", "E2", "41"), 2),
        (Scheme.UTF_8, ("41", "C0", "80"), 1),
        (Scheme.UTF_8, ("E2", "", "82"), 3),
        (Scheme.UTF_8, ("", "FF"), 1),
        (Scheme.UTF_16BE, ("D8 00", "00", "41"), 2),
        (Scheme.UTF_16BE, ("D8 00", "00"), 2),
        (Scheme.UTF_8, (), None),
    ],
)
def test_an_error_belongs_to_the_chunk_of_its_first_certain_octet(
    scheme: Scheme, pieces: tuple[str, ...], chunk: int | None
) -> None:
    given = [bytes.fromhex(piece) for piece in pieces]
    assert chunks.decode(scheme, given).error_chunk == chunk


@pytest.mark.parametrize(
    ("scheme", "octets", "index"),
    [
        (Scheme.UTF_8, "E2 41", 1),
        (Scheme.UTF_8, "ED A0", 1),
        (Scheme.UTF_8, "C0", 0),
        (Scheme.UTF_8, "41 E2 82", 3),
        (Scheme.UTF_8, "41 E2 82 AC", None),
        (Scheme.UTF_8, "F0 9F 92 41", 3),
        (Scheme.UTF_16BE, "D8 00 00 41", 3),
        (Scheme.UTF_16BE, "DC 00", 1),
        (Scheme.UTF_16BE, "D8 00 00", 3),
        (Scheme.UTF_32BE, "00 11 00 00", 3),
        (Scheme.UTF_16, "FF FE 00 D8 41 00", 5),
        (Scheme.UCS_2, "D8 00 DC 00", 1),
    ],
)
def test_an_error_has_the_octet_that_makes_it(
    scheme: Scheme, octets: str, index: int | None
) -> None:
    assert chunks.error_octet(scheme, bytes.fromhex(octets)) == index


@pytest.mark.parametrize("scheme", list(Scheme))
def test_an_error_is_known_as_soon_as_no_continuation_is_well_formed(scheme: Scheme) -> None:
    automaton, width = schemes.automaton(scheme), facts(scheme).unit
    alphabet = bytes.fromhex("41 80 A0 B0 ED F0" if width == 1 else "00 D8 DC FE FF")
    for octets in strings(alphabet, 5 if width == 1 else 6):
        hopeless = (
            index - index % width + width - 1  # the end of the unit
            for index in range(len(octets))
            if automaton.after(octets[: index + 1]) == automaton.dead
        )
        expected = None if automaton.accepts(octets) else min(next(hopeless, 99), len(octets))
        assert chunks.error_octet(scheme, octets) == expected, octets.hex(" ")


def test_every_split_delivers_the_parts_of_the_whole() -> None:
    for octets in strings(CLASSES[::3], 4):
        whole = schemes.read(Scheme.UTF_8, octets).parts
        for split in _splits(octets):
            reading = chunks.decode(Scheme.UTF_8, split)
            assert tuple(part for parts in reading.delivered for part in parts) == whole


def test_a_high_half_of_mutf_8_is_certain_once_no_low_half_can_follow() -> None:
    low_halves = [schemes.encode_value(Scheme.MUTF_8, low) or b"" for low in range(0xDC00, 0xE000)]
    beginnings = {half[:length] for half in low_halves for length in range(4)}
    for following in strings(bytes.fromhex("EC ED EE 7F 80 AF B0 BF C0"), 3):
        if following in low_halves:
            continue
        octets = [bytes((octet,)) for octet in b"\xed\xa0\x80" + following]
        delivered = chunks.decode(Scheme.MUTF_8, octets).delivered
        (octet,) = (
            index
            for index, parts in enumerate(delivered)
            if Value(0xD800, b"\xed\xa0\x80") in parts
        )
        known = (n for n in range(len(following) + 1) if following[: n + 1] not in beginnings)
        assert octet == 3 + next(known, len(following)), following.hex(" ")


def test_no_ill_formed_part_is_delivered_before_the_octet_that_decides_it() -> None:
    for octets in strings(CLASSES, 3):
        reading = chunks.decode(Scheme.UTF_8, [bytes((octet,)) for octet in octets])
        first = next(
            (
                index
                for index, parts in enumerate(reading.delivered)
                if any(isinstance(part, IllFormed) for part in parts)
            ),
            None,
        )
        assert first == reading.error_chunk == chunks.error_octet(Scheme.UTF_8, octets)


def _splits(octets: bytes) -> list[list[bytes]]:
    inner = range(1, len(octets))
    cuts = [cut for size in range(len(octets)) for cut in combinations(inner, size)]
    return [
        [octets[a:b] for a, b in zip((0, *cut), (*cut, len(octets)), strict=True)] for cut in cuts
    ]


@pytest.mark.parametrize(
    ("scheme", "octets", "index"),
    [
        (Scheme.UTF_8, "E0 80", 1),
        (Scheme.UTF_16BE, "D8 00 00 41", 2),
        (Scheme.UTF_16BE, "00 41 DC 00", 2),
        (Scheme.UTF_16LE, "00 D8 41 00", 3),
        (Scheme.UTF_16LE, "00 DC", 1),
        (Scheme.UTF_16BE, "D8 00 DC", 3),
        (Scheme.UTF_16BE, "DC", 0),
        (Scheme.UTF_32BE, "01 00 00 00", 0),
        (Scheme.UTF_32BE, "00 00 D8 00", 2),
        (Scheme.UTF_32LE, "00 00 11 00", 2),
        (Scheme.UTF_32LE, "00 D8 00 00", 2),
        (Scheme.UTF_16, "FF FE 00 D8 41 00", 5),
        (Scheme.UTF_16, "FE FF D8 00 00 41", 4),
        (Scheme.UTF_32, "FF FE 00 00 00 00 11 00", 6),
        (Scheme.UTF_16BE, "00 41", None),
    ],
)
def test_an_error_can_be_known_before_its_unit_ends(
    scheme: Scheme, octets: str, index: int | None
) -> None:
    reading = schemes.read(scheme, bytes.fromhex(octets))
    assert chunks.first_octet_of(scheme, reading) == index
