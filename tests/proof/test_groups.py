"""Groups of answers: compared as a whole, looked at closely once for codecs that answer alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import settings as set_hypothesis
from hypothesis import strategies as st

from utfproof.adapters.session.blocks import Answer
from utfproof.engine.judging.judge import judge
from utfproof.engine.questions.decode_input import DecodeInput
from utfproof.engine.questions.question import Question
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.outcome import Crashed
from utfproof.model.profile import Claims, Settings
from utfproof.model.verdict import RANK, Verdict
from utfproof.oracle.answer_profile import AnswerProfile, delivers_less
from utfproof.oracle.comparison import GroupComparer, JudgedGroup
from utfproof.oracle.nearest_profile import nearest
from utfproof.oracle.question_group import Expected, PlainGroup, QuestionGroup
from utfproof.oracle.sliced import ReusedObjectGroup
from utfproof.oracle.verdict_cache import VerdictCache
from utfproof.oracle.whole import WholeInputGroup, close_question
from utfproof.reference import replacement, schemes

OFFER = Offer(Op.DECODE, Encoding.UTF_8, Mode.STRICT)
INPUTS = (b"A", b"\xc3\xa9", b"\x80")
RIGHT = [b"ok 41", b"ok e9", b"error 0 1"]
WRONG = [b"ok 41", b"ok e9", b"ok 80"]


def settings(profile: str = "rfc3629") -> Settings:
    found = Claims((profile,)).settings(Encoding.UTF_8)
    assert found
    return found


@dataclass
class Counted(PlainGroup):
    """A group of whole inputs that counts how often a question was looked at."""

    group: WholeInputGroup
    looked_at: list[int] = field(default_factory=list)

    @property
    def id(self) -> str:
        return self.group.id

    @property
    def offer(self) -> Offer:
        return self.group.offer

    @property
    def lines(self) -> Sequence[bytes]:
        return self.group.lines

    @property
    def answer_profiles(self) -> Sequence[AnswerProfile]:
        return self.group.answer_profiles

    def expected(self, answer_profile: AnswerProfile) -> Expected:
        return self.group.expected(answer_profile)

    def question(self, index: int) -> Question:
        self.looked_at.append(index)
        return self.group.question(index)


@pytest.fixture
def group() -> Counted:
    return Counted(WholeInputGroup("families/some/utf-8/group", OFFER, settings(), INPUTS))


def test_right_answers_are_not_looked_at(group: Counted) -> None:
    assert GroupComparer().judged(group, settings(), RIGHT).verdict is Verdict.PASS
    assert not group.looked_at


LATE = (b"AB\xc3\xa9\xf0\x9f\x98\x80\xff", b"A\x80\x80B", b"AB\xe2\x82")
LESS = [
    [b"error 8 1 41 42 e9 1f600", b"error 1 1 41", b"error 2 2 41 42"],
    [b"error 8 1 41", b"error 1 1", b"error 2 2 41 42"],
    [b"error ? ? 41 42", b"error ? ? 41", b"error ? ? 41"],
]


@pytest.mark.parametrize("answers", LESS)
def test_refusals_that_give_less_of_the_text_before_are_not_looked_at(answers: list[bytes]) -> None:
    own = Counted(WholeInputGroup("families/some/utf-8/group", OFFER, settings(), LATE))
    assert GroupComparer().judged(own, settings(), answers).verdict is Verdict.PASS
    assert not own.looked_at
    for index, answer in enumerate(answers):
        assert judge(own.question(index), answer).verdict is Verdict.PASS


@pytest.mark.parametrize("wrong", [b"error 8 1 42", b"error 8 1 41 e9", b"error 8 1 4", b"error 8"])
def test_other_text_before_an_error_is_looked_at(wrong: bytes) -> None:
    own = Counted(WholeInputGroup("families/some/utf-8/group", OFFER, settings(), LATE))
    answers = [wrong, *LESS[0][1:]]
    found = GroupComparer().judged(own, settings(), answers)
    assert found.verdict is judge(own.question(0), wrong).verdict
    assert not found.verdict.green


@pytest.mark.parametrize("rest", [b" / ok 42", b" | 42", b" @1"])
def test_an_answer_that_lacks_a_part_is_not_one_that_delivers_less(rest: bytes) -> None:
    assert delivers_less(b"error 2 1 41", b"error 2 1 41 42")
    assert not delivers_less(b"error 2 1 41", b"error 2 1 41" + rest)


REPLACING = Offer(Op.DECODE, Encoding.UTF_8, Mode.REPLACE)
ILL_FORMED = (b"A\x80", b"\x80B\xe2\x82", b"\xc0\x80", b"\xf0\x90\x80C", b"\xff", b"D\xffD")
IN_ITS_OWN_WAY = [b"ok 41 3f", b"ok 3f 42 3f", b"ok 3f", b"ok 3f 3f 43", b"ok 3f", b"ok 44 3f 44"]


@dataclass
class Memorable(Counted):
    """A group that notes of which profiles all answers were wanted."""

    profiles_asked: list[AnswerProfile] = field(default_factory=list)

    def expected(self, answer_profile: AnswerProfile) -> Expected:
        self.profiles_asked.append(answer_profile)
        return super().expected(answer_profile)

    def expected_at(
        self, answer_profile: AnswerProfile, indices: Sequence[int]
    ) -> Iterable[bytes | None]:
        return self.group.expected_at(answer_profile, indices)


def replacing(inputs: tuple[bytes, ...] = ILL_FORMED) -> Memorable:
    return Memorable(WholeInputGroup("families/some/utf-8/group", REPLACING, settings(), inputs))


def test_a_codec_that_replaces_in_its_own_way_passes_without_all_profiles_being_tried() -> None:
    comparer, first, second = GroupComparer(), replacing(), replacing()
    for group in (first, second):
        assert comparer.judged(group, settings(), IN_ITS_OWN_WAY).verdict is Verdict.PASS
    assert len(second.profiles_asked) == 1  # that of the group before


@pytest.mark.parametrize("wrong", [b"ok 3f 43 43", b"ok 43", b"ok 3f 3f 3f 3f 43", b"error 0 1"])
@pytest.mark.parametrize("at", range(6))
def test_one_wrong_answer_of_such_a_codec_fails_wherever_it_stands(wrong: bytes, at: int) -> None:
    comparer = GroupComparer()
    comparer.judged(replacing(), settings(), IN_ITS_OWN_WAY)
    answers = [*IN_ITS_OWN_WAY]
    answers[at] = wrong
    found = comparer.judged(replacing(), settings(), answers)
    assert (found.verdict, found.wrong, found.at) == (Verdict.FAIL, 1, at)


@pytest.mark.parametrize("cut", [b"error", b"error ", b"error  1", b"err", b""])
def test_a_refusal_that_is_cut_off_is_a_broken_answer(cut: bytes) -> None:
    refused = WholeInputGroup("families/some/utf-8/group", OFFER, settings(), (b"\x80", b"\xff"))
    found = GroupComparer().judged(refused, settings(), [cut, b"error 0 1"])
    assert (found.verdict, found.at) == (Verdict.BROKEN, 0)


def test_codecs_that_answer_alike_are_looked_at_once(group: Counted) -> None:
    memory = VerdictCache()
    all_wrong = [b"ok 42", b"ok 80", b"ok 80"]
    first = GroupComparer(memory).judged(group, settings(), all_wrong)
    assert (first.verdict, first.wrong) == (Verdict.FAIL, 3)
    assert first.gravest
    assert first.gravest.question.line == b"41"
    assert sorted(group.looked_at) == [0, 1, 2]
    again = GroupComparer(memory).judged(group, settings(), all_wrong)
    assert (again.verdict, again.wrong, again.at) == (first.verdict, first.wrong, first.at)
    assert again.gravest
    assert (again.gravest.question.line, again.gravest.actual) == (b"41", first.gravest.actual)
    assert group.looked_at[3:] == [0]  # the one that is shown


def test_other_answers_and_other_promises_have_their_own_verdict(group: Counted) -> None:
    memory = VerdictCache()
    GroupComparer(memory).judged(group, settings(), WRONG)
    worse = [b"ok 42", *WRONG[1:]]
    gravest = GroupComparer(memory).judged(group, settings(), worse).gravest
    assert gravest
    assert gravest.question.line == b"41"
    GroupComparer(memory).judged(group, settings("unicode"), WRONG)
    assert group.looked_at == [2, 0, 2, 2]


def test_a_crash_is_looked_at_every_time(group: Counted) -> None:
    memory = VerdictCache()
    crashed: list[Answer] = [*RIGHT[:2], Crashed("signal 11", "")]
    for _ in range(2):
        assert GroupComparer(memory).judged(group, settings(), crashed).verdict is Verdict.CRASH
    assert group.looked_at == [2, 2]


TORN = (b"\xe2\x82", b"\xf0\x9f\x98A", b"\xed\xa0\x80", b"\xc0\x80\xff", b"A\xe2\x82\xac", b"\x80")
WIDE = (b"\xd8\x00", b"\x00A", b"\xdc\x00\xd8\x00", b"\xd8\x00\x00A", b"\x00", b"\xd8\x01\xdc\x01")
DECODERS = [
    (Encoding.UTF_8, Mode.STRICT, TORN),
    (Encoding.UTF_8, Mode.REPLACE, TORN),
    (Encoding.UTF_16, Mode.STRICT, WIDE),
    (Encoding.UTF_16, Mode.REPLACE, WIDE),
]


def decoder(encoding: Encoding, mode: Mode, inputs: tuple[bytes, ...]) -> WholeInputGroup:
    own = Claims(("rfc3629", "rfc2781", "iso10646")).settings(encoding)
    assert own
    return WholeInputGroup("families/some/group", Offer(Op.DECODE, encoding, mode), own, inputs)


AGAIN = Offer(Op.DECODE_AGAIN, Encoding.UTF_8, Mode.STRICT)
GROUPS = [
    *(decoder(*one) for one in DECODERS),
    ReusedObjectGroup("families/some/group", AGAIN, settings(), TORN[1], INPUTS[:2]),
]


@given(st.sampled_from(GROUPS), st.data())
def test_the_chosen_answer_profile_is_the_nearest_one(
    group: QuestionGroup, data: st.DataObject
) -> None:
    profiles = group.answer_profiles
    own = [group.expected(answer_profile) for answer_profile in profiles]
    others = [b"ok", b"error 0 1", b"error ? ?", b"ok fffd", b"ok 41"]
    mostly = data.draw(st.sampled_from(own))
    answers = list(mostly)
    for at, told in enumerate(zip(*own, strict=True)):
        if data.draw(st.integers(0, 3)) == 3:
            answers[at] = data.draw(st.sampled_from([*told, *others]))
    pairs = [zip(answers, one, strict=True) for one in own]
    wrong = [
        sum(not profile.agrees(*pair) for pair in of)
        for profile, of in zip(profiles, pairs, strict=True)
    ]
    answer_profile, different = nearest(group, None, answers)
    assert len(different) == min(wrong)
    assert answer_profile == profiles[wrong.index(min(wrong))]


LENIENT = [
    WholeInputGroup(
        "families/some/group", Offer(Op.DECODE, Encoding.UTF_8, mode), settings(profile), TORN
    )
    for profile in ("rfc3629", "unicode")
    for mode in (Mode.STRICT, Mode.REPLACE)
]
WIDER = [
    decoder(encoding, mode, WIDE)
    for encoding in (Encoding.UTF_16BE, Encoding.UTF_32BE)
    for mode in (Mode.STRICT, Mode.REPLACE)
]
LENGTHS = [b"0", b"2", b"9", b"?", b"999999999"]


def near_answers(group: WholeInputGroup, at: int) -> list[bytes]:
    """Return answers of profiles, with other lengths too, and those of other policies."""
    policies = [policy.value for policy in replacement.policies_of(group.settings.scheme)]
    profiles = [replace(one, policy=policy) for one in group.answer_profiles for policy in policies]
    own = {answer for one in profiles if (answer := group.expected(one)[at])}
    heads = {answer.rpartition(b" ")[0] for answer in own if answer.startswith(b"error 0")}
    return sorted({*own, *(head + b" " + length for head in heads for length in LENGTHS)})


@set_hypothesis(max_examples=600)
@given(st.sampled_from([*LENIENT, *WIDER]), st.data())
def test_a_group_has_the_verdict_of_its_gravest_answer(
    group: WholeInputGroup, data: st.DataObject
) -> None:
    """Answers whose length or policy differs are not looked at one by one; it changes nothing."""
    answers: list[Answer] = [one or b"" for one in group.expected(group.answer_profiles[0])]
    for at in data.draw(st.sets(st.integers(0, len(answers) - 1), max_size=4)):
        answers[at] = data.draw(st.sampled_from(near_answers(group, at)))
    found = GroupComparer().judged(group, group.settings, answers)
    verdicts = [judge(group.question(at), answer).verdict for at, answer in enumerate(answers)]
    gravest = min(verdicts, key=RANK.__getitem__)
    assert found.verdict is gravest
    if gravest is not Verdict.PASS:
        assert found.wrong == verdicts.count(gravest)
        sizes = [
            (len(line), line, at)
            for at, (line, verdict) in enumerate(zip(group.lines, verdicts, strict=True))
            if verdict is gravest
        ]
        assert found.at == min(sizes)[2]


@pytest.mark.parametrize(
    ("group", "answers", "verdict"),
    [
        (LENIENT[0], [b"error 0 9"] * 4 + [b"ok 41 20ac", b"error 0 9"], Verdict.PASS),
        (LENIENT[2], [b"error 0 9"] * 4 + [b"ok 41 20ac", b"error 0 9"], Verdict.NON_STRICT),
        (
            LENIENT[3],
            [b"ok fffd", b"ok fffd 41", b"ok fffd", b"ok fffd fffd", b"ok 41 20ac", b"ok fffd"],
            Verdict.NON_STRICT,
        ),
    ],
)
def test_one_answer_is_looked_at_where_many_break_a_recommendation_alone(
    group: WholeInputGroup, answers: list[Answer], verdict: Verdict
) -> None:
    counted = Counted(group)
    assert GroupComparer().judged(counted, group.settings, answers).verdict is verdict
    assert len(counted.looked_at) <= 1


def test_a_stance_that_fits_no_answer_of_a_group_says_nothing_of_its_verdict() -> None:
    """The codec read unmarked text as little-endian before: an alternative, where it happens."""
    unmarked = decoder(Encoding.UTF_16, Mode.REPLACE, (b"\x00A", b"\x00B"))
    marked = decoder(Encoding.UTF_16, Mode.REPLACE, (b"\xfe\xff\xd8\x00", b"\xfe\xff\xdc\x00\x00A"))
    comparer, own = GroupComparer(), unmarked.settings
    before = comparer.judged(unmarked, own, [b"ok 4100", b"ok 4200"])
    assert before.verdict is Verdict.ALTERNATIVE
    question_marks = [b"ok 3f", b"ok 3f 41"]
    assert comparer.judged(marked, own, question_marks) == JudgedGroup(marked, Verdict.PASS)


@pytest.mark.parametrize("encoding", [Encoding.UTF_16, Encoding.UTF_32])
@pytest.mark.parametrize(
    ("op", "mode"), [(Op.VALIDATE, Mode.STRICT), *((Op.DECODE, mode) for mode in Mode)]
)
def test_a_refusal_of_unmarked_text_is_expected_without_reading_it(
    op: Op, mode: Mode, encoding: Encoding
) -> None:
    claims = Claims(("rfc2781", "iso10646"), {"unmarked": "refuse"})
    own = claims.settings(encoding)
    assert own
    marks = (b"\xfe\xff", b"\xff\xfe", b"\x00\x00\xfe\xff", b"\xff\xfe\x00\x00", b"\xef\xbb\xbf")
    for octets in (b"", *WIDE, *marks, *(mark + b"\x00A\x00B" for mark in marks), b"\xfe", b"\xff"):
        found = close_question("case", Offer(op, encoding, mode), own, octets)
        read = DecodeInput.of(schemes.read(own.scheme, octets), (), own)
        whole = read.valid() if op is Op.VALIDATE else read.acceptable(mode)
        assert found.acceptable == whole, octets.hex()
