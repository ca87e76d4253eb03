"""Answers with one key have one verdict: a group looks at one of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator

import pytest

from utfproof.engine.judging.judge import Judgement, judge
from utfproof.engine.questions.question import Question
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Claims, Settings
from utfproof.model.verdict import Verdict
from utfproof.oracle import chunked, comparison, encoded, sliced
from utfproof.oracle.chunked import ChunkedGroup
from utfproof.oracle.comparison import GroupComparer
from utfproof.oracle.encoded import ChunkedTextGroup
from utfproof.oracle.question_group import QuestionGroup
from utfproof.oracle.sliced import SlicedGroup
from utfproof.proof.families.restricted import RestrictedGroup

ENCODINGS = (Encoding.UTF_8, Encoding.UTF_16, Encoding.UTF_16LE, Encoding.UTF_32, Encoding.CESU_8)
INPUTS = tuple(
    map(bytes.fromhex, ("41e9", "efbbbf41", "efbbbf80", "fffe4100", "fffe0000", "feff0041",
                        "d83dde00", "3dd800de", "eda0bdedb880", "c3a941", "e282"))
)  # fmt: skip
PROFILES = ("unicode", "rfc2781", "cesu-8", "whatwg")
MODES = (Mode.STRICT, Mode.REPLACE, Mode.SKIP)


def all_settings() -> Iterator[Settings]:
    for profile in PROFILES:
        for units in ("code-points", "utf-16"):
            for encoding in ENCODINGS:
                found = Claims((profile,), {"units": units}).settings(encoding)
                if found:
                    yield found


def decoders(own: Settings) -> Iterator[QuestionGroup]:
    for mode in MODES:
        for octets in INPUTS:
            offer = Offer(Op.DECODE_CHUNKS, own.encoding, mode)
            found = chunked.splits(len(octets))[::3]
            yield ChunkedGroup("chunks", offer, own.for_decoding(), octets, found)
            within = offer.with_op(Op.DECODE_WITHIN)
            beside = sliced.neighbours(own.scheme)[::29]
            yield SlicedGroup("within", within, own.for_decoding(), octets, beside)


def encoders(own: Settings) -> Iterator[QuestionGroup]:
    for mode in MODES:
        for _, texts in encoded.chunked_texts()[::9]:
            offer = Offer(Op.ENCODE_CHUNKS, own.encoding, mode)
            asked = tuple((0, chunks) for chunks in texts[::8])
            yield ChunkedTextGroup("texts", offer, own.for_encoding(), asked)


def given(group: QuestionGroup, index: int) -> Iterable[bytes]:
    """Give answers, right ones and wrong ones: all at once, part by part, at a wrong moment."""
    line = group.lines[index]
    if group.offer.op is Op.DECODE_WITHIN:
        return (b"ok", b"ok 41", b"ok feff 41", b"ok fffd", b"error 0 1", b"error 3 1", b"nonsense")
    encodes = group.offer.op.encodes
    chunks = line.count(b"|" if encodes else b" ") + 1
    texts = (b"41", b"e941", b"feff 41", b"d83d de00", b"1f600", b"fffd", b"")
    written = (b"41", b"feff 0041", b"fffe 4100", b"0041", b"4100", b"00000041", b"c3a9 41")
    answers = [b"error 0 1", b"error 2 1 | |", b"impossible above 10ffff", b"nonsense"]
    answers.append(b"ok e9 |41" + b" |" * (chunks - 1))
    behind = b" | -" * chunks
    answers += [b"ok " + one + behind for one in (b"00 41", b"0 041", b"- 0041", b"0041")]
    for text in written if encodes else texts:
        first, _, second = text.partition(b" ")
        for bars in (chunks - 1, chunks, chunks + 1):
            moments = [b""] * (bars + 1)
            moments[0], moments[-1] = first, second or moments[-1]
            answers.append(_moments(moments, encodes=encodes))
            answers.append(_moments([*[b""] * bars, text], encodes=encodes))
    return answers


def _moments(moments: list[bytes], *, encodes: bool) -> bytes:
    if encodes:
        return b"ok " + b" | ".join(one.replace(b" ", b"") or b"-" for one in moments)
    return b"ok" + b" |".join(b" " + one if one else b"" for one in moments)


@pytest.mark.parametrize("groups", [decoders, encoders])
def test_answers_with_one_key_have_one_verdict(
    groups: Callable[[Settings], Iterator[QuestionGroup]],
) -> None:
    shared = 0
    for own in all_settings():
        for group in groups(own):
            known: dict[Hashable, Verdict] = {}
            for index in range(group.count):
                for answer in given(group, index):
                    key = group.verdict_key(index, answer)
                    if key is None:
                        continue
                    verdict = judge(group.question(index), answer).verdict
                    shared += key in known
                    told = (own, group.offer, group.lines[index], answer)
                    assert known.setdefault(key, verdict) is verdict, told
    assert shared


def test_a_group_with_lines_left_out_has_the_keys_of_the_others() -> None:
    own = next(all_settings())
    offer = Offer(Op.DECODE_CHUNKS, own.encoding, Mode.STRICT)
    group = ChunkedGroup("chunks", offer, own, b"\xef\xbb\xbfA", ((1, 3), (4,), (2, 2)))
    assert RestrictedGroup(group, (1,)).verdict_key(0, b"ok 41 |") == (b"ok 41", 0)
    assert group.verdict_key(0, b"ok 41 |") == (b"ok 41", -1)


def test_what_comes_in_time_is_judged_answer_by_answer() -> None:
    prompt = next(one for one in all_settings() if one.prompt)
    offer = Offer(Op.DECODE_CHUNKS, prompt.encoding, Mode.STRICT)
    group = ChunkedGroup("chunks", offer, prompt, b"\xef\xbb\xbfA", ((1, 3),))
    assert group.verdict_key(0, b"ok 41 | |") is None


def test_of_answers_with_one_key_one_is_looked_at_and_the_least_line_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = next(one for one in all_settings() if not one.prompt)
    offer = Offer(Op.DECODE_CHUNKS, own.encoding, Mode.STRICT)
    # Of lines of one length the second is the least.
    group = ChunkedGroup("chunks", offer, own, b"\xef\xbb\xbfA", ((3, 1), (1, 3), (2, 2)))
    looked: list[bytes] = []

    def counted(question: Question, answer: bytes) -> Judgement:
        looked.append(question.line)
        return judge(question, answer)

    monkeypatch.setattr(comparison, "judge", counted)
    judged = GroupComparer().judged(group, own, [b"ok 99 | |", b"ok | 99 |", b"ok | | 99"])
    assert looked == [b"efbbbf 41", b"ef bbbf41"]
    assert judged.gravest
    assert (judged.verdict, judged.wrong) == (Verdict.FAIL, 3)
    assert (judged.gravest.question.line, judged.gravest.answer) == (b"ef bbbf41", b"ok | 99 |")


def test_a_text_or_octets_without_bars_are_no_answer_to_chunks() -> None:
    own = next(one for one in all_settings() if not one.prompt)
    decode = Offer(Op.DECODE_CHUNKS, own.encoding, Mode.STRICT)
    encode = decode.with_op(Op.ENCODE_CHUNKS)
    read = ChunkedGroup("chunks", decode, own, b"AB", ((1, 1),))
    written = ChunkedTextGroup("texts", encode, own.for_encoding(), ((0, ((0x41,), (0x42,))),))
    for group, right, bare in (
        (read, b"ok 41 | 42 |", b"ok 41 42"),
        (written, b"ok 41 | 42 | -", b"ok 4142"),
    ):
        assert judge(group.question(0), right).verdict is Verdict.PASS
        assert judge(group.question(0), bare).verdict is Verdict.BROKEN


def test_between_neighbours_the_answer_is_the_key() -> None:
    own = next(all_settings())
    offer = Offer(Op.DECODE_WITHIN, own.encoding, Mode.STRICT)
    group = SlicedGroup("within", offer, own, b"A", sliced.neighbours(own.scheme))
    assert group.verdict_key(0, b"ok 41") == group.verdict_key(1, b"ok 41") == b"ok 41"
