"""Witnesses with their input put in."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from utfproof.errors import ManifestError
from utfproof.model.operation import Offer
from utfproof.witness.source_text import WitnessInput, filled, inputs_of, units
from utfproof.witness.witness_file import WitnessProgram

DECODE = Offer.parse("decode UTF-8 strict")
LITERALS = {"octets": r"\x%02X", "points": "0x%X", "chunk": '"%s"'}


def program(text: str, words: Mapping[str, str] | None = None) -> WitnessProgram:
    return WitnessProgram(
        text=text,
        source=Path("witness/decode.rb"),
        file="witness.rb",
        build="",
        run="ruby witness.rb",
        shown="",
        beside=(),
        batch=10,
        environment={},
        literals=LITERALS,
        words=words or {},
    )


def test_the_lines_that_take_an_input_are_repeated() -> None:
    own = program('head\nshow("@octets@",\n     @count@)\ntail\n')
    text = filled(own, [WitnessInput((b"\xc0\x80",)), WitnessInput((b"",))])
    assert text == 'head\nshow("\\xC0\\x80",\n     2)\nshow("",\n     0)\ntail\n'


def test_words_may_name_words_and_input_is_no_word() -> None:
    own = program('@call@ @hex@ "@octets@"', {"call": "decode(@encoding@)", "encoding": "utf-8"})
    assert filled(own, [WitnessInput((b"@x@",))]) == 'decode(utf-8) 407840 "\\x40\\x78\\x40"'


def test_chunks_points_and_units_are_written_as_the_language_does() -> None:
    assert filled(program("[@chunks@]"), [WitnessInput((b"a", b""))]) == '["\\x61", ""]'
    assert filled(program("[@points@]"), [WitnessInput(((0x61, 0x1F4A9),))]) == "[0x61, 0x1F4A9]"
    assert units([0x61, 0x1F4A9, 0xD800]) == [0x61, 0xD83D, 0xDCA9, 0xD800]


@pytest.mark.parametrize(
    ("op", "line", "inputs"),
    [
        ("decode", "c080", [b"\xc0\x80"]),
        ("decode", "-", [b""]),
        ("decode-within", "41 c080 42", [b"\xc0\x80"]),
        ("decode-chunks", "c0 - 80", [b"\xc0\x80"]),
        ("decode-again", "c0 80", [b"\xc0", b"\x80"]),
        ("decode-room", "7 c080", [b"\xc0\x80"]),
        ("sweep", "c080 0", [b"\xc0\x80"]),
    ],
)
def test_a_witness_of_whole_inputs_takes_every_way_to_ask(
    op: str, line: str, inputs: list[bytes]
) -> None:
    offer = Offer.parse(f"{op} UTF-8 strict")
    assert [own.parts for own in inputs_of(offer, DECODE, line)] == [(one,) for one in inputs]


def test_chunks_of_code_points_are_joined_for_a_whole_encoder() -> None:
    chunks, whole = Offer.parse("encode-chunks UTF-8 strict"), Offer.parse("encode UTF-8 strict")
    [own] = inputs_of(chunks, whole, "61 | - | 1f4a9")
    assert own.parts == ((0x61, 0x1F4A9),)
    [kept] = inputs_of(chunks, chunks, "61 | - | 1f4a9")
    assert kept.parts == ((0x61,), (), (0x1F4A9,))


def test_a_program_without_a_place_for_its_input_is_refused() -> None:
    with pytest.raises(ManifestError, match=r"decode\.rb: no place for the input: write @octets@"):
        filled(program("puts 1\n"), [WitnessInput((b"",))])


def test_a_place_that_nothing_stands_for_is_refused() -> None:
    with pytest.raises(ManifestError, match="nothing stands for @exception@"):
        filled(program("@exception@\n@octets@\n"), [WitnessInput((b"",))])


def test_a_word_cannot_take_the_name_of_an_input() -> None:
    with pytest.raises(ManifestError, match="@before@ is a place for the input"):
        filled(program("@before@\n@octets@\n", {"before": "x"}), [WitnessInput((b"",))])
