"""Codecs that go on from a saved state: right ones pass, each named fault is found."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import accumulate

import pytest

from utfproof import mutants
from utfproof.engine.attribution.attribute import attributed
from utfproof.engine.judging import chunk_outputs
from utfproof.engine.questions.encode_questions import ask_encoder
from utfproof.engine.questions.expected_answer import accepted
from utfproof.model.case import DecodeCase
from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.fields import points, read_points
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.outcome import Encoded, Values
from utfproof.model.profile import Claims
from utfproof.model.reading import IllFormed
from utfproof.model.verdict import Verdict
from utfproof.mutants import Mutant
from utfproof.mutants.mutant import UNICODE
from utfproof.oracle.chunked import ChunkedGroup, chunked_group, splits
from utfproof.oracle.comparison import GroupComparer
from utfproof.oracle.encoded import output
from utfproof.simulation.codec import SimulatedCodec
from utfproof.simulation.decoder import right_parts
from utfproof.vectors import loader
from utfproof.vectors.suite import Suite

STRICT = Offer(Op.DECODE_RESUMED, Encoding.UTF_8, Mode.STRICT)
OFFERS = (STRICT, Offer(Op.DECODE_RESUMED, Encoding.UTF_8, Mode.REPLACE))
RIGHT = SimulatedCodec.right(UNICODE, Encoding.UTF_8)
FAULTS = [fault for fault in mutants.catalogue() if re.search("/(saved|encoder)-states/", fault.id)]
TEXTS = (b"", b"A", "A€😀".encode(), b"A\xe2\x82", b"\xed\xa0\x80B", b"\xef\xbb\xbfA\xef\xbb\xbfB")


def group(offer: Offer, octets: bytes) -> ChunkedGroup:
    settings = UNICODE.settings(Encoding.UTF_8)
    assert settings is not None
    found = chunked_group("test", offer, settings, octets, splits(len(octets)))
    assert isinstance(found, ChunkedGroup)
    return found


@pytest.mark.parametrize("offer", OFFERS, ids=str)
@pytest.mark.parametrize("octets", TEXTS)
def test_the_right_answer_is_that_to_chunks(offer: Offer, octets: bytes) -> None:
    asked = group(offer, octets)
    lines = [line.decode() for line in asked.lines]
    answers = [RIGHT.answer(offer, line).encode() for line in lines]
    chunked = offer.with_op(Op.DECODE_CHUNKS)
    assert answers == [RIGHT.answer(chunked, line).encode() for line in lines]
    assert GroupComparer().judged(asked, asked.settings, answers).verdict is Verdict.PASS


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.id)
def test_a_faulty_state_changes_no_other_answer(fault: Mutant) -> None:
    codec, right = fault.make(), fault.right()
    offer, line = fault.exposed_by
    assert codec.answer(offer, line) != right.answer(offer, line)
    chunks = offer.with_op(Op.ENCODE_CHUNKS if offer.op.encodes else Op.DECODE_CHUNKS)
    assert codec.answer(chunks, line) == right.answer(chunks, line)


def test_one_wrong_answer_is_found() -> None:
    octets = "A€".encode()
    asked = group(STRICT, octets)
    right = [RIGHT.answer(STRICT, line.decode()).encode() for line in asked.lines]
    for place in range(asked.count):
        answers = [*right]
        answers[place] = answers[place].replace(b"20ac", b"20ad")
        judged = GroupComparer().judged(asked, asked.settings, answers)
        assert judged.verdict is Verdict.FAIL


# ---- the questions ----


@pytest.fixture(scope="module")
def suite() -> Suite:
    return loader.load()


def places(suite: Suite, scheme: Scheme) -> set[bytes]:
    """List the octets that are pending somewhere in the written cases, and go on there."""
    found: set[bytes] = set()
    for case in suite.cases:
        if isinstance(case, DecodeCase) and case.about.encoding.value == scheme.value:
            for end in range(1, len(case.octets)):
                last = right_parts(scheme, case.octets[:end])[-1]
                if isinstance(last, IllFormed) and last.truncated:
                    found.add(last.octets)
    return found


def test_written_cases_are_cut_inside_every_sequence(suite: Suite) -> None:
    found = places(suite, Scheme.UTF_8)
    assert {lead for pending in found for lead in pending[:1]} >= {0xC2, 0xDF, *range(0xE0, 0xF5)}
    for text in ("\u07ff", "\u0800", "\ud7ff", "\ufeff", "\U00010000", "\U0010ffff"):
        octets = text.encode()
        assert {octets[:end] for end in range(1, len(octets))} <= found


@pytest.mark.parametrize("scheme", [Scheme.UTF_16BE, Scheme.UTF_16LE])
def test_written_cases_are_cut_between_the_halves_of_pairs(suite: Suite, scheme: Scheme) -> None:
    sizes = {len(pending) for pending in places(suite, scheme)}
    assert sizes == {1, 2, 3}


@pytest.mark.parametrize(
    ("encoding", "marks"),
    [
        (Encoding.UTF_8, [b"\xef\xbb\xbf"]),
        (Encoding.UTF_16, [b"\xfe\xff", b"\xff\xfe"]),
        (Encoding.UTF_32, [b"\0\0\xfe\xff", b"\xff\xfe\0\0"]),
    ],
)
def test_written_cases_go_on_in_and_behind_signatures(
    suite: Suite, encoding: Encoding, marks: list[bytes]
) -> None:
    inputs = [
        case.octets
        for case in suite.cases
        if isinstance(case, DecodeCase) and case.about.encoding is encoding
    ]
    for mark in marks:
        behind = [text for text in inputs if text.startswith(mark) and len(text) > len(mark)]
        assert any(text.startswith(mark + mark) for text in behind), "a second one"
        ends = {end for text in behind for one in splits(len(text)) for end in accumulate(one)}
        assert ends >= {*range(1, len(mark) + 1)}


@pytest.mark.parametrize("length", range(3, 13))
def test_each_state_is_resumed_in_the_same_decoder_and_in_a_fresh_one(length: int) -> None:
    """Behind the second chunk, the fourth and so on a fresh one goes on, else the same."""
    ends = [tuple(accumulate(lengths)) for lengths in splits(length)]
    inside = {*range(1, length)}
    assert {end for one in ends for end in one[0::2]} >= inside
    assert {end for one in ends for end in one[1::2]} >= inside


# ---- encoders ----

UNITS = Claims(("unicode",), {"surrogate-output": "replace", "units": "utf-16"})
WRITER = Offer(Op.ENCODE_RESUMED, Encoding.UTF_8, Mode.STRICT)


def places_in_texts(lines: Iterable[str]) -> set[tuple[str, bool]]:
    """List what was given before each restored state, and whether a fresh encoder goes on."""
    found = set()
    for line in lines:
        chunks = [read_points(text) for text in line.split("|")]
        for number in range(1, len(chunks)):
            before = tuple(value for chunk in chunks[:number] for value in chunk)
            behind = tuple(value for chunk in chunks[number:] for value in chunk)
            found.add((f"{points(before)} | {points(behind)}", number % 2 == 0))
    return found


@pytest.mark.parametrize("mode", [Mode.STRICT, Mode.REPLACE, Mode.SKIP])
@pytest.mark.parametrize("values", [(), (0x41,), (0xD83D, 0xDE00), (0xD800, 0x41, 0x110000)])
def test_the_right_answer_of_an_encoder_is_that_to_chunks(mode: Mode, values: Values) -> None:
    offer = replace(WRITER, mode=mode)
    settings = UNITS.settings(Encoding.UTF_8)
    assert settings is not None
    codec = SimulatedCodec.right(UNITS, Encoding.UTF_8)
    for question in ask_encoder("test", output(values, settings), offer):
        line = question.line.decode()
        answer = codec.answer(offer, line)
        assert answer == codec.answer(offer.with_op(Op.ENCODE_CHUNKS), line)
        outcome = chunk_outputs.read(offer.op, question.line, answer.encode())
        assert accepted(question.acceptable, outcome) is Verdict.PASS


def test_each_place_of_a_text_is_resumed_in_the_same_encoder_and_in_a_fresh_one() -> None:
    settings = UNITS.settings(Encoding.UTF_8)
    assert settings is not None
    found = output((0x41, 0xD83D, 0xDE00), settings)
    plain = [q.line.decode() for q in ask_encoder("test", found, WRITER.with_op(Op.ENCODE_CHUNKS))]
    resumed = [q.line.decode() for q in ask_encoder("test", found, WRITER)]
    assert {*plain} <= {*resumed}
    assert places_in_texts(resumed) >= {(line, fresh) for line in plain for fresh in (False, True)}


def test_a_state_that_is_late_too_is_charged_with_the_delivery_that_plain_chunks_show() -> None:
    web = Claims(("whatwg",)).settings(Encoding.UTF_8)
    assert web is not None
    late = Encoded(b"AB", (b"", b"AB", b""))
    assert attributed(web, WRITER, "41 | 42", late) == ("UNICODE-D-12", "WHATWG-ENC-13")
    wrong = Encoded(b"AA", (b"A", b"A", b""))
    assert attributed(web, WRITER, "41 | 42", wrong)[:2] == ("UNICODE-D-12", "WHATWG-ENC-04")
