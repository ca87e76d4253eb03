"""Answers that a codec's documentation announces: compared together, they are as one by one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from proof.one_by_one import one_by_one, seen
from utfproof.engine.judging.judge import Judgement, judge
from utfproof.engine.questions.question import Question
from utfproof.model.contract import Deviation
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Claims, Settings
from utfproof.model.verdict import Verdict
from utfproof.oracle import comparison
from utfproof.oracle.answer_profile import AnswerProfile
from utfproof.oracle.causes import CausesGroup
from utfproof.oracle.comparison import GroupComparer
from utfproof.oracle.question_group import QuestionGroup
from utfproof.oracle.whole import WholeInputGroup
from utfproof.proof.families.framed import FramedGroup
from utfproof.proof.families.frames import InputFrame
from utfproof.reference import deviations

OFFERS = [
    Offer(op, Encoding.UTF_8, mode)
    for op, mode in (
        (Op.DECODE, Mode.STRICT),
        (Op.DECODE, Mode.SKIP),
        (Op.DECODE, Mode.REPLACE),
        (Op.VALIDATE, Mode.STRICT),
        (Op.VALIDATE_CAUSE, Mode.STRICT),
    )
]
ANNOUNCED = [
    *((one,) for one in deviations.READ),
    (Deviation.PAIRS_JOINED, Deviation.SURROGATES_READ),
    (Deviation.NUL_AS_C0_80, Deviation.NUL_REFUSED),
    (Deviation.NUL_AS_C0_80, Deviation.OVERLONG_READ),
    (Deviation.FOUR_OCTETS_READ, Deviation.EXTENDED_UTF_8),
    (Deviation.NUL_REFUSED, Deviation.NONCHARACTERS_REFUSED),
]
WRONG = b"error 99 1"
UNSURE = b"error ? ?"
CORES = tuple(
    map(
        bytes.fromhex,
        (
            "00", "80", "ff", "c3a9", "c0", "c080", "eda0", "eda080", "eda080edb080", "f4908080",
            "c0af", "e080af", "f0808080", "efb790", "f09fbfbf", "f888", "f888808080", "fd88",
            "fdbfbfbfbfbf", "fe828080808080",
        ),
    )
)  # fmt: skip
FRAMES = (
    InputFrame(b"A", 0, 0),
    InputFrame(b"A", 3, 2),
    InputFrame(b"\0", 2, 0),
    InputFrame(b"\0", 2, 1, 1, b"\0"),
    InputFrame(b"\xf4\x8f\xbf\xbf", 2, 1, 1, b"\xf4\x8f\xbf\xbf"),
)


def settings(profile: str, announced: tuple[Deviation, ...]) -> Settings:
    found = Claims((profile,)).settings(Encoding.UTF_8)
    assert found
    return replace(found.for_decoding(), deviations=announced, causes=True)


def groups(offer: Offer, own: Settings) -> Iterator[QuestionGroup]:
    """Yield all cores with something behind, and each in frames, of U+0000 and U+10FFFF too."""
    plain = offer.with_op(Op.VALIDATE) if offer.op is Op.VALIDATE_CAUSE else offer
    inputs = tuple(core + behind for core in CORES for behind in (b"", b"A", b"\x80", core))
    framed = (FramedGroup("framed", plain, own, core, FRAMES) for core in (b"", *CORES))
    every: list[QuestionGroup] = [WholeInputGroup("whole", plain, own, inputs), *framed]
    for group in every:
        yield group if plain is offer else CausesGroup(group, own)


def answers_of(group: QuestionGroup, own: AnswerProfile) -> list[bytes]:
    """Answer as announced; where no answer is sure the text is refused."""
    announced = group.announced_profile(own)
    if announced is None:  # what stands around a core is refused
        return [one or UNSURE for one in group.expected(own)]
    every = range(group.count)
    right = group.expected(own)
    said = list(group.expected_at(announced, every))
    return [one or other or UNSURE for one, other in zip(said, right, strict=True)]


def with_cause(answer: bytes) -> bytes:
    return answer + b" ?" if answer.startswith(b"error") else answer


@pytest.mark.parametrize("announced", ANNOUNCED, ids="+".join)
@pytest.mark.parametrize("profile", ["rfc3629", "unicode"])
def test_what_is_announced_is_judged_as_if_looked_at(
    announced: tuple[Deviation, ...], profile: str
) -> None:
    own = settings(profile, announced)
    verdicts = set()
    for offer in OFFERS:
        for group in groups(offer, own):
            answers = answers_of(group, group.answer_profiles[0])
            some_wrong = [WRONG if at % 23 == 2 else answer for at, answer in enumerate(answers)]
            for found in (answers, some_wrong):
                causes = offer.op is Op.VALIDATE_CAUSE
                given = list(map(with_cause, found)) if causes else found
                judged = GroupComparer().judged(group, own, given)
                assert seen(judged) == one_by_one(group, given), (offer, group.id)
                verdicts.add(judged.verdict)
    assert verdicts >= {Verdict.PASS, Verdict.BY_DESIGN, Verdict.FAIL}


def test_one_answer_of_those_announced_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    own = settings("rfc3629", (Deviation.EXTENDED_UTF_8,))
    inputs = tuple(b"A" * count + b"\xf8\x88\x80\x80\x80" for count in range(50))
    group = WholeInputGroup("case", OFFERS[0], own, (b"A", *inputs))
    answers = [b"ok 41", *(b"ok" + b" 41" * count + b" 200000" for count in range(50))]
    asked: list[bytes] = []

    def counted(question: Question, answer: bytes) -> Judgement:
        asked.append(answer)
        return judge(question, answer)

    monkeypatch.setattr(comparison, "judge", counted)
    judged = GroupComparer().judged(group, own, answers)
    assert (judged.verdict, judged.wrong, asked) == (Verdict.BY_DESIGN, 50, [b"ok 200000"])


def test_a_wrong_cause_of_an_error_that_is_announced_is_wrong() -> None:
    own = settings("rfc3629", (Deviation.NUL_REFUSED,))
    inputs = tuple(b"A" * count + b"\0" for count in range(3))
    group = CausesGroup(WholeInputGroup("case", OFFERS[3], own, inputs), own)
    answers = [b"error %d 1 truncated" % count for count in range(3)]
    expected = one_by_one(group, answers)
    assert expected[0] is Verdict.FAIL
    assert seen(GroupComparer().judged(group, own, answers)) == expected
