"""Text in an order that is guessed: compared together, the answers are as one by one."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from proof.one_by_one import one_by_one, seen
from utfproof.model.contract import Deviation
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Claims, Settings, Unmarked
from utfproof.model.verdict import Verdict
from utfproof.oracle.comparison import GroupComparer
from utfproof.oracle.question_group import QuestionGroup
from utfproof.oracle.whole import WholeInputGroup, ambiguous
from utfproof.proof.families.framed import FramedGroup
from utfproof.proof.families.frames import InputFrame

ENCODINGS = {Encoding.UTF_16: ("rfc2781", 2), Encoding.UTF_32: ("iso10646", 4)}
OFFERS = [
    (Op.DECODE, Mode.STRICT),
    (Op.DECODE, Mode.SKIP),
    (Op.DECODE, Mode.REPLACE),
    (Op.VALIDATE, Mode.STRICT),
]
PIECES = (b"\0\0", b"\0A", b"A\0", b"\xd8\x01", b"\x01\xd8", b"\xdc\0", b"\xfe\xff", b"\xff")


def settings(encoding: Encoding, unmarked: Unmarked, announced: tuple[Deviation, ...]) -> Settings:
    profile, _ = ENCODINGS[encoding]
    found = Claims((profile,), {"signature": "strip"}).settings(encoding)
    assert found
    return replace(found.for_decoding(), unmarked=unmarked, deviations=announced)


def groups(offer: Offer, own: Settings) -> list[QuestionGroup]:
    size = ENCODINGS[offer.encoding][1] // 2
    every = (b"".join(one) for one in product(PIECES, repeat=2 * size))
    inputs = tuple(one for one in every if not ambiguous(own, one))
    cores = (b"\0" * (2 * size - 1) + b"A", b"A" + b"\0" * (2 * size - 1))
    frames = tuple(InputFrame(cores[0], before, 1) for before in range(25))
    framed = [FramedGroup("framed", offer, own, core, frames) for core in cores]
    return [WholeInputGroup("whole", offer, own, inputs), *framed]


def test_there_is_no_other_order_where_the_name_tells_it() -> None:
    found = Claims(("rfc2781",)).settings(Encoding.UTF_16LE)
    assert found
    own = replace(found.for_decoding(), deviations=(Deviation.ORDER_GUESSED,))
    group = WholeInputGroup("case", Offer.parse("decode UTF-16LE strict"), own, (b"\0A",))
    assert group.announced_profile(group.answer_profiles[0]) is None


@pytest.mark.parametrize("unmarked", [Unmarked.LITTLE, Unmarked.BIG])
@pytest.mark.parametrize("encoding", list(ENCODINGS))
@pytest.mark.parametrize(("op", "mode"), OFFERS)
def test_a_guessed_order_is_judged_as_if_looked_at(
    op: Op, mode: Mode, encoding: Encoding, unmarked: Unmarked
) -> None:
    own = settings(encoding, unmarked, (Deviation.ORDER_GUESSED,))
    offer = Offer(op, encoding, mode)
    verdicts = set()
    for group in groups(offer, own):
        declared = group.answer_profiles[0]
        guessed = group.announced_profile(declared)
        assert guessed
        pairs = zip(group.expected(declared), group.expected(guessed), strict=True)
        mixed = [bytes(pair[at % 3 == 0] or b"") for at, pair in enumerate(pairs)]
        wrong = [b"error 99 1" if at % 23 == 2 else answer for at, answer in enumerate(mixed)]
        judged = GroupComparer().judged(group, own, mixed)
        # Answers of an alternative are not counted.
        parts = slice(None, None, 1 if judged.verdict is Verdict.BY_DESIGN else 2)
        assert seen(judged)[parts] == one_by_one(group, mixed)[parts], (offer, group.id)
        verdicts.add(judged.verdict)
        # Behind eight failures the others are counted, and not looked at.
        verdict, count, line = seen(GroupComparer().judged(group, own, wrong))
        gravest, least, example = one_by_one(group, wrong)
        assert (verdict, line) == (gravest, example)
        assert count >= least
        verdicts.add(verdict)
    assert verdicts >= {Verdict.BY_DESIGN, Verdict.FAIL}
