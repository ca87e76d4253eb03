"""The cause of an error is judged where it is promised, and taken as it comes elsewhere."""

from __future__ import annotations

import pytest

from utfproof.engine.attribution.attribute import broken
from utfproof.engine.judging.judge import judge
from utfproof.engine.questions.question import expected
from utfproof.model.operation import Offer
from utfproof.model.profile import Claims, Settings
from utfproof.model.verdict import Verdict
from utfproof.oracle.causes import CausesGroup
from utfproof.oracle.comparison import GroupComparer
from utfproof.oracle.whole import WholeInputGroup

EXACT, OPEN = {"cause": "exact"}, dict[str, str]()


def group(encoding: str, options: dict[str, str], *inputs: str) -> tuple[CausesGroup, Settings]:
    """Return inputs as a group of questions, with the settings of the codec that is asked."""
    offer = Offer.parse(f"validate {encoding} strict")
    found = Claims(("rfc3629", "rfc2781", "iso10646"), options).settings(offer.encoding)
    assert found
    octets = tuple(map(bytes.fromhex, inputs))
    return CausesGroup(WholeInputGroup("case", offer, found, octets), found), found


@pytest.mark.parametrize(
    ("encoding", "octets", "right", "wrong"),
    [
        ("UTF-8", "41e282", "error 1 ? truncated", "error 1 ? ill-formed"),
        ("UTF-8", "41e282", "error 1 2 truncated", "error 1 2 ill-formed"),
        ("UTF-8", "41e282", "error ? ? truncated", "error ? ? ill-formed"),
        ("UTF-8", "41e28241", "error 1 ? ill-formed", "error 1 ? truncated"),
        ("UTF-8", "eda0", "error 0 1 ill-formed", "error 0 1 truncated"),
        ("UTF-8", "f5", "error 0 1 ill-formed", "error 0 1 truncated"),
        ("UTF-16BE", "0041d800", "error 2 ? truncated", "error 2 ? ill-formed"),
        ("UTF-16BE", "0041dc00", "error 2 ? ill-formed", "error 2 ? truncated"),
        ("UTF-16", "fffe00d8", "error 2 ? truncated", "error 2 ? ill-formed"),
        ("UTF-32LE", "000011", "error 0 ? ill-formed", ""),
        ("UTF-16BE", "dc", "error 0 1 ill-formed", ""),
        ("UTF-16BE", "dc", "error 0 1 truncated", ""),
        ("UTF-8", "e282", "error 0 ? ?", "error 0 ?"),
    ],
)
def test_the_cause_is_judged_where_it_is_promised(
    encoding: str, octets: str, right: str, wrong: str
) -> None:
    promised, settings = group(encoding, EXACT, octets)
    question = promised.question(0)
    assert judge(question, right.encode()).verdict is Verdict.PASS
    assert _compared(promised, settings, right) is Verdict.PASS
    if not wrong:
        return
    judged = judge(question, wrong.encode())
    bad = Verdict.FAIL if wrong.count(" ") > 2 else Verdict.BROKEN
    assert judged.verdict is bad
    assert _compared(promised, settings, wrong) is bad
    if bad is Verdict.FAIL:
        assert broken(settings, judged) == ("UNICODE-D-09",)
        assert expected(question).split(" ")[-1] == right.rsplit(" ", maxsplit=1)[-1]
    unpromised, free = group(encoding, OPEN, octets)
    assert _compared(unpromised, free, wrong) is (Verdict.PASS if bad is Verdict.FAIL else bad)


def _compared(asked: CausesGroup, settings: Settings, answer: str) -> Verdict:
    return GroupComparer().judged(asked, settings, [answer.encode()]).verdict


def test_one_wrong_cause_among_many_right_ones_is_found() -> None:
    asked, settings = group("UTF-8", EXACT, "41", "e282", "f09f98", "ff", "c3", "e28241")
    right = [b"ok", b"error 0 ? truncated", b"error 0 ? truncated", b"error 0 ? ill-formed"]
    right += [b"error 0 ? truncated", b"error 0 ? ill-formed"]
    assert GroupComparer().judged(asked, settings, right).verdict is Verdict.PASS
    for at, answer in enumerate(right[1:], start=1):
        swapped = b"error 0 ? " + (b"ill-formed" if b"truncated" in answer else b"truncated")
        found = GroupComparer().judged(asked, settings, [*right[:at], swapped, *right[at + 1 :]])
        assert (found.verdict, found.at) == (Verdict.FAIL, at)


@pytest.mark.parametrize("answer", ["ok", "error 1 ? truncated", "error 0 2 ill-formed"])
def test_everything_else_is_judged_as_a_validator_is(answer: str) -> None:
    for options in (EXACT, OPEN):
        asked, settings = group("UTF-8", {**options, "replacement": "byte"}, "ff41")
        assert judge(asked.question(0), answer.encode()).verdict is Verdict.FAIL
        assert _compared(asked, settings, answer) is Verdict.FAIL
