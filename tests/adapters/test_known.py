"""Known answers: where they stand, what they look like, what they show."""

from __future__ import annotations

import random
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from utfproof.adapters.session import answer_lines
from utfproof.adapters.session.known_answers import (
    KnownAnswer,
    MixedLines,
    asks_nothing,
    known_answer,
    mix,
    right,
)
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.outcome import Garbled

NONE: frozenset[int] = frozenset()
ENCODINGS = [encoding for encoding in Encoding if encoding is not Encoding.NONE]
TEXT_OPS = [op for op in Op if op not in (Op.DETECT, Op.LABEL, Op.SWEEP)]
AB = (0x61, 0x62)


def offer(op: Op, encoding: Encoding = Encoding.UTF_8) -> Offer:
    return Offer(op, encoding, Mode.STRICT)


def dice(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311  (known answers are no secrets)


def mixed(lines: int, excluded: frozenset[int] = NONE, seed: int = 1) -> MixedLines:
    questions = [b"ff"] * lines
    return mix(offer(Op.DECODE), questions, excluded, dice(seed))


@pytest.mark.parametrize("lines", [0, 1, 2, 511, 512, 5000, 65_280])
def test_the_first_and_the_last_line_of_a_block_are_known(lines: int) -> None:
    block = mixed(lines)
    assert {0, len(block.lines) - 1} <= set(block.known)
    assert len(block.known) == 2 + lines // 512
    assert len(block.lines) == lines + len(block.known)


@settings(deadline=None)
@given(st.lists(st.binary(min_size=1, max_size=3), max_size=2000), st.integers(0, 99))
def test_the_questions_keep_their_order(questions: list[bytes], seed: int) -> None:
    lines = [question.hex().encode() for question in questions]
    block = mix(offer(Op.DECODE), lines, NONE, dice(seed))
    assert block.without(block.lines) == lines


def test_their_places_and_texts_are_not_the_same_in_every_block() -> None:
    blocks = [mixed(5000, seed=seed) for seed in range(5)]
    assert len({tuple(block.known) for block in blocks}) == 5
    texts = [item.text for block in blocks for item in block.known.values()]
    assert len(set(texts)) > 50
    assert len({len(text) for text in texts}) > 10


def test_their_places_are_spread_over_the_block() -> None:
    places = sorted(mixed(50_000).known)
    assert max(later - sooner for sooner, later in pairwise(places)) < 10_000


def test_letters_that_a_format_excludes_are_never_among_them() -> None:
    excluded = frozenset({*range(0x20), 0x22, 0x5C, 0x61})
    block = mixed(5000, excluded)
    letters = {letter for item in block.known.values() for letter in item.text}
    assert letters <= set(range(0x20, 0x7F)) - excluded
    assert len(letters) > 60


def test_a_format_that_excludes_every_letter_has_none() -> None:
    block = mixed(10, frozenset(range(256)))
    assert block.known == {}
    assert block.lines == [b"ff"] * 10


@pytest.mark.parametrize("op", [Op.DETECT, Op.LABEL, Op.SWEEP])
def test_ops_whose_answers_are_not_known_get_none(op: Op) -> None:
    encoding, mode = (Encoding.UTF_8, Mode.STRICT) if op is Op.SWEEP else (Encoding.NONE, Mode.NONE)
    block = mix(Offer(op, encoding, mode), [b"41"] * 2000, NONE, dice(1))
    assert block.known == {}


@pytest.mark.parametrize(
    ("op", "encoding", "line"),
    [
        (Op.DECODE, Encoding.UTF_8, b"6162"),
        (Op.DECODE, Encoding.UTF_16, b"feff00610062"),
        (Op.DECODE, Encoding.UTF_16LE, b"61006200"),
        (Op.DECODE, Encoding.UTF_32, b"0000feff0000006100000062"),
        (Op.DECODE, Encoding.UTF_32LE, b"6100000062000000"),
        (Op.DECODE, Encoding.UCS_2, b"00610062"),
        (Op.DECODE, Encoding.CESU_8, b"6162"),
        (Op.DECODE_CHUNKS, Encoding.UTF_8, b"6162"),
        (Op.DECODE_WITHIN, Encoding.UTF_8, b"- 6162 -"),
        (Op.DECODE_AGAIN, Encoding.UTF_8, b"6162 6162"),
        (Op.DECODE_ROOM, Encoding.UTF_8, b"32 6162"),
        (Op.VALIDATE, Encoding.UTF_8, b"6162"),
        (Op.ENCODE, Encoding.UTF_16, b"61 62"),
        (Op.ENCODE_CHUNKS, Encoding.UTF_8, b"61 62"),
        (Op.ENCODE_ROOM, Encoding.UTF_8, b"32 61 62"),
    ],
)
def test_a_known_question_has_the_form_of_its_op(
    op: Op, encoding: Encoding, line: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = dice(1)
    monkeypatch.setattr(loaded, "choices", lambda *_, **__: list(AB))
    assert known_answer(offer(op, encoding), [0x61], loaded) == KnownAnswer(AB, line)


@pytest.mark.parametrize(
    ("op", "line"),
    [
        (Op.DECODE, b"ok 61 62"),
        (Op.DECODE, b"ok feff 61 62"),
        (Op.DECODE, b"ok 6100 6200"),
        (Op.DECODE, b"ok fffe0000 61000000 62000000"),
        (Op.DECODE_CHUNKS, b"ok 61 | 62"),
        (Op.DECODE_WITHIN, b"ok 61 62"),
        (Op.DECODE_AGAIN, b"ok 61 62 / ok 61 62"),
        (Op.DECODE_ROOM, b"ok 2 61 62"),
        (Op.VALIDATE, b"ok"),
        (Op.ENCODE, b"ok 6162"),
        (Op.ENCODE, b"ok efbbbf6162"),
        (Op.ENCODE, b"ok fffe61006200"),
        (Op.ENCODE, b"ok 0000feff0000006100000062"),
        (Op.ENCODE_CHUNKS, b"ok feff0061 | 0062 | -"),
        (Op.ENCODE_ROOM, b"ok 2 6162"),
    ],
)
def test_a_known_answer_is_right_whatever_becomes_of_signature_and_order(
    op: Op, line: bytes
) -> None:
    assert right(offer(op), KnownAnswer(AB, b""), line)


@pytest.mark.parametrize(
    ("op", "line"),
    [
        (Op.DECODE, b"ok"),
        (Op.DECODE, b"ok 61"),
        (Op.DECODE, b"ok 61 63"),
        (Op.DECODE, b"ok 61 62 63"),
        (Op.DECODE, b"error 0 1"),
        (Op.DECODE, b"failed"),
        (Op.DECODE, b"6162"),
        (Op.DECODE_AGAIN, b"ok 61 62 / ok 61"),
        (Op.DECODE_AGAIN, b"ok 61 / ok 61 62"),
        (Op.DECODE_ROOM, b"overrun 2"),
        (Op.VALIDATE, b"error 0 1"),
        (Op.VALIDATE, b"ok 61 62"),
        (Op.ENCODE, b"ok -"),
        (Op.ENCODE, b"ok 6163"),
        (Op.ENCODE, b"error 0"),
        (Op.ENCODE, b"impossible lone surrogate"),
        (Op.ENCODE_ROOM, b"short 1 61"),
    ],
)
def test_another_text_is_wrong(op: Op, line: bytes) -> None:
    assert not right(offer(op), KnownAnswer(AB, b""), line)


def test_a_known_question_sent_back_is_no_right_answer(subtests: pytest.Subtests) -> None:
    for op, encoding in product(TEXT_OPS, ENCODINGS):
        with subtests.test(op=str(op), encoding=str(encoding)):
            asked = offer(op, encoding)
            known = [known_answer(asked, range(0x20, 0x7F), dice(seed)) for seed in range(20)]
            assert isinstance(answer_lines.parse(op, known[0].line), Garbled)
            assert asks_nothing(asked, known, [item.line for item in known])


def shown(op: Op, *lines: bytes) -> str | None:
    texts = [(0x61,), (0x61, 0x62), (0x63,)]
    known = [KnownAnswer(text, b"") for text in texts[: len(lines)]]
    return asks_nothing(offer(op), known, lines)


def test_all_known_answers_wrong_shows_that_nothing_is_asked() -> None:
    problem = shown(Op.DECODE, b"ok 62", b"ok 61", b"error 0 1")
    assert problem == "all 3 known answers are wrong, the first: ok 62"


def test_one_right_among_wrong_ones_shows_that_something_is_asked() -> None:
    assert shown(Op.DECODE, b"ok 62", b"ok 61", b"ok 63") is None
    assert shown(Op.DECODE, b"ok 61", b"ok 61", b"error ? ?") is None


def test_one_answer_to_different_texts_shows_it_though_one_of_them_is_right() -> None:
    problem = shown(Op.DECODE, b"ok 61", b"ok 61", b"ok 61")
    assert problem == "one answer to 3 known questions: ok 61"


@pytest.mark.parametrize("op", [Op.DECODE_SIZE, Op.ENCODE_SIZE])
def test_texts_of_one_length_have_one_size(op: Op) -> None:
    alike = [KnownAnswer(text, b"") for text in ((0x61, 0x62), (0x63, 0x64))]
    assert asks_nothing(offer(op), alike, [b"ok 2 2", b"ok 2 2"]) is None
    other = [*alike, KnownAnswer((0x61,), b"")]
    problem = asks_nothing(offer(op), other, [b"ok 2 2"] * 3)
    assert problem == "one answer to 2 known questions: ok 2 2"


TOUCHED, VARIED = b"overrun read 1 past the end", b"unstable ok 61 ; ok 62"


@pytest.mark.parametrize("line", [TOUCHED, VARIED])
def test_known_answers_that_touch_memory_are_wrong_unless_another_answer_does(line: bytes) -> None:
    known = [KnownAnswer(text, b"") for text in ((0x61,), (0x63,))]
    problem = asks_nothing(offer(Op.DECODE), known, [line] * 2, [b"ok 64", b"error 0 1"])
    assert problem == f"all 2 known answers are wrong, the first: {line.decode()}"
    for other in (TOUCHED, VARIED):
        assert asks_nothing(offer(Op.DECODE), known, [line] * 2, [b"ok 64", other]) is None


@pytest.mark.parametrize("op", [op for op in Op if op.validates])
def test_a_validator_says_the_same_to_every_text(op: Op) -> None:
    assert shown(op, b"ok", b"ok", b"ok") is None
    assert shown(op, b"error 0 1", b"error 0 1", b"error 0 1")


def test_a_single_known_answer_shows_nothing() -> None:
    assert shown(Op.DECODE, b"ok 62") is None
