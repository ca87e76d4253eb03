"""What is kept of a program that runs to its end: all of its last words, whatever it leaves."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from utfproof.confinement import limited_run
from utfproof.confinement.command import Command


def run(program: str, *, seconds: float = 20) -> limited_run.LimitedRun:
    command = Command((sys.executable, "-c", program), Path("/"), os.environ, 0)
    return limited_run.run(command, seconds)


def test_a_pipe_that_is_told_as_ready_and_is_not_loses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual, told = os.read, set[int]()

    def read(descriptor: int, most: int) -> bytes:
        if most == limited_run._READ_OCTETS and descriptor not in told:
            told.add(descriptor)
            raise BlockingIOError
        return usual(descriptor, most)

    monkeypatch.setattr(os, "read", read)
    done = run("print('first', flush=True); import time; time.sleep(0.3); print('last')")
    assert done == limited_run.LimitedRun(b"first\nlast\n", b"", "")


def test_what_was_written_before_the_end_is_read_behind_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limited_run, "_read", lambda *_: time.sleep(0.01))
    assert run("print('last')").output == b"last\n"


def test_a_process_that_holds_the_pipe_open_holds_nobody_up() -> None:
    began = time.monotonic()
    done = run("import os, time; print('said', flush=True); os.fork() or time.sleep(60)")
    assert done.output == b"said\n"
    assert time.monotonic() - began < 15


SMALL_PIECES = """
import sys, time
for number in range(400):
    sys.stdout.buffer.write(b"%07d\\n" % number)
    sys.stdout.buffer.flush()
    time.sleep(0.0005)
"""


def test_long_output_in_small_pieces_keeps_its_beginning() -> None:
    done = run(SMALL_PIECES)
    assert done.output == b"".join(b"%07d\n" % number for number in range(400))


def test_of_output_without_end_the_last_part_is_kept() -> None:
    done = run(
        "import sys; [sys.stdout.write('x' * 99 + '\\n') for _ in range(60_000)]; print('end')"
    )
    assert len(done.output) == 4 << 20
    assert done.output.endswith(b"x\nend\n")
