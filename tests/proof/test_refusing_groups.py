"""Decoders that want a signature: refusals are compared together, and pass by nothing else."""

from __future__ import annotations

import pytest

from utfproof.engine.judging.judge import judge
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Offer
from utfproof.model.profile import Claims
from utfproof.model.verdict import RANK, Verdict
from utfproof.oracle.answer_profile import AnswerProfile
from utfproof.oracle.comparison import GroupComparer
from utfproof.oracle.whole import WholeInputGroup


def test_a_profile_of_another_kind_of_group_is_no_measure() -> None:
    """That of groups with a signature reads what is refused where nothing marks it."""
    claims = Claims(("iso10646",), {"unmarked": "refuse"})
    own = claims.settings(Encoding.UTF_32)
    assert own
    offer = Offer.parse("decode UTF-32 strict")
    group = WholeInputGroup("a", offer, own, (bytes.fromhex("0000d800"),))
    comparer = GroupComparer()
    comparer._last[offer] = AnswerProfile()
    assert group.expected(AnswerProfile()) == [b"error 0 4"]
    assert comparer.judged(group, own, [b"error 0 4"]).verdict is Verdict.ALTERNATIVE
    comparer._last[offer] = AnswerProfile()
    assert comparer.awaited(group) is None


@pytest.mark.parametrize(
    ("wrong", "verdict"),
    [
        ({}, Verdict.ALTERNATIVE),
        ({1: b"error 0 1"}, Verdict.ALTERNATIVE),
        ({0: b"ok"}, Verdict.ALTERNATIVE),
        ({0: b"error ? ?"}, Verdict.ALTERNATIVE),
        ({2: b"ok 41"}, Verdict.FAIL),
        ({3: b"ok 4100"}, Verdict.FAIL),
        ({3: b"error ? ?"}, Verdict.FAIL),
    ],
)
def test_refusals_of_unmarked_text_are_judged_together_as_they_are_alone(
    wrong: dict[int, bytes], verdict: Verdict
) -> None:
    claims = Claims(("rfc2781",), {"unmarked": "refuse"})
    own = claims.settings(Encoding.UTF_16)
    assert own
    inputs = tuple(map(bytes.fromhex, ("", "41", "0041", "feff0041", "d800", "fffe")))
    group = WholeInputGroup("a", Offer.parse("decode UTF-16 strict"), own, inputs)
    answers = [b"ok", b"error ? ?", b"error ? ?", b"ok 41", b"error ? ?", b"ok"]
    answers = [wrong.get(at, answer) for at, answer in enumerate(answers)]
    found = GroupComparer().judged(group, own, answers)
    alone = [judge(group.question(at), answer).verdict for at, answer in enumerate(answers)]
    assert found.verdict is verdict
    assert verdict is min(alone, key=RANK.__getitem__)
    assert found.gravest
    assert found.gravest.verdict is verdict
