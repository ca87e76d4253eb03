"""Predicted sizes are judged: never too small, and exact where the very size is promised."""

from __future__ import annotations

import pytest

from utfproof.engine.attribution.attribute import broken
from utfproof.engine.judging.judge import Judgement, judge
from utfproof.engine.judging.shortfall import expected_in_time
from utfproof.engine.questions.plan import Planner
from utfproof.engine.questions.question import Question
from utfproof.model.fields import read_octets, read_points
from utfproof.model.operation import Offer
from utfproof.model.profile import Claims
from utfproof.model.verdict import Verdict
from utfproof.oracle.sizes import DecodedSizes, EncodedSizes
from utfproof.simulation.codec import SimulatedCodec
from utfproof.vectors import loader

PROFILES = ("unicode", "rfc2781", "iso10646")
CLAIMS = Claims(PROFILES, {"surrogate-output": "replace", "units": "utf-16"})
EXACT = Claims(PROFILES, {**CLAIMS.options, "size": "exact"})


def question(op: str, line: str, claims: Claims = CLAIMS) -> Question:
    offer = Offer.parse(op)
    settings = claims.settings(offer.encoding)
    assert settings
    group: DecodedSizes | EncodedSizes
    if offer.op.encodes:
        group = EncodedSizes("case", offer, settings, (read_points(line),))
    else:
        group = DecodedSizes("case", offer, settings, (read_octets(line),))
    return group.question(0)


def judged(op: str, line: str, answer: str, claims: Claims = CLAIMS) -> tuple[Judgement, str]:
    """Judge an answer to a line; with the requirements that it breaks."""
    found = judge(question(op, line, claims), answer.encode())
    settings = claims.settings(found.question.offer.encoding)
    return found, " ".join(broken(settings, found))


@pytest.mark.parametrize(
    ("op", "line", "answer"),
    [
        # U+1F600 is four octets of UTF-8, two units of UTF-16, one code point.
        ("decode-size UTF-8 strict", "f09f9880", "ok 4 4"),
        ("decode-size UTF-8 strict", "f09f9880", "ok 2 2"),
        ("decode-size UTF-8 strict", "f09f9880", "ok 1 1"),
        ("decode-size UTF-16LE strict", "3dd800de", "ok 4 4"),
        ("decode-size UTF-8 strict", "-", "ok 0 0"),
        ("decode-size UTF-8 replace", "41ff", "ok 4 4"),
        ("decode-size UTF-8 replace", "41ff", "ok 2 2"),
        ("decode-size UTF-8 replace", "e28241", "ok 4 4"),
        ("decode-size UTF-8 skip", "41ff", "ok 1 1"),
        ("decode-size UTF-8 strict", "41ff", "error 1 1"),
        ("decode-size UTF-8 strict", "41ff", "error ? ? 41"),
        # The place is asked by decode and encode.
        ("decode-size UTF-8 strict", "41ff", "error 0 7"),
        ("encode-size UTF-8 strict", "41 d800", "error 0"),
        ("encode-size UTF-8 strict", "41 e9 20ac 1f600", "ok 10 10"),
        ("encode-size UTF-8 strict", "d83d de00", "ok 4 4"),
        ("encode-size UTF-8 strict", "41 d800", "error 1"),
        ("encode-size UTF-8 replace", "41 d800", "ok 4 4"),
        ("encode-size UTF-16BE strict", "1f600", "ok 4 4"),
        ("encode-size UTF-16 strict", "41", "ok 4 4"),
        ("encode-size UTF-32LE strict", "41 1f600", "ok 8 8"),
        ("encode-size UTF-8 strict", "110000", "impossible too large"),
    ],
)
def test_the_size_of_what_is_written_is_right(op: str, line: str, answer: str) -> None:
    for claims in (CLAIMS, EXACT):
        found, requirements = judged(op, line, answer, claims)
        assert found.verdict in (Verdict.PASS, Verdict.IMPOSSIBLE)
        assert not requirements


@pytest.mark.parametrize(
    ("op", "line", "answer"),
    [
        ("decode-size UTF-8 strict", "e282ac", "ok 9 3"),
        ("decode-size UTF-8 strict", "e282ac", "ok 4 1"),
        ("decode-size UTF-8 replace", "ff", "ok 4 3"),
        ("decode-size UTF-8 strict", "-", "ok 1 0"),
        ("encode-size UTF-8 strict", "41", "ok 3 1"),
        ("encode-size UTF-16 strict", "41", "ok 6 4"),
        ("encode-size UTF-8 replace", "d800 41", "ok 6 4"),
    ],
)
def test_a_bound_is_right_and_no_exact_size(op: str, line: str, answer: str) -> None:
    found, requirements = judged(op, line, answer)
    assert (found.verdict, requirements) == (Verdict.PASS, "")
    found, requirements = judged(op, line, answer, EXACT)
    assert (found.verdict, requirements) == (Verdict.FAIL, "RFC3629-D-01")


@pytest.mark.parametrize("claims", [CLAIMS, EXACT])
@pytest.mark.parametrize(
    ("op", "line", "answer"),
    [
        ("decode-size UTF-8 strict", "e282ac", "ok 2 3"),
        ("decode-size UTF-8 strict", "f09f9880", "ok 1 2"),
        ("decode-size UTF-8 replace", "ff", "ok 1 3"),
        ("decode-size UTF-8 strict", "41", "ok 0 1"),
        # What was written is wrong as well: the size that is too small is what breaks buffers.
        ("decode-size UTF-8 strict", "41", "ok 6 7"),
        ("encode-size UTF-8 strict", "20ac", "ok 2 3"),
        ("encode-size UTF-8 replace", "d800", "ok 2 3"),
        ("encode-size UTF-16 strict", "41", "ok 2 4"),
    ],
)
def test_a_size_that_is_too_small_is_wrong(op: str, line: str, answer: str, claims: Claims) -> None:
    found, requirements = judged(op, line, answer, claims)
    assert (found.verdict, requirements) == (Verdict.FAIL, "RFC3629-10-05")


@pytest.mark.parametrize(
    ("op", "line", "answer", "requirement"),
    [
        ("decode-size UTF-8 strict", "e282ac", "ok 2 2", "RFC3629-4-01"),
        ("decode-size UTF-8 strict", "41ff", "ok 2 2", "RFC3629-1-09"),
        ("decode-size UTF-8 strict", "f09f9880", "error 0 4", "RFC3629-3-10"),
        ("decode-size UTF-8 replace", "e28241", "ok 7 7", "UNICODE-3.9-02"),
        ("decode-size UTF-8 replace", "41ff", "error 1 1", "UNICODE-3.9-03"),
        ("encode-size UTF-8 strict", "20ac", "ok 2 2", "RFC3629-3-12"),
        ("encode-size UTF-8 strict", "d800", "ok 3 3", "RFC3629-3-14"),
        ("encode-size UTF-8 strict", "20ac", "error 0", "RFC3629-3-12"),
        ("encode-size UTF-8 strict", "41", "ok 0 0", "RFC3629-1-04"),
        ("encode-size UTF-32BE strict", "41", "ok 8 8", "ISO-9.4-01"),
    ],
)
def test_output_of_another_size_is_wrong(op: str, line: str, answer: str, requirement: str) -> None:
    found, requirements = judged(op, line, answer)
    assert found.verdict in (Verdict.FAIL, Verdict.NON_STRICT)
    assert requirement in requirements


def test_where_no_policy_is_stated_each_error_is_one_replacement_or_more() -> None:
    claims = Claims(("rfc3629",))
    for answer in ("ok 2 2", "ok 3 3", "ok 4 4", "ok 7 7", "ok 9 3"):
        assert judged("decode-size UTF-8 replace", "e28241", answer, claims)[0].verdict == "pass"
    for answer in ("ok 1 1", "ok 8 8", "ok 3 4"):
        assert judged("decode-size UTF-8 replace", "e28241", answer, claims)[0].verdict == "fail"


def test_an_unsigned_text_of_utf_16_breaks_a_should() -> None:
    assert judged("encode-size UTF-16 strict", "41", "ok 2 2")[0].verdict is Verdict.NON_STRICT
    assert judged("encode-size UTF-16 strict", "41", "ok 4 2")[0].verdict is Verdict.NON_STRICT


def test_a_signature_that_utf_8_gets_is_an_alternative() -> None:
    assert judged("encode-size UTF-8 strict", "41", "ok 4 4")[0].verdict is Verdict.ALTERNATIVE
    assert judged("encode-size UTF-8 strict", "41", "ok 1 4")[0].verdict is Verdict.FAIL


@pytest.mark.parametrize("answer", ["ok", "ok 1", "ok 1 1 1", "ok -1 1", "ok 01 1", "short 1 1"])
def test_other_words_are_no_answer(answer: str) -> None:
    for op, line in (("decode-size UTF-8 strict", "41"), ("encode-size UTF-8 strict", "41")):
        assert judged(op, line, answer)[0].verdict is Verdict.BROKEN


@pytest.mark.parametrize(
    ("op", "line", "answer", "claims", "words"),
    [
        (
            "encode-size UTF-8 strict",
            "20ac 20ac",
            "ok 5 6",
            CLAIMS,
            "ok 6+ 6 (predicts 5 octets and writes 6)",
        ),
        (
            "decode-size UTF-8 strict",
            "c3a9",
            "ok 1 2",
            CLAIMS,
            "ok 2+ 2 or ok 1+ 1 (predicts 1 unit and writes 2)",
        ),
        (
            "decode-size UTF-8 strict",
            "41",
            "ok 2 1",
            EXACT,
            "ok 1 1 (predicts 2 units and writes 1)",
        ),
        ("decode-size UTF-8 strict", "41", "ok 2 2", EXACT, "ok 1 1"),
        (
            "decode-size UTF-8 replace",
            "ff",
            "ok 0 3",
            Claims(("rfc3629",)),
            "ok 1+ 1+ (predicts 0 units and writes 3)",
        ),
    ],
)
def test_a_failure_says_what_was_predicted_and_written(
    op: str, line: str, answer: str, claims: Claims, words: str
) -> None:
    assert expected_in_time(judged(op, line, answer, claims)[0]) == words


def test_the_right_codec_predicts_what_it_writes() -> None:
    offer = Offer.parse("decode-size UTF-8 replace")
    codec = SimulatedCodec.right(CLAIMS, offer.encoding)
    assert codec.answer(offer, "41e282acff") == "ok 7 7"
    encoder = Offer.parse("encode-size UTF-8 strict")
    assert codec.answer(encoder, "41 d83d de00") == "ok 5 5"
    assert codec.answer(encoder, "41 d800") == "error 1"


def test_output_that_is_wrong_is_not_charged_to_the_promise_of_its_size() -> None:
    found, requirements = judged("encode-size UTF-8 strict", "80", "ok 2 1", EXACT)
    assert (found.verdict, requirements) == (Verdict.FAIL, "RFC3629-3-12 RFC3629-1-04")
    found, requirements = judged("decode-size UTF-8 strict", "41", "ok 9 8", EXACT)
    assert found.verdict is Verdict.FAIL
    assert requirements.split()[0] == "RFC3629-4-01"


@pytest.mark.parametrize("op", ["decode-size UTF-8 strict", "encode-size UTF-8 strict"])
def test_every_written_case_can_be_answered_in_any_unit(op: str) -> None:
    asked = Planner(loader.load(), "*").plan(CLAIMS, [Offer.parse(op)]).asked
    assert asked
    assert not any(one.passes([b"ok 0 12345"] * len(one.questions)) for one in asked)
