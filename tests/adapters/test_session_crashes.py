"""Crashes: the lines that broke the adapter are blamed, and the others keep their answers."""

from __future__ import annotations

from utfproof.model.outcome import Crashed

from . import fakes
from .asked_fakes import SWEEP, blamed, decode
from .conftest import StartSession


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


def test_a_codec_is_not_charged_with_a_kill_from_outside(session_with: StartSession) -> None:
    session = session_with("killed_once")
    assert blamed(decode(session, *[b"c3a9"] * 20)) == []
    assert session.restarts > 0


def test_a_sweep_whose_process_was_killed_is_asked_again(session_with: StartSession) -> None:
    session = session_with("killed_once")
    assert blamed(session.ask("fake", SWEEP, [b"- 1"])) == []
    assert session.restarts > 0


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
