"""Answers to chunks: as many outputs as chunks and a flush; halves of a pair may come apart."""

from __future__ import annotations

import pytest

from utfproof.engine.judging.chunk_outputs import pairs_joined, read
from utfproof.model.operation import Op
from utfproof.model.outcome import Decoded, Encoded, Garbled, Outcome, Refused

A = (0x41,)
DECODE, ENCODE = Op.DECODE_CHUNKS, Op.ENCODE_CHUNKS


@pytest.mark.parametrize(
    ("op", "asked", "answer", "outcome"),
    [
        (DECODE, b"41 41", b"ok 41 | 41 |", Decoded((0x41, 0x41), (A, A, ()))),
        (DECODE, b"41", b"error 0 1 |", Refused(0, 1, (), 1)),
        (DECODE, b"41 c0", b"error 1 1 41 |", Refused(1, 1, A, 1)),
        (DECODE, b"41 c0", b"error 1 1 41 | |", Refused(1, 1, A, 2)),
        (ENCODE, b"41 | 41", b"ok 41 | 41 | -", Encoded(b"AA", (b"A", b"A", b""))),
        (ENCODE, b"41 41", b"ok 4141 | -", Encoded(b"AA", (b"AA", b""))),
        (ENCODE, b"d800", b"error 0", Refused(0)),
        # Without chunks there is one output, whatever the line looks like.
        (Op.DECODE, b"4141", b"ok 41 41", Decoded((0x41, 0x41))),
        (Op.ENCODE, b"41 41", b"ok 4141", Encoded(b"AA")),
        (Op.DECODE_WITHIN, b"41 c0 41", b"error 1 1 41", Refused(1, 1, A)),
    ],
)
def test_an_answer_with_an_output_for_each_chunk_and_the_flush_is_read(
    op: Op, asked: bytes, answer: bytes, outcome: Outcome
) -> None:
    assert read(op, asked, answer) == outcome


@pytest.mark.parametrize(
    ("op", "asked", "answer", "problem"),
    [
        (DECODE, b"41 41", b"ok 41 41 |", "1 chunks and a flush in an answer to 2"),
        (DECODE, b"41", b"ok 41 | |", "2 chunks and a flush in an answer to 1"),
        (DECODE, b"41", b"ok 41", "0 chunks and a flush in an answer to 1"),
        (DECODE, b"41 c0", b"error 1 1 41 | | |", "3 finished chunks of 2"),
        (ENCODE, b"41 | 41", b"ok 4141 | -", "1 chunks and a flush in an answer to 2"),
        (ENCODE, b"41 41", b"ok 41 | 41 | -", "2 chunks and a flush in an answer to 1"),
        (DECODE, b"41", b"okay", "no answer to decode-chunks"),
    ],
)
def test_an_answer_with_other_chunks_than_the_question_is_garbled(
    op: Op, asked: bytes, answer: bytes, problem: str
) -> None:
    assert read(op, asked, answer) == Garbled(answer.decode("ascii"), problem)


def test_of_a_long_answer_with_other_chunks_the_first_200_octets_are_shown() -> None:
    answer = b"ok" + b" 41" * 100
    shown = answer[:200].decode("ascii")
    assert read(DECODE, b"41", answer) == Garbled(shown, "0 chunks and a flush in an answer to 1")


@pytest.mark.parametrize(
    ("answer", "joined"),
    [
        (b"ok d83d | de00 |", b"ok | 1f600 |"),
        (b"ok d83d | | de00 |", b"ok | | 1f600 |"),
        (b"ok d800 | dc00 |", b"ok | 10000 |"),
        (b"ok dbff | dfff |", b"ok | 10ffff |"),
        (b"ok 41 d83d | de00 42 |", b"ok 41 | 1f600 42 |"),
        (b"ok d83d | de00 d83d | de01 |", b"ok | 1f600 | 1f601 |"),
        (b"error 4 1 d83d | de00", b"error 4 1 | 1f600"),
        # Within one output the adapter joins.
        (b"ok d83d de00 |", b"ok d83d de00 |"),
        (b"ok de00 | d83d |", b"ok de00 | d83d |"),
        (b"ok d83d | 41 de00 |", b"ok d83d | 41 de00 |"),
        (b"ok d83d | de001 |", b"ok d83d | de001 |"),
        (b"ok d83d | |", b"ok d83d | |"),
    ],
)
def test_a_high_surrogate_joins_the_low_one_that_begins_the_next_text(
    answer: bytes, joined: bytes
) -> None:
    assert pairs_joined(answer) == joined
