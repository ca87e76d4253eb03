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
