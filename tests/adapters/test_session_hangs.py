"""Hangs: how long a silent adapter is waited for, and which line is blamed for it."""

from __future__ import annotations

import time

import pytest

from utfproof.adapters.session import fault_locator, restarting_process, wire
from utfproof.adapters.session.process import Process
from utfproof.errors import ManifestError
from utfproof.model.operation import Offer
from utfproof.model.outcome import Garbled, Hung, NotRun

from . import fakes
from .asked_fakes import blamed, decode
from .conftest import StartSession


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


@pytest.mark.slow
@pytest.mark.parametrize(("starved", "seconds"), [(True, "1.5"), (False, "60")])
def test_a_program_that_works_and_gets_no_processor_is_waited_for(
    session_with: StartSession,
    short_deadline: float,
    monkeypatch: pytest.MonkeyPatch,
    *,
    starved: bool,
    seconds: str,
) -> None:
    if starved:  # it does work here, but the system says that it was given nothing
        monkeypatch.setattr(Process, "processor_seconds", lambda _: 0.0)
    [answer] = decode(session_with("works_long_on_ff", seconds), b"ff")
    assert isinstance(answer, bytes if starved else Hung)


@pytest.mark.slow
def test_a_starved_program_is_not_waited_for_without_end(
    session_with: StartSession, short_deadline: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Process, "processor_seconds", lambda _: 0.0)
    monkeypatch.setattr(wire, "_EXTENSIONS", 2)
    [answer] = decode(session_with("works_long_on_ff", "60"), b"ff")
    assert isinstance(answer, Hung)
