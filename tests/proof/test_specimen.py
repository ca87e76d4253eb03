"""A specimen answers every operation of the protocol, rightly unless a fault was put in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Claims, Units
from utfproof.model.reading import IllFormed, Signature, Value
from utfproof.reference import runs, schemes
from utfproof.simulation.codec import SimulatedCodec, offers
from utfproof.simulation.decoder import Lost, SimulatedDecoder, right_parts
from utfproof.simulation.encoder import SimulatedEncoder

UTF_8 = SimulatedCodec.right(Claims(("unicode",)), Encoding.UTF_8)
PAIRS = SimulatedCodec.right(Claims(("unicode",), {"units": "utf-16"}), Encoding.UTF_8)


def asked(
    codec: SimulatedCodec,
    op: Op,
    line: str,
    mode: Mode = Mode.STRICT,
    encoding: Encoding | None = None,
) -> str:
    return codec.answer(Offer(op, encoding or Encoding.UTF_8, mode), line)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("41 42", "ok 41 | 42 |"),
        ("e2 82 ac", "ok | | 20ac |"),
        ("e282 - ac41", "ok | | 20ac 41 |"),
        ("-", "ok |"),
        ("41e2 82", "error 1 2 41 | |"),
        ("41 e2 41", "error 1 1 41 | |"),
        ("41c0 80", "error 1 1 41"),
        ("ed a080", "error 0 1 |"),
    ],
)
def test_a_value_comes_with_the_chunk_that_completes_it(line: str, answer: str) -> None:
    """And an error with the octet that makes it one; `|` counts the chunks before."""
    assert asked(UTF_8, Op.DECODE_CHUNKS, line) == answer


def test_replacements_are_delivered_with_the_chunk_that_makes_them_certain() -> None:
    assert asked(UTF_8, Op.DECODE_CHUNKS, "e2 41 f09f", Mode.REPLACE) == "ok | fffd 41 | | fffd"
    assert asked(UTF_8, Op.DECODE_CHUNKS, "e2 41 f09f", Mode.SKIP) == "ok | 41 | |"


def test_faulty_pieces_are_delivered_with_the_same_chunks_as_right_ones() -> None:
    """A reading with a fault elsewhere is delivered as the reference delivers a right one."""
    reader = SimulatedDecoder()
    chunks = (b"A\xe2", b"\x82", b"\xac\xed", b"\xa0", b"\xf0\x9f")
    right = tuple(map(tuple, reader.chunk_outputs(chunks, Mode.REPLACE)))
    pieces = reader.right(b"".join(chunks))
    distributed = tuple(map(tuple, reader.distributed(pieces, chunks, Mode.REPLACE)))
    assert distributed == right


def test_one_decoder_object_decodes_both_texts() -> None:
    assert asked(UTF_8, Op.DECODE_AGAIN, "e282 ac") == "error 0 2 / error 0 1"
    again = replace(
        UTF_8,
        reader=SimulatedDecoder(again=lambda reader, past, octets, _: reader.right(past + octets)),
    )
    assert asked(again, Op.DECODE_AGAIN, "e282 ac") == "error 0 2 / ok 20ac"
    assert asked(again, Op.DECODE, "ac") == "error 0 1"


def test_the_neighbours_of_a_slice_are_not_read() -> None:
    assert asked(UTF_8, Op.DECODE_WITHIN, "e2 82 ac") == "error 0 1"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("0 -", "ok 0"),
        ("1 41e282ac", "short 1 41"),
        ("2 41e282ac", "ok 4 41 20ac"),
        ("1 ff", "error 0 1"),
        ("0 41ff", "short 0"),
    ],
)
def test_a_room_takes_whole_characters(line: str, answer: str) -> None:
    assert asked(UTF_8, Op.DECODE_ROOM, line) == answer


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("0 -", "ok 0 -"),
        ("2 20ac", "short 0 -"),
        ("3 41 20ac", "short 1 41"),
        ("4 41 20ac", "ok 2 41e282ac"),
        ("9 41 d800", "error 1"),
    ],
)
def test_an_encoder_writes_no_partial_character(line: str, answer: str) -> None:
    assert asked(UTF_8, Op.ENCODE_ROOM, line) == answer


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("41 | 20ac", "ok 41 | e282ac | -"),
        ("d83d | de00", "ok - | f09f9880 | -"),
        ("d83d | - | de00 41", "ok - | - | f09f988041 | -"),
        ("d83d | 41", "error 0"),
        ("41 d83d", "error 1"),
    ],
)
def test_a_high_surrogate_waits_for_its_other_half(line: str, answer: str) -> None:
    assert asked(PAIRS, Op.ENCODE_CHUNKS, line) == answer


def test_a_high_surrogate_that_waited_in_vain_is_replaced_when_that_is_known() -> None:
    mode = Mode.REPLACE
    assert asked(PAIRS, Op.ENCODE_CHUNKS, "d83d | 41", mode) == "ok - | efbfbd41 | -"
    assert asked(PAIRS, Op.ENCODE_CHUNKS, "41 d83d", mode) == "ok 41 | efbfbd"
    assert asked(UTF_8, Op.ENCODE_CHUNKS, "d83d | 41", mode) == "ok efbfbd | 41 | -"


def test_unmarked_encodings_are_written_with_a_signature() -> None:
    codec = SimulatedCodec.right(Claims(("rfc2781",)), Encoding.UTF_16)
    assert asked(codec, Op.ENCODE, "41", encoding=Encoding.UTF_16) == "ok feff0041"
    assert asked(codec, Op.DECODE, "fffe4100", encoding=Encoding.UTF_16) == "ok 41"


@pytest.mark.parametrize(("prefix", "count"), [("-", 1), ("e0", 1), ("f09f98", 1), ("ed", 2)])
def test_a_sweep_is_what_the_automaton_says(prefix: str, count: int) -> None:
    start = b"" if prefix == "-" else bytes.fromhex(prefix)
    expected = runs.runs(schemes.automaton(Scheme.UTF_8), start, count)
    words = " ".join(f"{length}{label}" for length, label in expected)
    assert asked(UTF_8, Op.SWEEP, f"{prefix} {count}") == f"ok {words}"


def test_a_codec_that_does_not_tell_where_sweeps_without_places() -> None:
    silent = SimulatedCodec(SimulatedDecoder(tells=False), SimulatedEncoder())
    assert asked(silent, Op.SWEEP, "c2 1") == "ok 128i 64v 64i"
    assert asked(silent, Op.DECODE, "41ff") == "error ? ?"
    assert asked(silent, Op.DECODE_CHUNKS, "41 ff") == "error ? ?"


def test_detectors_and_labels_answer() -> None:
    bare = Offer(Op.DETECT, Encoding.NONE, Mode.NONE)
    assert UTF_8.answer(bare, "feff0041") == "ok UTF-16BE 2"
    assert UTF_8.answer(bare, "-") == "ok ? 0"
    label = Offer(Op.LABEL, Encoding.NONE, Mode.NONE)
    web = SimulatedCodec.right(Claims(("whatwg",)), Encoding.NONE)
    assert UTF_8.answer(label, b"utf-16".hex()) == "ok UTF-16"
    assert web.answer(label, b"utf-16".hex()) == "ok UTF-16LE"
    assert web.answer(label, b"x".hex()) == "ok ?"


def test_lost_octets_leave_no_trace() -> None:
    reader = SimulatedDecoder(read=lambda octets, _: (Value(0x41, octets[:1]), Lost(octets[1:])))
    assert reader.decode(b"A\xff", Mode.STRICT) == "ok 41"


@pytest.mark.parametrize(
    ("output", "answer"),
    [("replace", "ok efbfbd"), ("question-mark", "ok 3f"), ("refuse", "error 0")],
)
def test_an_unencodable_value_gets_the_declared_answer(output: str, answer: str) -> None:
    claims = Claims(("unicode",), {"surrogate-output": output})
    codec = SimulatedCodec.right(claims, Encoding.UTF_8)
    assert asked(codec, Op.ENCODE, "d800", Mode.REPLACE) == answer
    assert asked(codec, Op.ENCODE, "d800", Mode.SKIP) == "ok -"


@pytest.mark.parametrize(
    ("claims", "encoding"),
    [
        (Claims(("rfc2781",)), Encoding.UTF_32),
        (Claims(("rfc2781",), {"unmarked": "refuse"}), Encoding.UTF_16),
        (Claims(("unicode",), {"signature": "sniff"}), Encoding.UTF_8),
    ],
)
def test_promises_that_no_specimen_keeps_are_refused(claims: Claims, encoding: Encoding) -> None:
    with pytest.raises(ValueError, match=str(encoding)):
        SimulatedCodec.right(claims, encoding)


@pytest.mark.parametrize("text", ["41", "efbbbf41", "c3a9e282", "f09f9880ff80", "efbbbfefbbbf"])
def test_remembered_readings_are_those_of_the_reference(text: str) -> None:
    octets = bytes.fromhex(text)
    expected = schemes.read(Scheme.UTF_8, octets).parts
    assert right_parts(Scheme.UTF_8, octets) == expected
    assert right_parts(Scheme.UTF_8, octets) == expected
    long = octets * 200
    assert right_parts(Scheme.UTF_8, long) == schemes.read(Scheme.UTF_8, long).parts


def test_offers_go_with_their_modes() -> None:
    found = offers(Encoding.UTF_8, Op.DECODE, Op.VALIDATE)
    assert [str(offer) for offer in found] == [
        "decode UTF-8 strict",
        "decode UTF-8 replace",
        "decode UTF-8 skip",
        "validate UTF-8 strict",
    ]


def test_a_kept_signature_is_a_value() -> None:
    assert SimulatedDecoder().right(b"\xef\xbb\xbf") == (Signature(b"\xef\xbb\xbf"),)
    assert asked(UTF_8, Op.DECODE, "efbbbf") == "ok feff"
    assert asked(UTF_8, Op.DECODE, "efbb") == "error 0 2"
    assert SimulatedDecoder().right(b"\xef\xbb") == (IllFormed(b"\xef\xbb", truncated=True),)


def test_a_writer_takes_units_or_code_points() -> None:
    assert SimulatedEncoder().encode((0xD83D, 0xDE00), Mode.STRICT) == "error 0"
    assert (
        SimulatedEncoder(units=Units.UTF_16).encode((0xD83D, 0xDE00), Mode.STRICT) == "ok f09f9880"
    )
