"""What is told of replacements is judged beside the text, and against it."""

from __future__ import annotations

import pytest

from utfproof.engine.attribution.attribute import broken
from utfproof.engine.judging.judge import Judgement, judge
from utfproof.engine.judging.shortfall import expected_in_time
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Claims
from utfproof.model.verdict import Verdict
from utfproof.oracle.replaced import ReplacedTextGroup, told_inputs
from utfproof.simulation.codec import SimulatedCodec

SUBPARTS = Claims(("unicode",), {"replacement": "maximal-subpart"})
OPEN = Claims(("rfc3629",))
WEB = Claims(("whatwg",))
WIDE = Claims(("rfc2781",), {"replacement": "whatwg"})
ODD = Claims(("rfc2781",), {"replacement": "drop-odd"})
REFUSES = Claims(("rfc2781",), {"unmarked": "refuse", "replacement": "whatwg"})
LONGEST = 2000
"""Octets of the longest answer that is judged: those of long texts are put together alike."""


def judged(op: str, octets: str, answer: str, claims: Claims) -> Judgement:
    offer = Offer.parse(f"decode-replaced {op}")
    settings = claims.settings(offer.encoding)
    assert settings
    group = ReplacedTextGroup("case", offer, settings, (bytes.fromhex(octets),))
    return judge(group.question(0), answer.encode())


RIGHT = [
    ("UTF-8 replace", "", "ok no", SUBPARTS),
    ("UTF-8 replace", "", "ok 0", SUBPARTS),
    ("UTF-8 replace", "41c3a9", "ok no 41 e9", SUBPARTS),
    ("UTF-8 replace", "efbfbd", "ok no fffd", SUBPARTS),
    ("UTF-8 replace", "efbfbd", "ok no fffd", OPEN),
    ("UTF-8 replace", "efbfbdff", "ok yes fffd fffd", OPEN),
    ("UTF-8 replace", "efbfbdff", "ok 1 fffd fffd", OPEN),
    ("UTF-8 replace", "41ff", "ok yes 41 fffd", SUBPARTS),
    ("UTF-8 replace", "41e282", "ok yes 41 fffd", SUBPARTS),
    ("UTF-8 replace", "41e282", "ok 1 41 fffd", SUBPARTS),
    ("UTF-8 replace", "eda080", "ok 3 fffd fffd fffd", SUBPARTS),
    ("UTF-8 replace", "eda080", "ok 1 fffd", OPEN),
    ("UTF-8 replace", "eda080", "ok 3 fffd fffd fffd", OPEN),
    ("UTF-8 replace", "ff3f", "ok 1 fffd 3f", OPEN),
    ("UTF-8 replace", "efbbbf41", "ok no 41", WEB),
    ("UTF-8 replace", "efbb", "ok yes fffd", WEB),
    ("UTF-8 skip", "41ff", "ok yes 41", SUBPARTS),
    ("UTF-8 skip", "eda080", "ok 3", SUBPARTS),
    ("UTF-8 skip", "eda080", "ok 1", OPEN),
    ("UTF-8 skip", "eda080", "ok 2", OPEN),
    ("UTF-8 skip", "41", "ok no 41", OPEN),
    ("UTF-16BE replace", "d800", "ok yes fffd", WIDE),
    ("UTF-16BE replace", "004100", "ok 1 41 fffd", WIDE),
    ("UTF-16BE replace", "fffd", "ok 0 fffd", WIDE),
    ("UTF-16BE replace", "004100", "ok yes 41", ODD),
    ("UTF-16BE replace", "004100", "ok no 41", ODD),
    ("UTF-16 replace", "feffdc00", "ok 1 fffd", REFUSES),
    ("UTF-16 replace", "feff0041", "ok no 41", REFUSES),
]


@pytest.mark.parametrize(("op", "octets", "answer", "claims"), RIGHT)
def test_what_agrees_with_the_text_is_right(
    op: str, octets: str, answer: str, claims: Claims
) -> None:
    assert judged(op, octets, answer, claims).verdict in (Verdict.PASS, Verdict.ALTERNATIVE)


WRONG = [
    (
        "UTF-8 replace",
        "41ff",
        "ok no 41 fffd",
        SUBPARTS,
        "nothing was replaced, and replaced 1 ill-",
    ),
    (
        "UTF-8 replace",
        "efbfbd",
        "ok yes fffd",
        SUBPARTS,
        "something was replaced, and replaced not",
    ),
    ("UTF-8 replace", "efbfbd", "ok 1 fffd", OPEN, "1 ill-formed sequence was replaced, and repl"),
    ("UTF-8 replace", "efbfbdff", "ok no fffd fffd", OPEN, "nothing was replaced, and replaced 1 "),
    ("UTF-8 replace", "41e282", "ok no 41 fffd", OPEN, "nothing was replaced, and replaced 1 ill-"),
    ("UTF-8 replace", "41e282", "ok 2 41 fffd", OPEN, "2 ill-formed sequences were replaced, and"),
    ("UTF-8 replace", "eda080", "ok 1 fffd fffd fffd", OPEN, "replaced 3 ill-formed sequences"),
    ("UTF-8 replace", "efbbbf41", "ok yes 41", WEB, "something was replaced, and replaced nothing"),
    ("UTF-8 skip", "41ff", "ok no 41", SUBPARTS, "nothing was dropped, and dropped 1 ill-formed s"),
    (
        "UTF-8 skip",
        "eda080",
        "ok 4",
        OPEN,
        "4 ill-formed sequences were dropped, and dropped 1 to 3",
    ),
    ("UTF-8 skip", "efbfbd", "ok yes fffd", OPEN, "something was dropped, and dropped nothing"),
    ("UTF-16BE replace", "004100", "ok no 41 fffd", WIDE, "nothing was replaced, and replaced 1"),
]


@pytest.mark.parametrize(("op", "octets", "answer", "claims", "sentence"), WRONG)
def test_what_does_not_agree_fails_with_a_sentence(
    op: str, octets: str, answer: str, claims: Claims, sentence: str
) -> None:
    found = judged(op, octets, answer, claims)
    assert found.verdict is Verdict.FAIL
    assert f"(says that {sentence}" in expected_in_time(found) or sentence in expected_in_time(
        found
    )
    settings = claims.settings(found.question.offer.encoding)
    assert broken(settings, found) == ("UNICODE-D-11",)


@pytest.mark.parametrize(
    ("octets", "answer", "requirement"),
    [("41ff", "ok yes 41", "UNICODE-3.9-03"), ("41ff", "error 1 1", "UNICODE-3.9-03")],
)
def test_a_wrong_text_is_charged_as_in_decode(octets: str, answer: str, requirement: str) -> None:
    found = judged("UTF-8 replace", octets, answer, SUBPARTS)
    settings = SUBPARTS.settings(found.question.offer.encoding)
    assert found.verdict is Verdict.FAIL
    assert requirement in broken(settings, found)
    assert "UNICODE-D-11" not in broken(settings, found)


@pytest.mark.parametrize(
    "answer", ["ok", "ok fffd", "ok YES fffd", "ok ? fffd", "yes", "ok 1 | fffd"]
)
def test_other_words_are_no_answer(answer: str) -> None:
    assert judged("UTF-8 replace", "ff", answer, SUBPARTS).verdict is Verdict.BROKEN


@pytest.mark.parametrize("mode", [Mode.REPLACE, Mode.SKIP])
@pytest.mark.parametrize(
    ("encoding", "claims"), [("UTF-8", SUBPARTS), ("UTF-16BE", WIDE), ("UTF-16", WIDE)]
)
def test_the_right_codec_passes_and_one_that_is_silent_fails_each_group(
    encoding: str, claims: Claims, mode: Mode
) -> None:
    offer = Offer.parse(f"decode-replaced {encoding} {mode}")
    settings = claims.settings(offer.encoding)
    assert settings
    codec = SimulatedCodec.right(claims, offer.encoding)
    for name, texts in told_inputs(settings.scheme):
        group = ReplacedTextGroup(
            name, offer, settings, tuple(one for one in texts[::4] if len(one) < 999)
        )
        found = []
        for index, line in enumerate(group.lines):
            answer = codec.answer(offer, line.decode())
            question = group.question(index)
            assert not judge(question, answer.encode()).verdict.red, line
            told, *rest = answer.split(" ")[1:]
            silent = " ".join(["ok", "no", *rest])
            found.append(judge(question, silent.encode()).verdict.red == (told != "0"))
        assert all(found)


def test_the_family_asks_what_the_plan_asks_for_every_scheme() -> None:
    for scheme in (SUBPARTS.settings(Offer.parse("decode UTF-8 strict").encoding),):
        assert scheme
        names = [name for name, _ in told_inputs(scheme.scheme)]
        assert len(set(names)) == len(names)
        assert {"clean", "lookalikes", "pairs", "signatures", "ff", "e282", "eda080"} <= set(names)
    assert Op.DECODE_REPLACED.never_strict


EXPECTED = [
    *(("UTF-8", claims) for claims in (SUBPARTS, OPEN, WEB)),
    *(("UTF-8", Claims(("unicode",), {"replacement": one})) for one in ("byte", "java", "run")),
    *(("UTF-16BE", claims) for claims in (WIDE, ODD, Claims(("rfc2781",)))),
    ("UTF-16BE", Claims(("rfc2781",), {"replacement": "java"})),
    *(("UTF-16", claims) for claims in (WIDE, REFUSES)),
    ("UTF-32LE", Claims(("iso10646",))),
    ("CESU-8", Claims(("cesu-8",))),
]


@pytest.mark.parametrize("mode", [Mode.REPLACE, Mode.SKIP])
@pytest.mark.parametrize(("encoding", "claims"), EXPECTED)
def test_an_expected_answer_has_the_verdict_of_its_profile(
    encoding: str, claims: Claims, mode: Mode
) -> None:
    offer = Offer.parse(f"decode-replaced {encoding} {mode}")
    settings = claims.settings(offer.encoding)
    assert settings
    reports = set()
    for name, texts in told_inputs(settings.scheme)[::9]:
        group = ReplacedTextGroup(name, offer, settings, texts[::41])
        for answer_profile in group.answer_profiles:
            expected = group.expected(answer_profile)
            for index, answer in enumerate(expected):
                if answer is None or len(answer) > LONGEST:
                    continue
                verdict = judge(group.question(index), answer).verdict
                assert verdict in {Verdict.PASS, answer_profile.verdict}, (index, answer)
                reports.add(answer.split(b" ")[1])
    assert {b"no", b"0", b"yes", b"1"} <= reports or REFUSES is claims


def test_a_right_codec_gives_the_answers_that_are_expected() -> None:
    offer = Offer.parse("decode-replaced UTF-8 replace")
    settings = SUBPARTS.settings(offer.encoding)
    assert settings
    codec = SimulatedCodec.right(SUBPARTS, offer.encoding)
    for name, texts in told_inputs(settings.scheme)[::3]:
        group = ReplacedTextGroup(name, offer, settings, tuple(t for t in texts if len(t) < 99))
        answers = [codec.answer(offer, line.decode()).encode() for line in group.lines]
        assert group.expected(group.answer_profiles[0]) == answers
