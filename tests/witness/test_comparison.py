"""Adapter and witness, held against each other."""

from __future__ import annotations

import pytest

from utfproof.adapters.session.blocks import Answer
from utfproof.model.operation import Offer, Op
from utfproof.model.outcome import Crashed
from utfproof.witness.comparison import Agreement, compare
from utfproof.witness.printed import NoAnswer, PrintedAnswer, answers

DECODE = Offer.parse("decode UTF-8 strict")
ENCODE = Offer.parse("encode UTF-8 strict")


def agreement(
    offer: Offer, own: Answer, output: str | None, spoken_for: Offer | None = None
) -> Agreement:
    said: list[PrintedAnswer | NoAnswer] = (
        [NoAnswer("signal 11")] if output is None else [*answers(output)]
    )
    return compare(offer, spoken_for or offer, own, said).agreement


@pytest.mark.parametrize(
    ("offer", "own", "output"),
    [
        (DECODE, b"ok 61 fffd", "ok 0061 FFFD"),
        (DECODE, b"ok", "ok"),
        (DECODE, b"error 1 1", "error at 1: bad"),
        (DECODE, b"error 1 1", "error bad"),
        (DECODE, b"error ? ?", "error at 1"),
        (Offer.parse("validate UTF-8 strict"), b"ok", "ok 61"),
        (ENCODE, b"ok c3a90a", "ok C3 A9 0A"),
        (ENCODE, b"ok c3a90a", "ok c3a90a"),
        (ENCODE, b"ok -", "ok"),
        (Offer.parse("decode-chunks UTF-8 strict"), b"ok | 20ac |", "ok 20AC"),
        (Offer.parse("decode-room UTF-8 strict"), b"ok 3 20ac", "ok 3 20AC"),
        (Offer.parse("decode-room UTF-8 strict"), b"short 3 20ac", "short 3 20AC"),
        (Offer.parse("encode-room UTF-8 strict"), b"short 0 -", "short 0"),
        (Offer.parse("decode-refill UTF-8 strict"), b"ok 20ac | 41", "ok 20AC 41"),
        (Offer.parse("encode-refill UTF-8 strict"), b"ok e282ac | 41", "ok E2 82 AC 41"),
        (Offer.parse("sweep UTF-8 strict"), b"ok 1v", "ok 61"),
        (Offer.parse("sweep UTF-8 strict"), b"ok 1i", "error bad"),
        (Offer.parse("sweep UTF-8 strict"), b"ok 1i1", "invalid at 1"),
        (Offer.parse("decode-room UTF-8 strict"), b"error 3 1", "error at 3"),
        (Offer.parse("detect - -"), b"ok UTF-16LE 2", "ok utf-16le 2"),
        (Offer.parse("label - -"), b"ok UTF-16LE", "ok utf_16_le"),
        (Offer.parse("label - -"), b"ok ?", "ok windows-1252"),
        (Offer.parse("label - -"), b"ok ?", "ok ?"),
        (Offer.parse("decode-again UTF-8 strict"), b"ok 61 / error 0 1", "ok 61 / error bad"),
        (DECODE, Crashed("signal 11"), None),
    ],
)
def test_the_same_in_other_words_agrees(offer: Offer, own: Answer, output: str) -> None:
    assert agreement(offer, own, output) is Agreement.AGREE


@pytest.mark.parametrize(
    ("offer", "own", "output"),
    [
        (DECODE, b"ok 61", "ok 62"),
        (DECODE, b"ok 61", "ok 61 61"),
        (DECODE, b"ok", "error bad"),
        (DECODE, b"error 1 1", "ok"),
        (DECODE, b"error 1 1", "error at 2"),
        (DECODE, b"ok 61", None),
        (DECODE, Crashed("signal 11"), "ok 61"),
        (ENCODE, b"ok 610a", "ok 61 A0"),
        (Offer.parse("validate UTF-8 strict"), b"ok", "invalid"),
        (Offer.parse("sweep UTF-8 strict"), b"ok 1v", "invalid"),
        (Offer.parse("sweep UTF-8 strict"), b"ok 1i", "valid"),
        (Offer.parse("sweep UTF-8 strict"), b"ok 1i1", "invalid at 0"),
        (Offer.parse("detect - -"), b"ok UTF-16LE 2", "ok utf-16le 4"),
        (Offer.parse("detect - -"), b"ok UTF-16LE 2", "ok utf-16be 2"),
        (Offer.parse("label - -"), b"ok ?", "ok utf8"),
        (Offer.parse("label - -"), b"ok UTF-8", "ok windows-1252"),
        (Offer.parse("decode-again UTF-8 strict"), b"ok 61 / ok 62", "ok 61 / error bad"),
        (Offer.parse("decode-again UTF-8 strict"), b"ok 61 / ok 62", "ok 61"),
        (Offer.parse("decode-room UTF-8 strict"), b"ok 3 20ac", "ok 2 20AC"),
        (Offer.parse("decode-room UTF-8 strict"), b"short 3 20ac", "ok 3 20AC"),
        (Offer.parse("decode-room UTF-8 strict"), b"ok 3 20ac", "ok 3 20AD"),
        (Offer.parse("decode-room UTF-8 strict"), b"short 3 20ac", "error at 3"),
        (Offer.parse("decode-chunks UTF-8 strict"), b"ok | 20ac |", "ok 20AC | |"),
    ],
)
def test_a_difference_is_not_forgiven(offer: Offer, own: Answer, output: str | None) -> None:
    assert agreement(offer, own, output) is Agreement.DISAGREE


def test_a_difference_in_pieces_alone_is_not_the_adapters() -> None:
    chunks = DECODE.with_op(Op.DECODE_CHUNKS)
    assert agreement(chunks, b"error 0 1", "ok 20AC", DECODE) is Agreement.APART


def test_a_witness_of_whole_inputs_speaks_for_a_room_that_suffices() -> None:
    room = DECODE.with_op(Op.DECODE_ROOM)
    assert agreement(room, b"ok 3 20ac", "ok 20AC", DECODE) is Agreement.AGREE
    assert agreement(room, b"ok 3 20ac", "ok 20AD", DECODE) is Agreement.APART


def test_a_witness_tells_of_a_size_what_it_prints() -> None:
    size = DECODE.with_op(Op.DECODE_SIZE)
    assert agreement(size, b"ok 3 3", "ok 20AC", DECODE) is Agreement.SILENT
    assert agreement(size, b"error 0 1", "ok 20AC", DECODE) is Agreement.APART
    assert agreement(size, b"error 0 1", "error at 0", DECODE) is Agreement.AGREE
    assert agreement(size, b"ok 2 3", "ok 2 3") is Agreement.AGREE
    assert agreement(size, b"ok 2 3", "ok 3 3") is Agreement.DISAGREE


def test_both_answers_of_one_object_are_compared() -> None:
    again = DECODE.with_op(Op.DECODE_AGAIN)
    said = answers("ok 61\nok 62")
    assert compare(again, DECODE, b"ok 61 / ok 62", said).agreement is Agreement.AGREE
    assert compare(again, DECODE, b"ok 61 / ok 63", said).agreement is Agreement.APART


@pytest.mark.parametrize(
    ("own", "output"),
    [
        (b"short 1 61", "ok 61 62"),
        (b"impossible d800", "ok"),
        (b"ok", "impossible"),
    ],
)
def test_what_cannot_be_compared_is_said_to_be_so(own: bytes, output: str) -> None:
    assert agreement(DECODE.with_op(Op.DECODE_ROOM), own, output, DECODE) is Agreement.SILENT


def test_a_witness_of_decode_does_not_tell_of_replacements() -> None:
    told = Offer.parse("decode-replaced UTF-8 replace")
    plain = Offer.parse("decode UTF-8 replace")
    assert agreement(told, b"ok no fffd", "ok FFFD", plain) is Agreement.SILENT
    assert agreement(told, b"error 0 1", "ok FFFD", plain) is not Agreement.SILENT


@pytest.mark.parametrize("own", [b"overrun read 1 past the end", b"unstable ok 61 ; ok 62"])
def test_a_witness_sees_nothing_of_memory(own: bytes) -> None:
    assert agreement(DECODE, own, "ok 61") is Agreement.SILENT
