"""The family of sizes: right codecs pass it, and each way to count wrongly shows in it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from utfproof import mutants
from utfproof.engine.judging.judge import judge
from utfproof.engine.questions.question import Question
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Claims
from utfproof.model.verdict import Verdict
from utfproof.oracle.question_group import QuestionGroup
from utfproof.oracle.sizes import DecodedSizes, EncodedSizes
from utfproof.proof.families import catalogue
from utfproof.proof.families.catalogue import FamilyRequest
from utfproof.simulation.codec import SimulatedCodec
from utfproof.vectors import loader

FAULTS = [one for one in mutants.catalogue() if one.exposed_by[0].op.sizes]
CLAIMS = Claims(
    ("unicode", "rfc2781", "iso10646", "ucs-2", "ucs-4", "cesu-8", "mutf-8", "wtf-8"),
    {"surrogate-output": "replace"},
)
LONGEST = 2000
"""Octets of the longest line that is asked: the counters that run over need longer ones."""


def groups(claims: Claims, offer: Offer) -> Iterator[QuestionGroup]:
    settings = claims.settings(offer.encoding)
    assert settings
    own = settings.for_encoding() if offer.op.encodes else settings.for_decoding()
    yield from catalogue.groups(FamilyRequest("families/sizes", loader.load(), own, offer))


def asked(claims: Claims, offer: Offer) -> Iterator[tuple[QuestionGroup, int, bytes]]:
    """Yield each line with its group and its place there, for to make a question takes longer."""
    for group in groups(claims, offer):
        for index, line in enumerate(group.lines):
            if len(line) <= LONGEST:
                yield group, index, line


def some(claims: Claims, offer: Offer, step: int) -> Iterator[Question]:
    for group, index, _ in islice(asked(claims, offer), 0, None, step):
        yield group.question(index)


@pytest.mark.parametrize("encoding", [one for one in Encoding if one is not Encoding.NONE])
@pytest.mark.parametrize("op", [Op.DECODE_SIZE, Op.ENCODE_SIZE])
def test_a_right_codec_passes_in_every_mode(op: Op, encoding: Encoding) -> None:
    codec = SimulatedCodec.right(CLAIMS, encoding)
    for mode in (Mode.STRICT, Mode.REPLACE, Mode.SKIP):
        offer = Offer(op, encoding, mode)
        for question in some(CLAIMS, offer, 211):
            answer = codec.answer(offer, question.line.decode()).encode()
            assert not judge(question, answer).verdict.red, (question.line, answer)


def test_an_answer_that_surely_passes_is_one_that_the_judge_lets_pass() -> None:
    for op, encoding in ((Op.DECODE_SIZE, Encoding.UTF_8), (Op.ENCODE_SIZE, Encoding.UTF_16)):
        for mode in (Mode.STRICT, Mode.REPLACE):
            for question in some(CLAIMS, Offer(op, encoding, mode), 307):
                sure = question.canonical
                question.canonical = ()
                assert all(judge(question, line).verdict is Verdict.PASS for line in sure)


@pytest.mark.parametrize("encoding", [one for one in Encoding if one is not Encoding.NONE])
@pytest.mark.parametrize("op", [Op.DECODE_SIZE, Op.ENCODE_SIZE])
def test_an_expected_size_has_the_verdict_of_its_profile(op: Op, encoding: Encoding) -> None:
    sizes = 0
    for mode in (Mode.STRICT, Mode.REPLACE, Mode.SKIP):
        for group in islice(groups(CLAIMS, Offer(op, encoding, mode)), 0, None, 7):
            indices = range(0, len(group.lines), 101)
            for answer_profile in group.answer_profiles:
                expected = group.expected_at(answer_profile, indices)
                for index, size in zip(indices, expected, strict=True):
                    if size is None:
                        continue
                    answer = exactly(op, size)
                    assert group.comparable([answer]) == [size]
                    verdict = judge(group.question(index), answer).verdict
                    assert verdict in {Verdict.PASS, answer_profile.verdict}, (index, answer)
                    sizes += size.startswith(b"ok")
    assert sizes


@pytest.mark.parametrize(("encoding", "size"), [("UTF-8", None), ("UTF-16BE", b"ok 4")])
def test_where_one_of_two_characters_may_stand_for_a_surrogate_both_have_to_be_as_long(
    encoding: str, size: bytes | None
) -> None:
    offer = Offer.parse(f"encode-size {encoding} replace")
    settings = Claims(("unicode", "rfc2781")).settings(offer.encoding)
    assert settings
    group = EncodedSizes("test", offer, settings, ((0x41, 0xD800),))
    assert group.expected(group.answer_profiles[0]) == [size]


@pytest.mark.parametrize(
    ("encoding", "claims", "size"),
    [
        ("UTF-8", Claims(("unicode",), {"units": "utf-16"}), b"ok 9"),
        ("UTF-16BE", Claims(("rfc2781",), {"units": "utf-16"}), b"ok 10"),
        ("WTF-8", Claims(("wtf-8",)), b"ok 9"),
    ],
)
def test_two_halves_of_a_pair_are_written_as_one_character(
    encoding: str, claims: Claims, size: bytes
) -> None:
    offer = Offer.parse(f"encode-size {encoding} strict")
    settings = claims.settings(offer.encoding)
    assert settings
    text = (0x41, 0xD83D, 0xDE00, 0x41, 0x20AC)
    group = EncodedSizes("test", offer, settings, (text,))
    assert group.expected(group.answer_profiles[0]) == [size]


def exactly(op: Op, size: bytes) -> bytes:
    """Return the answer that predicts a size, and writes it."""
    if size.startswith(b"ok"):
        return size + size.removeprefix(b"ok")
    return b"error 0" if op.encodes else b"error 0 ?"


@pytest.mark.parametrize(
    ("answer", "compared"),
    [
        (b"ok 5 5", b"ok 5"),
        (b"ok 6 5", b"ok 5"),
        (b"ok 4 5", b"ok 4 5 (wrong)"),
        (b"ok 05 5", b"ok 05 5 (wrong)"),
        (b"error 3 ? 41", b"error"),
        (b"error 3 ?", b"error"),
        (b"error 3", b"error 3 (wrong)"),
        (b"error 03 ?", b"error 03 ? (wrong)"),
        (b"error", b"error (wrong)"),
        (b"ok 5", b"ok 5 (wrong)"),
        (b"error x", b"error x (wrong)"),
        (b"impossible a surrogate", b"impossible a surrogate (wrong)"),
    ],
)
def test_a_prediction_that_covers_what_is_written_is_taken_out(
    answer: bytes, compared: bytes
) -> None:
    settings = CLAIMS.settings(Encoding.UTF_8)
    assert settings
    group = DecodedSizes("test", Offer.parse("decode-size UTF-8 strict"), settings, (b"A",))
    assert group.comparable([answer]) == [compared]


def test_a_prediction_is_the_size_where_this_is_promised() -> None:
    exact = Claims(("unicode",), {"size": "exact"}).settings(Encoding.UTF_8)
    assert exact
    assert exact.sizes
    group = DecodedSizes("test", Offer.parse("decode-size UTF-8 strict"), exact, (b"A", b"A"))
    assert group.comparable([b"ok 1 1", b"ok 2 1"]) == [b"ok 1", b"ok 2 1 (wrong)"]


@pytest.mark.parametrize(
    "fault", [one for one in FAULTS if "16-bits" not in one.id], ids=lambda one: one.id
)
def test_a_codec_that_counts_wrongly_is_found(fault: mutants.Mutant) -> None:
    codec, [offer, _] = fault.make(), fault.exposed_by
    wrong = (
        line
        for group, index, line in asked(fault.claims, offer)
        if fault.may_differ(offer, line.decode())
        and judge(group.question(index), codec.answer(offer, line.decode()).encode()).verdict.red
    )
    assert next(wrong, None) is not None


@pytest.mark.parametrize("op", [Op.DECODE_SIZE, Op.ENCODE_SIZE])
def test_some_texts_have_more_octets_than_16_bits_count(op: Op) -> None:
    settings = CLAIMS.settings(Encoding.UTF_8)
    assert settings
    offer = Offer(op, Encoding.UTF_8, Mode.STRICT)
    request = FamilyRequest("families/sizes", loader.load(), settings, offer)
    lines = [line for group in catalogue.groups(request) for line in group.lines]
    # The longest text repeats U+1F600, which has four octets.
    most = max(len(line.split()) * 4 if op.encodes else len(line) // 2 for line in lines)
    assert most > 0x10000


def test_every_end_of_a_range_is_at_every_place_of_a_block() -> None:
    for encoding in (Encoding.UTF_8, Encoding.UTF_16LE):
        offer = Offer(Op.DECODE_SIZE, encoding, Mode.STRICT)
        lines = {line for _, _, line in asked(CLAIMS, offer)}
        codec = encoding.lower()
        letters = "A".encode(codec)
        for value in (0x7F, 0x80, 0x7FF, 0x800, 0xFFFF, 0x10000, 0x10FFFF):
            for before in range(64):
                text = letters * before + chr(value).encode(codec)
                assert text.hex().encode() in lines
