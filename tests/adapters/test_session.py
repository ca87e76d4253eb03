"""Sessions: what is sent, what an answer is, and when a session stops asking."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from utfproof.adapters.session import restarting_process
from utfproof.adapters.session.limits import MOST_LINES, MOST_OCTETS
from utfproof.adapters.session.process import Process
from utfproof.adapters.session.session import Session
from utfproof.adapters.session.wire import RenderedBlock, Wire
from utfproof.confinement.command import Command
from utfproof.errors import ManifestError
from utfproof.model.operation import Offer
from utfproof.model.outcome import Crashed, Garbled, NotRun

from .asked_fakes import DECODE, VALIDATE, blamed, decode
from .conftest import StartSession


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[RenderedBlock]:
    """Return the list that every block which is sent is added to."""
    blocks: list[RenderedBlock] = []
    exchange = Wire.exchange

    def recorded(self: Wire, block: RenderedBlock, seconds: float) -> bytes:
        blocks.append(block)
        return exchange(self, block, seconds)

    monkeypatch.setattr(Wire, "exchange", recorded)
    return blocks


# ---- hello ----


def test_hello_names_codecs_versions_and_offers(session_with: StartSession) -> None:
    [codec] = session_with("honest").hello()
    assert (codec.name, codec.version) == ("fake", "1")
    assert [str(offer) for offer in codec.offers] == [
        "decode UTF-8 strict",
        "validate UTF-8 strict",
        "encode UTF-8 strict",
    ]


def test_hello_may_come_again_and_is_answered_by_the_same_process(
    session_with: StartSession,
) -> None:
    session = session_with("honest")
    assert session.hello() == session.hello()
    assert session.restarts == 0


@pytest.mark.parametrize(
    ("fake", "problem"),
    [
        ("speaks_version_2", "it speaks protocol 2, not 1"),
        ("greets_with_garbage", "it is no JSON"),
        ("dies_before_hello", "the program said: cannot load the library"),
        ("stays_silent", "no hello: no answer within the deadline"),
    ],
)
def test_a_bad_hello_names_the_manifest_and_the_problem(
    fake: str, problem: str, session_with: StartSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restarting_process, "_HELLO_SECONDS", 0.5)
    session = session_with(fake)
    with pytest.raises(ManifestError, match=problem) as caught:
        session.hello()
    assert caught.value.place.endswith("adapter.yaml")
    assert caught.value.hint


def test_a_program_that_is_missing_is_named(tmp_path: Path) -> None:
    command = Command([sys.executable, "no_such_program.py"], tmp_path, {}, 1 << 30)
    missing = pytest.raises(ManifestError, match="no_such_program")
    with Session(command, seconds=20) as session, missing as caught:
        session.hello()
    assert caught.value.hint


def test_a_slow_start_is_no_hang(session_with: StartSession, short_deadline: float) -> None:
    session = session_with("starts_slowly")
    assert decode(session, b"41") == [b"ok 41"]
    assert session.restarts == 0


# ---- blocks ----


def test_every_line_has_one_answer_in_order(session_with: StartSession) -> None:
    lines = [f"{0x4E00 + at:x}" for at in range(3000)]
    inputs = [chr(int(line, 16)).encode().hex().encode() for line in lines]
    answers = decode(session_with("honest"), *inputs)
    assert answers == [f"ok {line}".encode() for line in lines]


def test_nothing_asked_is_nothing_answered(
    session_with: StartSession, sent: list[RenderedBlock]
) -> None:
    assert decode(session_with("honest")) == []
    assert sent == []


def test_blocks_keep_to_the_sizes_of_the_protocol(
    session_with: StartSession, sent: list[RenderedBlock]
) -> None:
    lines = [b"41"] * (MOST_LINES + 10) + [b"42" * 1000] * 4000
    answers = decode(session_with("honest"), *lines)
    assert [answer[:5] for answer in answers if isinstance(answer, bytes)] == [
        b"ok 41",
    ] * (MOST_LINES + 10) + [b"ok 42"] * 4000
    assert len(sent) >= 4
    assert max(block.lines for block in sent) <= MOST_LINES
    assert max(len(block.octets) for block in sent) <= MOST_OCTETS


def test_a_line_longer_than_a_block_is_not_sent(
    session_with: StartSession, sent: list[RenderedBlock]
) -> None:
    answers = decode(session_with("honest"), b"41", b"41" * MOST_OCTETS, b"42")
    assert answers == [b"ok 41", NotRun("the line is longer than a block may be"), b"ok 42"]
    assert max(len(block.octets) for block in sent) <= MOST_OCTETS


def test_a_sweep_has_time_for_all_its_strings(session_with: StartSession) -> None:
    session = session_with("honest")
    sweep = Offer.parse("sweep UTF-8 strict").op
    assert session._processes.deadline(sweep, [b"- 0"]) < 1.01
    assert session._processes.deadline(sweep, [b"- 2"]) == 1 + 20
    assert session._processes.deadline(sweep, [b"e2 3", b"e3 3"]) == 1 + 2 * 256 * 20


def test_a_block_has_time_for_all_its_lines(session_with: StartSession) -> None:
    session = session_with("honest")
    assert session._processes.deadline(DECODE.op, [b"41"] * (MOST_LINES // 2)) == 1 + 10
    assert session._processes.deadline(DECODE.op, [b"4" * (MOST_OCTETS // 2)]) == 1 + 10


# ---- the budget ----


def test_the_processor_time_of_processes_that_ended_still_counts(
    session_with: StartSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Process, "processor_seconds", lambda _: 1.0)
    session = session_with("crashes_on_ff")
    assert session.processor_seconds == 0
    decode(session, b"61", b"ff", b"61")
    assert session.processor_seconds == session.restarts + 1
    session.close()
    assert session.processor_seconds == session.restarts + 1


def test_the_rest_is_not_run_when_the_restarts_are_spent(
    session_with: StartSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restarting_process, "_RESTARTS", 5)
    session = session_with("crashes_on_ff")
    answers = decode(session, *[b"41", b"ff"] * 10)
    kinds = [type(answer) for answer in answers]
    assert kinds == [bytes, Crashed] * 5 + [NotRun] * 10
    assert answers[-1] == NotRun("the restart budget is spent")
    assert decode(session, b"41") == [NotRun("the restart budget is spent")]
    assert session.restarts == 6
    [answer] = session.ask("another", DECODE, [b"41"])
    assert not isinstance(answer, NotRun)


def test_an_adapter_that_does_not_start_again_leaves_the_rest_not_run(
    session_with: StartSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restarting_process, "_BACK_OFF", (0.0, 0.01, 0.01))
    session = session_with("starts_only_once")
    session.hello()
    answers = decode(session, b"41", b"ff", b"42")
    assert {type(answer) for answer in answers} == {NotRun}
    assert "does not start again: exit status 1" in str(answers[0])
    assert "the licence is used up" in session.stderr
    assert session.restarts == 1 + 3


def test_a_start_that_fails_is_no_crash_of_the_line_that_waits(
    session_with: StartSession,
) -> None:
    session = session_with("fails_every_other_start")
    answers = decode(session, b"41", b"ff", b"42", b"ff", b"43")
    assert [type(answer) for answer in answers] == [bytes, Crashed, bytes, Crashed, bytes]


def test_a_search_that_the_budget_ends_blames_the_first_line_without_an_answer(
    session_with: StartSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restarting_process, "_RESTARTS", 3)
    answers = decode(session_with("crashes_after_300_lines"), *[b"c3a9"] * 400)
    assert blamed(answers) == [0]


# ---- adapters that do not ask ----


@pytest.mark.parametrize(
    ("fake", "problem"),
    [
        ("echoes", "known answers are wrong"),
        ("says_the_same_always", "known answers are wrong"),
        ("answers_without_asking", "known answers are wrong"),
        ("refuses_everything", "known answers are wrong"),
        ("says_a_line_too_few", "0 lines for 1"),
    ],
)
def test_an_adapter_that_does_not_ask_its_codec_is_broken(
    fake: str, problem: str, session_with: StartSession
) -> None:
    answers = decode(session_with(fake), b"c3a9", b"41")
    assert len(answers) == 2
    for answer in answers:
        assert isinstance(answer, Garbled)
        assert problem in answer.problem


def test_one_wrong_known_answer_is_not_broken(session_with: StartSession) -> None:
    answers = decode(session_with("misreads_the_first_line"), b"c3a9", b"41")
    assert answers == [b"ok e9", b"ok 41"]


def test_a_validator_that_accepts_everything_asks_nothing_that_shows(
    session_with: StartSession,
) -> None:
    answers = session_with("honest").ask("fake", VALIDATE, [b"41", b"ff"])
    assert answers == [b"ok", b"error 0 1"]


def test_the_seed_fixes_the_known_answers(
    session_with: StartSession, sent: list[RenderedBlock]
) -> None:
    for seed in (1, 1, 2):
        decode(session_with("honest", seed=seed), *[b"41"] * 600)
    _, first, _, second, _, other = sent
    assert first == second != other


def test_an_op_of_a_later_protocol_is_not_asked(session_with: StartSession) -> None:
    [codec] = session_with("offers_the_unknown").hello()
    assert [str(offer) for offer in codec.offers] == ["decode UTF-8 strict", "encode UTF-8 strict"]
