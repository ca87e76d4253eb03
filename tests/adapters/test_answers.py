"""Answer lines: every sentence of the protocol is read, and nothing else is."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from utfproof.adapters.session.answer_lines import parse
from utfproof.model.encoding import Encoding
from utfproof.model.operation import ENCODE_STREAM_OPS, STREAM_OPS, Op
from utfproof.model.outcome import (
    Accepted,
    BoundedResult,
    Decoded,
    DecodedTwice,
    Encoded,
    EncodingDetected,
    Garbled,
    Impossible,
    LabelNamed,
    Outcome,
    Overrun,
    Refilled,
    Refused,
    ReplacementsTold,
    Sized,
    Swept,
    Touched,
    Unstable,
)

from .sentences import SENTENCES, written


def test_every_form_of_the_protocol_is_read(subtests: pytest.Subtests) -> None:
    for op, line, outcome in SENTENCES:
        with subtests.test(op=str(op), line=line, outcome=outcome):
            assert parse(op, line.encode()) == outcome


def test_every_op_has_a_sentence_here() -> None:
    assert {op for op, _, _ in SENTENCES} == set(Op)


ANYWHERE = ["", " ", "okay", "OK", "yes", "ok ", " ok", "ok\r", "error", "error ", "-", "null"]


def test_a_line_that_is_no_answer_of_any_op_is_garbled(subtests: pytest.Subtests) -> None:
    for op, line in product(Op, ANYWHERE):
        with subtests.test(op=str(op), line=line):
            assert isinstance(parse(op, line.encode()), Garbled)


NEARLY = [
    (Op.DECODE, "ok 20AC"),
    (Op.DECODE, "ok 0041"),
    (Op.DECODE, "ok 00"),
    (Op.DECODE, "ok U+41"),
    (Op.DECODE, "ok 0x41"),
    (Op.DECODE, "ok 41  42"),
    (Op.DECODE, "ok 41 "),
    (Op.DECODE, "ok\t41"),
    (Op.DECODE, "ok 41,42"),
    (Op.DECODE, "ok -"),
    (Op.DECODE, "ok 100000000"),
    (Op.DECODE, "ok -1"),
    (Op.DECODE, "ok | 41 |"),
    (Op.DECODE, "error 1 1 41 |"),
    (Op.DECODE, "error 1"),
    (Op.DECODE, "error -1 1"),
    (Op.DECODE, "error 01 1"),
    (Op.DECODE, "error 1.0 1"),
    (Op.DECODE, "error a 1"),
    (Op.DECODE, "error 1 1 -"),
    (Op.DECODE, "error 1 1 ?"),
    (Op.DECODE, "ok 41 / ok 42"),
    (Op.DECODE, "short 1 41"),
    (Op.DECODE, "overrun 1"),
    (Op.DECODE, "overrun read 1"),
    (Op.DECODE, "overrun read 0 past the end"),
    (Op.DECODE, "overrun reads 1 past the end"),
    (Op.DECODE, "overrun read 1 past the end 41"),
    (Op.DECODE, "unstable ok 41"),
    (Op.DECODE, "unstable ok 41 ; ok 41"),
    (Op.DECODE, "unstable ok 41 ; garbage"),
    (Op.DECODE, "unstable ok 41 ; ok 42 ; garbage"),
    (Op.DECODE, "unstable garbage ; ok 41 ; ok 42"),
    (Op.DECODE, "unstable ok 41 ; unstable ok 42 ; ok 43"),
    (Op.ENCODE, "unstable ok 41 ; ok e9 1"),
    (Op.DECODE, "impossible x"),
    (Op.DECODE_WITHIN, "ok 41 | 42"),
    (Op.DECODE_CHUNKS, "ok|41"),
    (Op.DECODE_CHUNKS, "ok 41| 42"),
    (Op.DECODE_CHUNKS, "ok | | "),
    (Op.DECODE_CHUNKS, "ok || 41"),
    (Op.DECODE_CHUNKS, "ok | - |"),
    (Op.DECODE_CHUNKS, "ok | 41 / ok |"),
    (Op.DECODE_AGAIN, "ok 41"),
    (Op.DECODE_AGAIN, "ok 41 /"),
    (Op.DECODE_AGAIN, "/ ok 41"),
    (Op.DECODE_AGAIN, "ok 41 / 41"),
    (Op.DECODE_AGAIN, "ok 41/ok 41"),
    (Op.DECODE_AGAIN, "ok / ok / ok"),
    (Op.DECODE_AGAIN, "ok | 41 / ok"),
    (Op.DECODE_AGAIN, "ok / failed x"),
    (Op.DECODE_ROOM, "ok"),
    (Op.DECODE_ROOM, "ok 1 -"),
    (Op.DECODE_ROOM, "short"),
    (Op.DECODE_ROOM, "ok ? 41"),
    (Op.DECODE_ROOM, "overrun"),
    (Op.DECODE_ROOM, "overrun ?"),
    (Op.DECODE_ROOM, "error 1 1 |"),
    (Op.DECODE_REPLACED, "ok"),
    (Op.DECODE_REPLACED, "ok 41-"),
    (Op.DECODE_REPLACED, "ok ? 41"),
    (Op.DECODE_REPLACED, "ok Yes 41"),
    (Op.DECODE_REPLACED, "yes 41"),
    (Op.DECODE_REPLACED, "ok no |"),
    (Op.DECODE_REPLACED, "error 0 1 |"),
    (Op.VALIDATE, "ok 41"),
    (Op.VALIDATE, "error 1 1 41"),
    (Op.VALIDATE, "error 1"),
    (Op.VALIDATE, "error"),
    (Op.VALIDATE, "error 1 1 truncated"),
    (Op.VALIDATE_CHUNKS, "error 1 1 |"),
    (Op.VALIDATE_CAUSE, "error 1 1"),
    (Op.VALIDATE_CAUSE, "error 1 1 cut"),
    (Op.VALIDATE_CAUSE, "error 1 1 truncated 41"),
    (Op.DECODE, "error 1 1 truncated"),
    (Op.ENCODE, "ok e2 82"),
    (Op.ENCODE, "ok E282AC"),
    (Op.ENCODE, "ok e28"),
    (Op.ENCODE, "ok 41 | 42"),
    (Op.ENCODE, "ok 41-"),
    (Op.ENCODE, "error 1 1"),
    (Op.ENCODE, "impossible"),
    (Op.ENCODE, "impossible "),
    (Op.ENCODE, "impossibleness"),
    (Op.ENCODE_CHUNKS, "ok 41 |"),
    (Op.ENCODE_CHUNKS, "ok | 41"),
    (Op.ENCODE_CHUNKS, "ok 41 42"),
    (Op.ENCODE_CHUNKS, "ok 41|42"),
    (Op.ENCODE_RESUMED, "ok 41 |"),
    (Op.ENCODE_ROOM, "ok 41"),
    (Op.ENCODE_ROOM, "ok 1"),
    (Op.ENCODE_ROOM, "short 1 4"),
    (Op.VALIDATE, "impossible x"),
    (Op.DETECT, "ok UTF-8"),
    (Op.DETECT, "ok utf-8 0"),
    (Op.DETECT, "ok LATIN-1 0"),
    (Op.DETECT, "ok - 0"),
    (Op.DETECT, "ok ? 3"),
    (Op.DETECT, "ok ?"),
    (Op.DETECT, "error 0 1"),
    (Op.LABEL, "ok UTF8"),
    (Op.LABEL, "ok UTF-8 0"),
    (Op.LABEL, "ok -"),
    (Op.LABEL, "error ? ?"),
    (Op.SWEEP, "ok 64v 64v 128i0"),
    (Op.SWEEP, "ok 1i0 1i0"),
    (Op.SWEEP, "ok 1i 1i"),
    (Op.SWEEP, "ok 0v"),
    (Op.SWEEP, "ok 0128v"),
    (Op.SWEEP, "ok v"),
    (Op.SWEEP, "ok 128"),
    (Op.SWEEP, "ok 128V"),
    (Op.SWEEP, "ok 128v0"),
    (Op.SWEEP, "ok 128i01"),
    (Op.SWEEP, "ok 128v  128i0"),
    (Op.SWEEP, "error ? ?"),
    (Op.SWEEP, "ok"),
]


def test_a_line_that_only_resembles_an_answer_is_garbled(subtests: pytest.Subtests) -> None:
    for op, line in NEARLY:
        with subtests.test(op=str(op), line=line):
            assert parse(op, line.encode()) == Garbled(line, f"no answer to {op}")


def test_an_adapter_that_says_it_failed_is_broken(subtests: pytest.Subtests) -> None:
    for op, line in product(Op, ("failed", "failed out of memory", "failed unknown header")):
        with subtests.test(op=str(op), line=line):
            problem = "the adapter says that it failed, not its codec"
            assert parse(op, line.encode()) == Garbled(line, problem)


@pytest.mark.parametrize("op", list(Op))
def test_octets_beyond_ascii_are_shown_in_hex(op: Op) -> None:
    assert parse(op, "ok é".encode()) == Garbled("6f 6b 20 c3 a9", "octets that are not ASCII")


def test_a_garbled_line_is_shown_by_its_beginning() -> None:
    outcome = parse(Op.DECODE, b"nonsense" * 10_000)
    assert isinstance(outcome, Garbled)
    assert outcome.line == "nonsense" * 25


def test_a_number_too_long_to_be_one_is_garbled() -> None:
    for op, line in [(Op.DECODE, "error {} 1"), (Op.SWEEP, "ok {}v"), (Op.DECODE_ROOM, "ok {}")]:
        assert isinstance(parse(op, line.format("9" * 10_000).encode()), Garbled)


# ---- every sentence has one spelling ----

NUMBERS = st.integers(0, 10**12)
TOLD = st.none() | NUMBERS
CAUSES = st.none() | st.booleans()
VALUES = st.lists(st.integers(0, 0xFFFFFFFF), max_size=5).map(tuple)
OCTETS = st.binary(max_size=5)
ENCODINGS = st.sampled_from([encoding for encoding in Encoding if encoding is not Encoding.NONE])
WHY = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), min_size=1)
RUNS = st.lists(
    st.tuples(st.integers(1, 1 << 24), st.just("v") | st.just("i") | NUMBERS.map("i{}".format)),
    min_size=1,
).filter(lambda runs: all(a[1] != b[1] for a, b in pairwise(runs)))

WHOLE = st.builds(Decoded, VALUES) | st.builds(Refused, TOLD, TOLD, VALUES)
CHUNKED = st.lists(VALUES, min_size=2, max_size=4).map(
    lambda chunk_outputs: Decoded(sum(chunk_outputs, ()), tuple(chunk_outputs))
)
NOT_ENCODED = st.builds(Refused, TOLD) | st.builds(Impossible, WHY)
ENCODED_CHUNKS = (
    st.lists(OCTETS, min_size=1, max_size=4).map(
        lambda chunk_outputs: Encoded(b"".join(chunk_outputs), tuple(chunk_outputs))
    )
    | NOT_ENCODED
)


def _refilled(rooms: list[tuple[int, ...]]) -> st.SearchStrategy[Outcome]:
    whole = st.just(Refilled(tuple(rooms), short=False))
    return whole | st.just(Refilled((*rooms, ()), short=True))


OUTCOMES: dict[Op, st.SearchStrategy[Outcome]] = {
    Op.DECODE: WHOLE,
    Op.DECODE_WITHIN: WHOLE,
    **dict.fromkeys(STREAM_OPS, CHUNKED),
    Op.DECODE_AGAIN: st.builds(DecodedTwice, WHOLE, WHOLE),
    Op.DECODE_ROOM: st.builds(BoundedResult, NUMBERS, VALUES, st.just(b""), st.booleans())
    | st.builds(Overrun, NUMBERS)
    | st.builds(Refused, TOLD, TOLD, VALUES),
    **dict.fromkeys(
        (Op.VALIDATE, Op.VALIDATE_CHUNKS), st.just(Accepted()) | st.builds(Refused, TOLD, TOLD)
    ),
    Op.VALIDATE_CAUSE: st.just(Accepted()) | st.builds(Refused, TOLD, TOLD, truncated=CAUSES),
    Op.DECODE_REFILL: st.lists(VALUES, min_size=1, max_size=4).flatmap(_refilled)
    | st.builds(Overrun, NUMBERS)
    | st.builds(Refused, TOLD, TOLD, VALUES),
    Op.DECODE_REPLACED: st.builds(ReplacementsTold, VALUES, st.booleans() | NUMBERS)
    | st.builds(Refused, TOLD, TOLD, VALUES),
    Op.DECODE_SIZE: st.builds(Sized, NUMBERS, NUMBERS) | st.builds(Refused, TOLD, TOLD, VALUES),
    Op.ENCODE_SIZE: st.builds(Sized, NUMBERS, NUMBERS) | NOT_ENCODED,
    Op.ENCODE: st.builds(Encoded, OCTETS) | NOT_ENCODED,
    **dict.fromkeys(ENCODE_STREAM_OPS, ENCODED_CHUNKS),
    Op.ENCODE_ROOM: st.builds(BoundedResult, NUMBERS, st.just(()), OCTETS, st.booleans())
    | st.builds(Overrun, NUMBERS)
    | NOT_ENCODED,
    Op.ENCODE_REFILL: st.lists(OCTETS.map(tuple), min_size=1, max_size=4).flatmap(_refilled)
    | st.builds(Overrun, NUMBERS)
    | NOT_ENCODED,
    Op.DETECT: st.builds(EncodingDetected, ENCODINGS, NUMBERS) | st.just(EncodingDetected(None, 0)),
    Op.LABEL: st.builds(LabelNamed, st.none() | ENCODINGS),
    Op.SWEEP: st.builds(Swept, RUNS.map(tuple)),
}
TOUCHED = st.builds(
    Touched, st.sampled_from(["read", "write", "touch"]), st.integers(1, 99), st.booleans()
)


def of_op(op: Op) -> st.SearchStrategy[Outcome]:
    """Every outcome of an op, a touch and two different answers included."""
    pairs = st.tuples(OUTCOMES[op], OUTCOMES[op])
    unstable = pairs.filter(lambda pair: pair[0] != pair[1]).map(lambda pair: Unstable(*pair))
    return OUTCOMES[op] | TOUCHED | unstable


OP_AND_OUTCOME = st.sampled_from(list(Op)).flatmap(lambda op: st.tuples(st.just(op), of_op(op)))
HEADS = st.sampled_from(["ok", "error", "short", "overrun", "unstable", "impossible", "failed"])
FIELDS = st.sampled_from(["|", "/", "-", "?", "0", "1", "00", "41", "4142", "20AC", "ffffffff"])
LABELS = st.sampled_from(["0v", "7v", "8i", "9i0", "UTF-8", "utf-8"])
WORDS = HEADS | FIELDS | LABELS
SOUP = st.lists(WORDS | st.text(max_size=3), max_size=8)
SPACES = st.sampled_from([" ", " ", " ", "  ", ""])


@settings(deadline=None)
@given(OP_AND_OUTCOME)
def test_an_outcome_that_is_written_is_read_back(item: tuple[Op, Outcome]) -> None:
    op, outcome = item
    assert parse(op, written(op, outcome).encode()) == outcome


@settings(deadline=None)
@given(st.sampled_from(list(Op)), SOUP, SPACES)
@example(Op.DECODE_CHUNKS, ["ok", "41", "|", "|"], " ")
def test_a_line_that_is_read_is_what_its_outcome_is_written_as(
    op: Op, words: list[str], space: str
) -> None:
    line = space.join(words)
    outcome = parse(op, line.encode())
    assume(not (isinstance(outcome, Refused) and outcome.chunks))
    assert isinstance(outcome, Garbled) or written(op, outcome) == line


@settings(deadline=None)
@given(st.sampled_from(list(Op)), st.binary())
def test_no_line_at_all_raises(op: Op, line: bytes) -> None:
    parse(op, line)
