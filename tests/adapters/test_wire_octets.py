"""One exchange, octet by octet: pipes of this process stand for those of an adapter."""

from __future__ import annotations

import contextlib
import os
import select
import threading
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import cast

import pytest

from utfproof.adapters.session import limits, wire
from utfproof.adapters.session.process import Process, ProcessUsage
from utfproof.adapters.session.wire import Broken, Died, Late, Nonsense, RenderedBlock, Wire
from utfproof.confinement.command import Command

HEADER = b"decode fake UTF-8 strict"
MIB = 1 << 20
PATIENCE = 5.0


NOBODY = 1 << 22
"""The number of a process that is not there: Linux gives none so high."""


class PipedProcess:
    """The pipes of a process that is not there; `code` tells how it ended, `octets` its size."""

    def __init__(self) -> None:
        self.reads, self.stdin = os.pipe()
        self.stdout, self.writes = os.pipe()
        self.stderr, self.complains = os.pipe()
        for end in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(end, False)
        self.command = Command([], Path(), {}, 3 * MIB)
        self.code: str | None = None
        self.octets, self.processes = 0, 1
        self.processes = 1
        self.looks: list[float] = []
        self.heard: list[bytes] = []
        self.speakers: list[threading.Thread] = []

    def keep_stderr(self, data: bytes) -> None:
        self.heard.append(data)

    def usage(self) -> ProcessUsage:
        self.looks.append(time.monotonic())
        return ProcessUsage(self.processes, self.octets)

    @property
    def pid(self) -> int:
        return NOBODY

    def processor_seconds(self) -> float:
        return 0.0

    def ended(self) -> str | None:
        return self.code

    def gone(self) -> str | None:
        return self.code

    def answers(self, *pieces: bytes, ends: bool = False) -> None:
        """Say something, in pieces, as soon as something is asked; close stdout behind it."""

        def speak() -> None:
            select.select([self.reads], [], [], PATIENCE)
            for piece in pieces:
                os.write(self.writes, piece)
                time.sleep(0.001)
            if ends:
                os.close(self.writes)

        self.in_parallel(speak)

    def in_parallel(self, program: Callable[[], None]) -> None:
        self.speakers.append(threading.Thread(target=program))
        self.speakers[-1].start()

    def hears(self) -> bytes:
        return os.read(self.reads, MIB)

    def close(self) -> None:
        for speaker in self.speakers:
            speaker.join()
        for end in (self.reads, self.stdin, self.stdout, self.writes, self.stderr, self.complains):
            with contextlib.suppress(OSError):
                os.close(end)


@pytest.fixture
def piped() -> Iterator[PipedProcess]:
    process = PipedProcess()
    yield process
    process.close()


def wire_of(process: PipedProcess) -> Wire:
    return Wire(cast("Process", process))


def block(lines: int) -> RenderedBlock:
    return RenderedBlock.of(HEADER, [b"41"] * lines)


def exchanged(process: PipedProcess, asked: RenderedBlock, seconds: float = PATIENCE) -> bytes:
    return wire_of(process).exchange(asked, seconds)


def broken(process: PipedProcess, asked: RenderedBlock, seconds: float = PATIENCE) -> Broken:
    with pytest.raises(Broken) as caught:
        exchanged(process, asked, seconds)
    return caught.value


# ---- the block that is sent ----


def test_a_block_is_its_header_its_lines_and_an_empty_line() -> None:
    made = RenderedBlock.of(HEADER, [b"41", b"-"])
    octets = HEADER + b"\n41\n-\n\n"
    assert made == RenderedBlock(octets, 2, MIB + 16 * len(octets), b"")
    assert RenderedBlock.of(b"hello 1", []) == RenderedBlock(b"hello 1\n\n", 0, MIB + 16 * 9, b"")


def test_a_sweep_may_be_answered_at_length() -> None:
    made = RenderedBlock.of(b"sweep fake", [b"- 3"])
    assert made == RenderedBlock(b"sweep fake\n- 3\n\n", 1, 64 * MIB)
    assert RenderedBlock.of(b"sweeper", [b"- 3"]).most == MIB + 16 * 13


def test_lines_that_stand_end_to_end_make_the_same_block() -> None:
    made = RenderedBlock.joined(HEADER, b"41\n-\n", 2, b"ok 41\nok\n")
    octets = HEADER + b"\n41\n-\n\n"
    assert made == RenderedBlock(octets, 2, MIB + 16 * len(octets), b"ok 41\nok\n")


def test_the_limits_are_those_of_the_protocol() -> None:
    assert (limits.MOST_LINES, limits.MOST_OCTETS) == (65_536, 4 * MIB)
    assert RenderedBlock(b"", 0).most == MIB


# ---- answers ----


@pytest.mark.parametrize(
    ("lines", "said", "answers"),
    [
        (0, b"\n", b""),
        (0, b"\r\n", b""),
        (1, b"ok 41\n\n", b"ok 41"),
        (2, b"ok 41\nerror 0 1\n\n", b"ok 41\nerror 0 1"),
        (2, b"ok 41\r\nok 42\r\n\r\n", b"ok 41\nok 42"),
        (2, b"ok 41\nok 42\r\n\n", b"ok 41\nok 42"),
        (2, b" \n~\n\n", b" \n~"),
    ],
)
def test_answers_come_without_the_empty_line(
    piped: PipedProcess, lines: int, said: bytes, answers: bytes
) -> None:
    piped.answers(said)
    asked = block(lines)
    assert exchanged(piped, asked) == answers
    assert piped.hears() == asked.octets


@pytest.mark.parametrize(
    ("lines", "said", "problem", "answers"),
    [
        (1, b"ok\nok\nok\n", "more lines than were asked", 1),
        (1, b"ok\nok\n\n", "more lines than were asked", 1),
        (0, b"ok\n\n", "more lines than were asked", 0),
        (3, b"ok\n\n", "1 lines for 3", 0),
        (3, b"ok\nok\n\n", "2 lines for 3", 0),
        (3, b"\n", "0 lines for 3", 0),
        (2, b"\nok\n\n", "an empty line among the answers", 0),
        (3, b"ok\n\nok\n\n", "an empty line among the answers", 0),
        (2, b"ok\n\n\n", "an empty line among the answers", 0),
        (3, b"\nok\nok\n\n", "an empty line among the answers", 0),
        (1, b"ok \x1f\n\n", "octets that are not ASCII text", 0),
        (1, b"ok \x7f\n\n", "octets that are not ASCII text", 0),
        (1, b"ok \xc3\xa9\n\n", "octets that are not ASCII text", 0),
        (1, b"ok\r41\n\n", "octets that are not ASCII text", 0),
    ],
)
def test_other_octets_are_no_block_of_answers(
    piped: PipedProcess, lines: int, said: bytes, problem: str, answers: int
) -> None:
    piped.answers(said)
    error = broken(piped, block(lines))
    assert (type(error), error.problem, error.answers) == (Nonsense, problem, answers)


def test_answers_may_come_in_any_pieces(piped: PipedProcess) -> None:
    piped.answers(*[bytes([octet]) for octet in b"ok 41\r\nok 42\r\n\r\n"])
    assert exchanged(piped, block(2)) == b"ok 41\nok 42"


def test_awaited_answers_are_not_looked_through(piped: PipedProcess) -> None:
    asked = RenderedBlock.joined(HEADER, b"41\n", 1, b"ok \x7f\n")
    piped.answers(b"ok \x7f\n\n")
    assert exchanged(piped, asked) == b"ok \x7f"


def test_octets_that_came_without_a_question_are_no_answer(piped: PipedProcess) -> None:
    speaking = wire_of(piped)
    os.write(piped.writes, b"x" * 70)
    with pytest.raises(Nonsense) as caught:
        speaking.exchange(block(1), 5.0)
    assert caught.value.problem == f"{b'x' * 60!r} came without being asked"
    assert caught.value.answers == 0
    os.set_blocking(piped.reads, False)
    with pytest.raises(BlockingIOError):
        piped.hears()


@pytest.mark.parametrize(
    ("said", "most", "told"),
    [
        (10, 10, ""),
        (11, 10, "answers of more than 0 MiB to 29 octets"),
        (3 * MIB + 1, 3 * MIB, "answers of more than 3 MiB to 29 octets"),
    ],
)
def test_more_octets_than_a_block_may_have_are_not_read(
    piped: PipedProcess, said: int, most: int, told: str
) -> None:
    piped.answers(b"ok\n", b"x" * (said - 3))
    error = broken(piped, RenderedBlock(HEADER + b"\n41\n\n", 2, most), 0.1 if not told else 5.0)
    assert type(error) is (Nonsense if told else Late)
    assert error.problem == (told or "no answer within the deadline")
    assert error.answers == 1


# ---- what is sent while answers come ----


def test_a_block_longer_than_a_pipe_is_written_as_it_is_read(piped: PipedProcess) -> None:
    asked = RenderedBlock.of(HEADER, [b"4" * 100] * 5000)
    heard: list[bytes] = []

    def listen() -> None:
        while sum(map(len, heard)) < len(asked.octets):
            heard.append(piped.hears())
            os.write(piped.writes, b"ok\n" if len(heard) == 1 else b"")
        os.write(piped.writes, b"ok\n" * 4999 + b"\n")

    piped.in_parallel(listen)
    assert exchanged(piped, asked) == b"\n".join([b"ok"] * 5000)
    assert b"".join(heard) == asked.octets


def test_a_reader_that_is_gone_is_heard_to_the_end(piped: PipedProcess) -> None:
    os.close(piped.reads)

    def speak() -> None:
        time.sleep(0.05)
        os.write(piped.writes, b"ok 41\n\n")

    piped.in_parallel(speak)
    assert exchanged(piped, block(1)) == b"ok 41"


def test_complaints_are_kept_and_are_no_answer(piped: PipedProcess) -> None:
    os.write(piped.complains, b"deprecated\n")
    assert type(broken(piped, block(1), 0.02)) is Late
    assert piped.heard == [b"deprecated\n"]


def test_the_end_of_complaints_is_heard_once(piped: PipedProcess) -> None:
    os.close(piped.complains)
    speaking = wire_of(piped)
    spent = time.process_time()
    with pytest.raises(Late):
        speaking.exchange(block(1), 0.2)
    assert time.process_time() - spent < 0.1
    assert piped.heard == []


# ---- the end ----


def test_no_answer_in_time_tells_how_many_came_before(piped: PipedProcess) -> None:
    piped.answers(b"ok\nok\no")
    error = broken(piped, block(3), 0.02)
    assert (type(error), error.problem) == (Late, "no answer within the deadline")
    assert error.answers == 2


def test_a_process_that_is_gone_when_time_is_up_has_died(piped: PipedProcess) -> None:
    piped.code = "exit status 3"
    piped.answers(b"ok\n")
    error = broken(piped, block(2), 0.02)
    assert (type(error), error.problem, error.answers) == (Died, "exit status 3", 1)


@pytest.mark.parametrize(
    ("code", "kind", "problem"),
    [
        ("SIGSEGV", Died, "SIGSEGV"),
        (None, Nonsense, "stdout was closed while the program lives on"),
    ],
)
def test_the_end_of_answers_is_a_death_where_the_process_ended(
    piped: PipedProcess, code: str | None, kind: type[Broken], problem: str
) -> None:
    piped.code = code
    piped.answers(b"ok\nok\no", ends=True)
    error = broken(piped, block(3))
    assert (type(error), error.problem, error.answers) == (kind, problem, 2)


@pytest.mark.parametrize(("octets", "grown"), [(3 * MIB, False), (3 * MIB + 1, True)])
def test_a_process_beyond_its_memory_has_died(
    piped: PipedProcess, octets: int, monkeypatch: pytest.MonkeyPatch, *, grown: bool
) -> None:
    monkeypatch.setattr(wire, "_MEMORY_CHECK_SECONDS", 0.005)
    piped.octets = octets
    piped.answers(b"ok\n")
    error = broken(piped, block(2), 0.05)
    told = "more than 3 MiB of memory" if grown else "no answer within the deadline"
    assert (type(error), error.problem, error.answers) == (Died if grown else Late, told, 1)


def test_memory_is_looked_at_again_and_again(
    piped: PipedProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "_MEMORY_CHECK_SECONDS", 0.02)
    assert type(broken(piped, block(1), 0.3)) is Late
    assert 3 <= len(piped.looks) <= 16
    assert all(after - before >= 0.02 for before, after in pairwise(piped.looks))


def test_an_exchange_leaves_no_pipe_to_write_to_behind(piped: PipedProcess) -> None:
    speaking = wire_of(piped)
    with pytest.raises(Late):
        speaking.exchange(RenderedBlock.of(HEADER, [b"4" * 200_000]), 0.02)
    os.set_blocking(piped.reads, False)
    while True:
        try:
            piped.hears()
        except BlockingIOError:
            break
    assert speaking._poll.poll(0) == []
