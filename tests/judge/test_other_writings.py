"""Other writings that a document allows: an encoder that takes one of them is an alternative."""

from __future__ import annotations

import pytest

from utfproof.engine.judging.judge import judge
from utfproof.engine.questions.plan import Planner
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Claims
from utfproof.model.verdict import Verdict
from utfproof.vectors import loader

PASS, ALTERNATIVE, FAIL = Verdict.PASS, Verdict.ALTERNATIVE, Verdict.FAIL
RFC_2279, UCS_4 = Claims(("rfc2279",)), Claims(("ucs-4",))
UTF_16_UNITS = Claims(("rfc2279",), {"units": "utf-16"})


def verdict(claims: Claims, case: str, asked: str, way: str, answer: str) -> Verdict:
    """Return the verdict of an answer to one case, asked one offer in one way."""
    plan = Planner(loader.load(), case).plan(claims, [Offer.parse(asked)])
    [question] = [one for item in plan.asked for one in item.questions if one.way == way]
    return judge(question, answer.encode("ascii")).verdict


def of_rfc_2279(case: str, answer: str, mode: str = "strict", claims: Claims = RFC_2279) -> Verdict:
    return verdict(claims, f"rfc2279/encode/{case}", f"encode UTF-8 {mode}", "whole", answer)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("error 0", PASS),
        ("error ?", PASS),
        ("ok eda0bd41", ALTERNATIVE),
        ("ok efbbbfeda0bd41", ALTERNATIVE),
        ("ok 41", FAIL),
        ("ok eda0bc41", FAIL),
        ("error 1", FAIL),
    ],
)
def test_a_surrogate_in_three_octets_is_an_alternative(answer: str, expected: Verdict) -> None:
    assert of_rfc_2279("high-surrogate-before-a-letter", answer) is expected


@pytest.mark.parametrize(
    ("mode", "answer", "expected"),
    [
        ("replace", "ok efbfbd41", PASS),
        ("replace", "ok 3f41", PASS),
        ("replace", "error 0", PASS),
        ("replace", "ok eda0bd41", ALTERNATIVE),
        ("skip", "ok 41", PASS),
        ("skip", "ok eda0bd41", ALTERNATIVE),
        ("skip", "ok efbfbd41", FAIL),
    ],
)
def test_a_lenient_mode_has_the_alternative_too(mode: str, answer: str, expected: Verdict) -> None:
    assert of_rfc_2279("high-surrogate-before-a-letter", answer, mode) is expected


def test_six_octets_for_a_pair_are_an_alternative_for_code_points_alone() -> None:
    six, four = "ok eda18cedbeb4", "ok f0a38eb4"
    assert of_rfc_2279("surrogate-pair", six) is ALTERNATIVE
    assert of_rfc_2279("surrogate-pair", four) is FAIL
    assert of_rfc_2279("surrogate-pair", six, claims=UTF_16_UNITS) is FAIL
    assert of_rfc_2279("surrogate-pair", four, claims=UTF_16_UNITS) is PASS


def test_a_surrogate_alone_is_an_alternative_for_utf_16_units_too() -> None:
    said = of_rfc_2279("pair-the-wrong-way-round", "ok edb080eda080", claims=UTF_16_UNITS)
    assert said is ALTERNATIVE


@pytest.mark.parametrize(
    ("way", "answer", "expected"),
    [
        ("chunks 1+1", "ok eda18c | edbeb4 | -", ALTERNATIVE),
        ("chunks 1+1", "ok - | eda18cedbeb4 | -", ALTERNATIVE),
        ("chunks 1+1", "ok - | f0a38eb4 | -", FAIL),
        ("chunks 0+2", "error 0", PASS),
    ],
)
def test_in_chunks_the_alternative_is_the_same(way: str, answer: str, expected: Verdict) -> None:
    asked = "encode-chunks UTF-8 strict"
    assert verdict(RFC_2279, "rfc2279/encode/surrogate-pair", asked, way, answer) is expected


@pytest.mark.parametrize(
    ("way", "answer", "expected"),
    [
        ("room 80", "ok 2 eda18cedbeb4", ALTERNATIVE),
        ("room 80", "error 0", PASS),
        ("room 80", "short 1 eda18c", FAIL),
        ("room 4", "short 1 eda18c", ALTERNATIVE),
        ("room 4", "short 1 eda18ced", FAIL),
        ("room 4", "short 2 eda18c", FAIL),
        ("room 6", "ok 2 eda18cedbeb4", ALTERNATIVE),
        ("room 6", "ok 2 f0a38eb4", FAIL),
    ],
)
def test_in_little_room_the_alternative_is_written_character_by_character(
    way: str, answer: str, expected: Verdict
) -> None:
    asked = "encode-room UTF-8 strict"
    assert verdict(RFC_2279, "rfc2279/encode/surrogate-pair", asked, way, answer) is expected


@pytest.mark.parametrize(
    ("mode", "answer", "expected"),
    [
        ("skip", "ok 2 41", PASS),
        ("skip", "ok 2 eda0bd41", ALTERNATIVE),
        ("strict", "short 2 41", FAIL),
        ("strict", "short 1 eda0bd", ALTERNATIVE),
    ],
)
def test_in_little_room_a_letter_behind_a_surrogate_is_kept_to_itself(
    mode: str, answer: str, expected: Verdict
) -> None:
    case, asked = "rfc2279/encode/high-surrogate-before-a-letter", f"encode-room UTF-8 {mode}"
    assert verdict(RFC_2279, case, asked, "room 4", answer) is expected


@pytest.mark.parametrize(
    ("asked", "way", "answer", "expected"),
    [
        ("encode UCS-4 strict", "whole", "ok 00110000", PASS),
        ("encode UCS-4 strict", "whole", "error 0", ALTERNATIVE),
        ("encode UCS-4 strict", "whole", "error 1", FAIL),
        ("encode UCS-4 replace", "whole", "ok 0000fffd", ALTERNATIVE),
        ("encode UCS-4 skip", "whole", "ok -", ALTERNATIVE),
        ("encode UCS-4 skip", "whole", "ok 00000041", FAIL),
        ("encode-chunks UCS-4 strict", "chunks 1+0", "error 0", ALTERNATIVE),
        ("encode-room UCS-4 strict", "room 4", "error 0", ALTERNATIVE),
        ("encode-room UCS-4 replace", "room 4", "ok 1 0000fffd", ALTERNATIVE),
        ("encode-room UCS-4 replace", "room 4", "ok 1 00110000", PASS),
    ],
)
def test_a_refusal_may_be_the_alternative(
    asked: str, way: str, answer: str, expected: Verdict
) -> None:
    case = "ucs-4/values/encode-first-beyond-unicode"
    assert verdict(UCS_4, case, asked, way, answer) is expected


@pytest.mark.parametrize(
    ("case", "answer", "expected"),
    [
        ("four-different-octets", "ok 12345678", PASS),
        ("four-different-octets", "error 0", ALTERNATIVE),
        ("pair", "error 0", ALTERNATIVE),
        ("pair", "error 1", FAIL),
        ("last-number-of-plane-16", "error 0", FAIL),
    ],
)
def test_what_may_be_refused_may_be_refused_when_it_is_encoded_back(
    case: str, answer: str, expected: Verdict
) -> None:
    assert (
        verdict(UCS_4, f"ucs-4/values/{case}", "encode UCS-4 strict", "whole", answer) is expected
    )


@pytest.mark.parametrize(
    ("encoding", "big", "little"),
    [(Encoding.UTF_16, "feff", "fffe"), (Encoding.UTF_32, "0000feff", "fffe0000")],
)
def test_nothing_written_for_nothing_is_an_alternative_to_a_signature(
    encoding: Encoding, big: str, little: str
) -> None:
    case = f"{encoding.lower()}/encode/empty"
    claims = Claims(("iso10646",))
    whole = str(Offer(Op.ENCODE, encoding, Mode.STRICT))
    room = str(Offer(Op.ENCODE_ROOM, encoding, Mode.STRICT))
    for signature in (big, little):
        assert verdict(claims, case, whole, "whole", f"ok {signature}") is PASS
        assert verdict(claims, case, room, "room 4", f"ok 0 {signature}") is PASS
    assert verdict(claims, case, whole, "whole", "ok -") is ALTERNATIVE
    assert verdict(claims, case, room, "room 4", "ok 0 -") is ALTERNATIVE
    assert verdict(claims, case, room, "room 0", "short 0 -") is PASS
    assert verdict(claims, case, whole, "whole", "ok 00") is FAIL
