"""Who is to blame: exactly the lines that broke the adapter, and what becomes of the others."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from utfproof.adapters.session import fault_locator, restarting_process
from utfproof.adapters.session.blocks import Answer
from utfproof.adapters.session.process import Process
from utfproof.adapters.session.session import Session
from utfproof.adapters.session.wire import MOST_LINES, MOST_OCTETS, RenderedBlock, Wire
from utfproof.confinement.command import Command
from utfproof.errors import ManifestError
from utfproof.model.operation import Offer
from utfproof.model.outcome import Crashed, Garbled, Hung, NotRun

from . import fakes
from .conftest import StartSession

DECODE = Offer.parse("decode UTF-8 strict")
VALIDATE = Offer.parse("validate UTF-8 strict")


def decode(session: Session, *lines: bytes) -> list[Answer]:
    return session.ask("fake", DECODE, lines)


def blamed(answers: list[Answer]) -> list[int]:
    return [at for at, answer in enumerate(answers) if not isinstance(answer, bytes)]


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


@pytest.fixture
def short_deadline(monkeypatch: pytest.MonkeyPatch) -> float:
    monkeypatch.setattr(restarting_process, "_ALONE_SECONDS", 0.25)
    return 0.25


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


# ---- crashes ----


def test_one_crash_among_thousands_is_found_and_the_others_keep_their_answers(
    session_with: StartSession,
) -> None:
    lines = [b"c3a9"] * 4000
    lines[2345] = b"ff"
    session = session_with("crashes_on_ff")
    answers = decode(session, *lines)
    assert blamed(answers) == [2345]
    assert answers[2345] == Crashed("SIGSEGV", "about to crash\n")
    assert set(answers[:2345] + answers[2346:]) == {b"ok e9"}
    assert session.restarts == 2


def test_every_crash_of_a_block_is_found(session_with: StartSession) -> None:
    lines = [b"ff" if at % 50 == 49 else b"41" for at in range(500)]
    answers = decode(session_with("crashes_on_ff"), *lines)
    assert blamed(answers) == list(range(49, 500, 50))


def test_a_silent_crash_is_not_given_the_last_words_of_another(
    session_with: StartSession,
) -> None:
    answers = decode(session_with("crashes_on_ff"), b"ff", b"fe")
    assert answers == [Crashed("SIGSEGV", "about to crash\n"), Crashed("SIGSEGV", "")]


def test_a_truncated_answer_is_no_answer(session_with: StartSession) -> None:
    answers = decode(session_with("dies_in_the_middle_of_a_line"), b"41", b"42")
    assert answers == [Crashed("exit status 3", "out of luck\n")] * 2


def test_a_crash_that_needs_the_line_before_is_blamed_on_the_second(
    session_with: StartSession,
) -> None:
    lines = [b"41"] * 1000
    lines[400], lines[401] = b"fe", b"ff"
    answers = decode(session_with("crashes_on_ff_after_fe"), *lines)
    assert blamed(answers) == [401]
    assert answers[401] == Crashed("SIGABRT", "stale state\n")
    assert answers[400] == b"error 0 1"


def test_a_crash_that_no_line_alone_causes_is_blamed_on_the_line_that_completes_it(
    session_with: StartSession,
) -> None:
    answers = decode(session_with("crashes_after_300_lines"), *[b"c3a9"] * 400)
    [at] = blamed(answers)
    assert at == 298  # one of the two known answers comes first
    assert answers[at] == Crashed("SIGABRT", "")


def test_a_crash_that_happens_once_is_not_forgotten(session_with: StartSession) -> None:
    answers = decode(session_with("crashes_once"), *[b"c3a9"] * 20)
    [at] = blamed(answers)
    crash = answers[at]
    assert isinstance(crash, Crashed)
    assert crash.how.startswith("SIGABRT")
    assert crash.stderr == "only once\n"


def test_a_crash_at_a_known_answer_is_not_lost_with_it(session_with: StartSession) -> None:
    answers = decode(session_with("crashes_on_text"), *[b"c3a9"] * 5)
    assert blamed(answers) == [0, 4]
    for at in (0, 4):
        crash = answers[at]
        assert isinstance(crash, Crashed)
        assert crash.how.startswith("SIGABRT, at the known answer ")


def test_a_crash_that_leaves_a_child_at_the_pipes_is_a_crash_and_nothing_is_left(
    session_with: StartSession, short_deadline: float
) -> None:
    session = session_with("leaves_a_child")
    session.hello()
    assert session._processes._wire
    first = session._processes._wire.process.pid
    answers = decode(session, b"41", b"ff", b"42")
    assert answers == [b"ok 41", Crashed("SIGABRT"), b"ok 42"]
    assert not fakes.left(first)


def test_a_memory_hog_is_a_crash(session_with: StartSession) -> None:
    answers = decode(session_with("hogs_memory", memory=128 << 20), b"41", b"ff")
    assert answers == [b"ok 41", Crashed("more than 128 MiB of memory")]


# ---- hangs ----


@pytest.mark.slow
def test_a_hang_alone_costs_one_short_deadline(
    session_with: StartSession, short_deadline: float
) -> None:
    lines = [b"ff" if at % 10 == 9 else b"41" for at in range(120)]
    session = session_with("hangs_on_ff")
    started = time.monotonic()
    answers = decode(session, *lines)
    seconds = time.monotonic() - started
    assert blamed(answers) == list(range(9, 120, 10))
    assert all(isinstance(answer, bytes | Hung) for answer in answers)
    chances = restarting_process._SECOND_CHANCES
    assert session.restarts == 1 + 12 + chances
    assert seconds < (13 + chances * fault_locator._PATIENCE) * (short_deadline + 0.75)


@pytest.mark.parametrize("stalls", [1, 2])
def test_a_machine_that_stalls_for_once_is_not_the_codecs_fault(
    session_with: StartSession, short_deadline: float, stalls: int
) -> None:
    answers = decode(session_with("stalls_once", str(stalls)), *[b"c3a9"] * 20)
    assert blamed(answers) == []


@pytest.mark.slow
def test_a_short_sweep_that_stalls_once_is_asked_again(
    session_with: StartSession, short_deadline: float
) -> None:
    sweep = Offer.parse("sweep UTF-8 strict")
    [answer] = session_with("stalls_once", "1").ask("codec", sweep, [b"- 1"])
    assert isinstance(answer, bytes)
    [answer] = session_with("stalls_once", "9").ask("codec", sweep, [b"- 1"])
    assert isinstance(answer, Hung)


def test_a_hang_tells_how_long_it_was_waited_for(
    session_with: StartSession, short_deadline: float
) -> None:
    [answer] = decode(session_with("hangs_on_ff"), b"ff")
    assert isinstance(answer, Hung)
    patience = short_deadline * fault_locator._PATIENCE
    assert patience <= answer.seconds < patience + 0.1


@pytest.mark.slow
def test_a_late_answer_is_never_read_as_the_next_one(
    session_with: StartSession, short_deadline: float
) -> None:
    session = session_with("answers_late")
    [late] = decode(session, b"ff")
    assert isinstance(late, Hung)
    time.sleep(1)
    assert decode(session, b"41", b"42") == [b"ok 41", b"ok 42"]


def test_the_process_of_a_late_answer_is_dead(
    session_with: StartSession, short_deadline: float
) -> None:
    session = session_with("hangs_on_ff")
    session.hello()
    assert session._processes._wire
    first = session._processes._wire.process.pid
    decode(session, b"ff")
    assert not fakes.left(first)


@pytest.mark.slow
@pytest.mark.parametrize("fake", ["complains_without_end", "falls_silent"])
def test_silence_to_plain_text_is_the_adapters_and_is_not_waited_for_again(
    session_with: StartSession, short_deadline: float, fake: str
) -> None:
    session = session_with(fake)
    answers = decode(session, b"41", *[b"c3a9"] * 50)
    [silence] = set(answers)
    assert isinstance(silence, Garbled)
    assert silence.problem.startswith("not even plain text is answered: silence for ")
    started = time.monotonic()
    assert decode(session, b"41") == [silence]
    assert time.monotonic() - started < short_deadline


@pytest.mark.slow
def test_a_flood_of_complaints_does_not_hide_the_silence(
    session_with: StartSession, short_deadline: float
) -> None:
    session = session_with("complains_without_end")
    decode(session, b"41")
    assert "noise noise" in session.stderr


def test_a_codec_that_needs_long_for_every_line_is_slow_and_hangs_at_none(
    session_with: StartSession, short_deadline: float
) -> None:
    answers = decode(session_with("is_slow", "0.05"), *[b"c3a9"] * 10)
    assert answers == [b"ok e9"] * 10


@pytest.mark.slow
def test_a_codec_that_needs_many_times_its_deadlines_is_given_up(
    session_with: StartSession, short_deadline: float
) -> None:
    session = session_with("is_slow", "0.1")
    answers = decode(session, *[b"c3a9"] * 100)
    slow = NotRun("too slow for its deadlines: raise seconds-per-block in adapter.yaml")
    assert answers[0] == b"ok e9"
    assert set(answers[20:]) == {slow}
    assert decode(session, b"41") == [slow]


def test_a_process_that_offers_something_else_than_the_first_is_refused(
    session_with: StartSession,
) -> None:
    session = session_with("changes_its_hello")
    session.hello()
    with pytest.raises(ManifestError, match="a later process names other codecs"):
        decode(session, b"ff")


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
