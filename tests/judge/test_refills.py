"""The output in one room after another is judged: no piece parted, lost or repeated, none stuck."""

from __future__ import annotations

import pytest

from utfproof.engine.attribution.attribute import broken
from utfproof.engine.judging.judge import Judgement, judge
from utfproof.model.fields import read_points
from utfproof.model.operation import Offer, Op
from utfproof.model.profile import Claims
from utfproof.model.verdict import Verdict
from utfproof.oracle.encoded import ChunkedTextGroup
from utfproof.oracle.output_limit import LimitedOutputGroup
from utfproof.simulation.codec import SimulatedCodec

CLAIMS = Claims(("unicode", "rfc2781"), {"surrogate-output": "replace"})
FILLS = Claims(("whatwg",), {"surrogate-output": "replace", "room": "filled"})


def judged(op: str, line: str, answer: str, claims: Claims = CLAIMS) -> tuple[Judgement, str]:
    """Judge an answer to a line; with the requirements that it breaks."""
    offer = Offer.parse(op)
    settings = claims.settings(offer.encoding)
    assert settings
    room, _, text = line.partition(" ")
    group: LimitedOutputGroup | ChunkedTextGroup
    if offer.op is Op.ENCODE_REFILL:
        asked = ((int(room), (read_points(text),)),)
        group = ChunkedTextGroup("case", offer, settings, asked)
    else:
        octets = bytes.fromhex(text)
        group = LimitedOutputGroup("case", offer, settings, octets, (int(room),))
    found = judge(group.question(0), answer.encode())
    return found, " ".join(broken(settings, found))


DECODED = [
    ("strict", "1 4142", "ok 41 | 42"),
    ("strict", "1 4142", "ok 41 | 42 |"),
    ("strict", "2 4142", "ok 41 42"),
    ("strict", "2 4142", "ok 41 | 42"),
    ("strict", "4 41f09f9880", "ok 41 | 1f600"),
    ("strict", "3 41f09f9880", "short 41 |"),
    ("strict", "2 ", "ok"),
    ("strict", "1 41ff", "error 1 1 41"),
    ("strict", "1 41ff", "error 1 1 41 |"),
    ("strict", "1 41ff", "error ? ?"),
    ("strict", "1 ff", "short"),
    ("replace", "1 41ff", "ok 41 | fffd"),
    ("replace", "4 e28241", "ok fffd | 41"),
    ("skip", "1 41ff", "ok 41 |"),
    ("skip", "1 41ff", "short 41 |"),
]


@pytest.mark.parametrize(("mode", "line", "answer"), DECODED)
def test_a_decoder_may_part_its_output_between_values(mode: str, line: str, answer: str) -> None:
    found, requirements = judged(f"decode-refill UTF-8 {mode}", line, answer)
    assert (found.verdict, requirements) == (Verdict.PASS, "")


@pytest.mark.parametrize(
    ("mode", "line", "answer"),
    [
        ("strict", "1 4142", "ok 41"),
        ("strict", "1 4142", "ok 42"),
        ("strict", "1 4142", "ok 41 | 41 | 42"),
        ("strict", "1 4142", "ok 41 42"),
        ("strict", "4 41424344", "ok 41 | | 42 43 44"),
        ("strict", "4 4142434445", "short 41 42 43 44 |"),
        ("strict", "4 41", "ok 41 | |"),
        ("strict", "4 41", "short 41 |"),
        ("strict", "1 41ff", "ok 41 | ff"),
        ("strict", "1 41ff", "error 0 1"),
        ("strict", "4 f09f9880", "ok d83d | de00"),
        ("replace", "2 41ff42", "ok 41 fffd | fffd 42"),
        ("replace", "1 41ff", "ok 41"),
        ("skip", "4 41ff", "short 41 |"),
    ],
)
def test_what_is_lost_repeated_parted_or_stuck_is_wrong(mode: str, line: str, answer: str) -> None:
    found, requirements = judged(f"decode-refill UTF-8 {mode}", line, answer)
    assert found.verdict is Verdict.FAIL
    assert "RFC3629-10-05" in requirements


@pytest.mark.parametrize("answer", ["short 41", "ok | 41 ", "ok 41 ||", "short", "overrun 1", ""])
def test_other_words_are_no_answer(answer: str) -> None:
    found, _ = judged("decode-refill UTF-8 strict", "4 41", answer)
    expected = {"short": Verdict.FAIL, "overrun 1": Verdict.OVERRUN}
    assert found.verdict is expected.get(answer, Verdict.BROKEN)


@pytest.mark.parametrize(
    ("encoding", "line", "answer", "verdict", "filled"),
    [
        ("UTF-8", "4 41 1f600", "ok 41 | f09f9880", "pass", "pass"),
        ("UTF-8", "5 41 1f600", "ok 41 | f09f9880", "pass", "unused"),
        ("UTF-8", "5 41 1f600", "ok 41f09f9880", "pass", "pass"),
        ("UTF-8", "4 41 1f600", "ok 41f09f98 | 80", "fail", "fail"),
        ("UTF-8", "4 41 1f600", "ok 41 | - | f09f9880", "fail", "unused"),
        ("UTF-8", "4 41 1f600", "short 41 | -", "fail", "unused"),
        ("UTF-8", "3 41 1f600", "short 41 | -", "pass", "pass"),
        ("UTF-8", "3 41 1f600", "short -", "pass", "unused"),
        ("UTF-8", "3 41 1f600", "ok 41 | f09f9880", "fail", "fail"),
        ("UTF-8", "4 -", "ok -", "pass", "pass"),
        ("UTF-16BE", "4 41 1f600", "ok 0041 | d83dde00", "pass", ""),
        ("UTF-16BE", "4 41 1f600", "ok 0041d83d | de00", "fail", ""),
        ("UTF-16", "4 41 42", "ok feff0041 | 0042", "pass", ""),
        ("UTF-16", "4 41 42", "ok feff0041 | feff0042", "fail", ""),
    ],
)
def test_an_encoder_parts_its_output_between_characters(
    encoding: str, line: str, answer: str, verdict: str, filled: str
) -> None:
    op = f"encode-refill {encoding} replace"
    found, _ = judged(op, line, answer)
    assert found.verdict == verdict
    if filled:
        found, requirements = judged(op, line, answer, FILLS)
        rules = {"pass": "", "fail": "RFC3629-10-05", "unused": "WHATWG-ENC-14"}
        assert found.verdict == ("pass" if filled == "pass" else "fail")
        assert requirements[:13] == rules[filled]


def test_the_right_codec_fills_each_room() -> None:
    offer = Offer.parse("decode-refill UTF-8 replace")
    codec = SimulatedCodec.right(CLAIMS, offer.encoding)
    assert codec.answer(offer, "2 41e282acff42") == "ok 41 20ac | fffd 42"
    assert codec.answer(offer.with_op(Op.ENCODE_REFILL), "4 41 20ac 42") == "ok 41e282ac | 42"
    assert codec.answer(offer.with_op(Op.ENCODE_REFILL), "2 41 20ac") == "short 41 | -"
