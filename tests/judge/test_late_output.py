"""Under the Encoding Standard output is due with the chunk that decides it, and room is filled."""

from __future__ import annotations

import pytest

from utfproof.engine.judging.judge import judge
from utfproof.engine.judging.shortfall import shortfall
from utfproof.engine.questions.delivery import due, owed_by
from utfproof.engine.questions.question import Question, expected
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Offer, Op
from utfproof.model.outcome import Values
from utfproof.model.profile import Claims, Settings
from utfproof.model.verdict import Verdict
from utfproof.oracle.chunked import ChunkedGroup
from utfproof.oracle.comparison import GroupComparer
from utfproof.oracle.encoded import ChunkedTextGroup

WEB = Claims(("whatwg",))
STATED = Claims(("unicode",), {"delivery": "prompt", "replacement": "byte"})
FILLS = Claims(("whatwg",), {"units": "utf-16", "room": "filled"})


def settings(claims: Claims, encoding: Encoding = Encoding.UTF_8) -> Settings:
    """Return the settings of claims that speak for an encoding."""
    found = claims.settings(encoding)
    assert found
    return found


def stream(line: str, mode: str, claims: Claims, encoding: str = "UTF-8") -> ChunkedGroup:
    """Return chunks as a group of one question."""
    chunks = [bytes.fromhex("" if field == "-" else field) for field in line.split(" ")]
    offer = Offer.parse(f"decode-chunks {encoding} {mode}")
    split = tuple(map(len, chunks))
    return ChunkedGroup("case", offer, settings(claims, offer.encoding), b"".join(chunks), (split,))


def text(op: Op, room: int, chunks: tuple[Values, ...], claims: Claims) -> Question:
    """Return a question to an encoder."""
    offer = Offer.parse(f"{op.value} UTF-8 replace")
    return ChunkedTextGroup(
        "case", offer, settings(claims).for_encoding(), ((room, chunks),)
    ).question(0)


def said(question: Question, answer: str) -> tuple[Verdict, str]:
    """Return the verdict of an answer, and what it is short of."""
    judged = judge(question, answer.encode())
    return judged.verdict, shortfall(judged)


@pytest.mark.parametrize(
    ("line", "prompt", "late", "missing"),
    [
        ("41 42", "ok 41 | 42 |", "ok | 41 42 |", "41 is due with chunk 1"),
        ("41 42", "ok 41 | 42 |", "ok 41 | | 42", "42 is due with chunk 2"),
        ("e2 82ac", "ok | 20ac |", "ok | | 20ac", "20ac is due with chunk 2"),
        ("f0 8f 92", "ok | fffd fffd | fffd |", "ok | | | fffd fffd fffd",
         "fffd fffd is due with chunk 2"),
        ("f0 8f 92", "ok | fffd fffd | fffd |", "ok | fffd | fffd fffd |",
         "fffd is due with chunk 2"),
        ("f090 - 41", "ok | | fffd 41 |", "ok | | fffd | 41", "41 is due with chunk 3"),
        ("eda0 80", "ok fffd fffd | fffd |", "ok | fffd fffd fffd |",
         "fffd fffd is due with chunk 1"),
        ("efbb bf41", "ok | 41 |", "ok | | 41", "41 is due with chunk 2"),
        ("41 f0", "ok 41 | | fffd", "ok | 41 | fffd", "41 is due with chunk 1"),
    ],
)  # fmt: skip
def test_under_whatwg_a_chunk_brings_all_that_it_decides(
    line: str, prompt: str, late: str, missing: str
) -> None:
    question = stream(line, "replace", WEB).question(0)
    assert said(question, prompt) == (Verdict.PASS, "")
    assert said(question, late) == (Verdict.FAIL, f"late: {missing}")
    assert expected(question) == prompt
    # Nothing but the time is wrong: without the promise the same answer passes.
    unhurried = Claims(("unicode",), {"replacement": "maximal-subpart", "signature": "strip"})
    assert said(stream(line, "replace", unhurried).question(0), late) == (Verdict.PASS, "")


@pytest.mark.parametrize("answer", ["ok 41 | 42 |", "ok | 41 42 |", "ok | | 41 42"])
def test_where_no_document_fixes_it_text_may_come_at_any_time(answer: str) -> None:
    assert said(stream("41 42", "strict", Claims()).question(0), answer) == (Verdict.PASS, "")


@pytest.mark.parametrize(
    ("line", "right"),
    [
        # Half a unit, and a high surrogate that may still get its low one, are not decided.
        ("00 41", "ok | 41 |"),
        ("d83d de00", "ok | 1f600 |"),
        ("d83dde 00", "ok | 1f600 |"),
        ("dc 00", "ok | fffd |"),
        ("d800 00 41", "ok | | fffd 41 |"),
        ("d800 d800 dc00", "ok | fffd | 10000 |"),
        ("feff 0041", "ok | 41 |"),
        ("0041 d8", "ok 41 | | fffd"),
    ],
)
def test_in_utf_16_units_decide(line: str, right: str) -> None:
    question = stream(line, "replace", WEB, "UTF-16BE").question(0)
    assert said(question, right) == (Verdict.PASS, "")
    assert expected(question) == right


def test_the_halves_of_a_pair_may_come_apart() -> None:
    claims = Claims(("whatwg",), {"units": "utf-16"})
    question = stream("d83d de00", "replace", claims, "UTF-16BE").question(0)
    assert said(question, "ok d83d | de00 |") == (Verdict.PASS, "")


@pytest.mark.parametrize(
    ("line", "answer", "verdict"),
    [
        ("ff 41", "error ? ? |", Verdict.FAIL),
        ("ff 41", "error ? ?", Verdict.PASS),
        ("41 ff 41", "error ? ? 41 |", Verdict.PASS),
        ("41 ff 41", "error ? ? 41 | |", Verdict.FAIL),
        ("41 f0", "error ? ? 41 | |", Verdict.PASS),
    ],
)
def test_a_fatal_decoder_tells_an_error_in_time(line: str, answer: str, verdict: Verdict) -> None:
    assert said(stream(line, "strict", WEB).question(0), answer)[0] is verdict
    unhurried = said(stream(line, "strict", Claims()).question(0), answer)[0]
    assert unhurried is (Verdict.NON_STRICT if verdict is Verdict.FAIL else Verdict.PASS)


def test_a_decoder_that_sniffs_looks_at_three_octets_first() -> None:
    sniffs = Claims(("whatwg",), {"signature": "sniff"})
    assert said(stream("41 42 43", "replace", sniffs).question(0), "ok | | 41 42 43 |") == (
        Verdict.PASS, "",
    )  # fmt: skip
    assert said(stream("ff 42 43", "strict", sniffs).question(0), "error ? ? | |")[0] is (
        Verdict.PASS
    )
    late = said(stream("41 42 43", "replace", sniffs).question(0), "ok | | 41 42 | 43")
    assert late == (Verdict.FAIL, "late: 43 is due with chunk 3")


def test_where_the_count_depends_on_what_follows_nothing_is_due_behind_an_error() -> None:
    question = stream("41 c0 80 42", "replace", STATED).question(0)
    assert said(question, "ok 41 | | | | fffd fffd 42") == (Verdict.PASS, "")
    assert said(question, "ok | 41 | | | fffd fffd 42")[0] is Verdict.FAIL


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [(b"ok 41 | 42 |", Verdict.PASS), (b"ok | 41 42 |", Verdict.FAIL)],
)
def test_answers_to_generated_inputs_are_judged_alike(answer: bytes, verdict: Verdict) -> None:
    group = stream("41 42", "strict", WEB)
    assert GroupComparer().judged(group, group.settings, [answer]).verdict is verdict


PAIR = ((0x41, 0xD83D), (0xDE00,))


@pytest.mark.parametrize(
    ("answer", "verdict", "missing"),
    [
        ("ok 41 | f09f9880 | -", Verdict.PASS, ""),
        ("ok - | 41f09f9880 | -", Verdict.FAIL, "late: 41 is due with chunk 1"),
        ("ok 41 | - | f09f9880", Verdict.FAIL, "late: f09f9880 is due with chunk 2"),
    ],
)
def test_an_encoder_keeps_a_high_surrogate_alone(
    answer: str, verdict: Verdict, missing: str
) -> None:
    claims = Claims(("whatwg",), {"units": "utf-16"})
    assert said(text(Op.ENCODE_CHUNKS, 0, PAIR, claims), answer) == (verdict, missing)


def test_a_high_surrogate_without_its_low_one_is_known_by_what_follows() -> None:
    claims = Claims(("whatwg",), {"units": "utf-16"})
    question = text(Op.ENCODE_CHUNKS, 0, ((0xD83D,), (0x41, 0xD83D)), claims)
    assert said(question, "ok - | efbfbd41 | efbfbd") == (Verdict.PASS, "")
    assert said(question, "ok - | - | efbfbd41efbfbd")[0] is Verdict.FAIL


@pytest.mark.parametrize(
    ("room", "answer", "verdict", "missing"),
    [
        (10, "ok 3 616263", Verdict.PASS, ""),
        (10, "short 1 61", Verdict.FAIL, "room is left: 62 fits"),
        (3, "short 0 -", Verdict.FAIL, "room is left: 61 fits"),
        (3, "short 2 6162", Verdict.FAIL, "room is left: 63 fits"),
        (2, "short 2 6162", Verdict.PASS, ""),
        (2, "short 1 61", Verdict.FAIL, "room is left: 62 fits"),
        (0, "short 0 -", Verdict.PASS, ""),
    ],
)
def test_an_encoder_that_fills_its_room_stops_only_where_nothing_more_fits(
    room: int, answer: str, verdict: Verdict, missing: str
) -> None:
    question = text(Op.ENCODE_ROOM, room, (tuple(b"abc"),), FILLS)
    assert said(question, answer) == (verdict, missing)
    plain = text(Op.ENCODE_ROOM, room, (tuple(b"abc"),), WEB)
    assert said(plain, answer) == (Verdict.PASS, "")


def test_half_a_pair_is_not_taken() -> None:
    question = text(Op.ENCODE_ROOM, 3, ((0xD83D, 0xDE00, 0x41),), FILLS)
    assert said(question, "short 0 -") == (Verdict.PASS, "")
    assert said(question, "short 1 -")[0] is Verdict.FAIL


def test_nothing_is_due_before_what_stands_in_front_of_it() -> None:
    assert owed_by([(0, 1), (3, 1), (1, 2)], 4) == (0, 1, 1, 1, 4)
    assert owed_by([(0, 1), (4, 1), (1, 2)], 4) == (0, 1, 1, 1, 1), "the flush decides the second"
    assert due((0, 2, 0, 2), owed_by([(0, 1), (3, 1)], 4)) == (0, 1, 1, 2)
