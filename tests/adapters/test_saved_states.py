"""The kits save a state, read on, and restore it: one that is not restored shows in the answer."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import fake_programs
from utfproof import locations

from .kit_programs import compiled

SOURCES = fake_programs.FOLDER / "states"
KITS = locations.adapters() / "kit"
SECONDS = 30

Command = Sequence[str | Path]


@pytest.fixture(scope="module")
def in_c(tmp_path_factory: pytest.TempPathFactory) -> Command:
    return [compiled(SOURCES / "counts.c", tmp_path_factory.mktemp("c"))]


@pytest.fixture(params=["c", "python"])
def command(request: pytest.FixtureRequest, in_c: Command) -> Command:
    return in_c if request.param == "c" else [sys.executable, "-B", SOURCES / "counts.py"]


def asked(command: Command, header: str, *lines: str) -> list[str]:
    text = "\n".join((header, *lines, "", ""))
    own = {**os.environ, "PYTHONPATH": str(KITS / "python")}
    done = subprocess.run(
        command, input=text.encode(), stdout=subprocess.PIPE, check=True, timeout=SECONDS, env=own
    )
    return done.stdout.decode("ascii").split("\n")[: len(lines)]


def test_a_restored_state_answers_as_to_plain_chunks(command: Command) -> None:
    lines = ("41 42 43", "-", "- 4142 - 43", "41424344")
    plain = asked(command, "decode-chunks right UTF-8 strict", *lines)
    assert plain == ["ok 1 | 2 | 3 | 3", "ok | 0", "ok | 1 2 | | 3 | 3", "ok 1 2 3 4 | 4"]
    assert asked(command, "decode-resumed right UTF-8 strict", *lines) == plain


def test_what_is_read_in_between_is_the_rest_and_ff(command: Command) -> None:
    """A state that is not restored counts it: two octets and FF behind the first of three chunks.

    Behind the second chunk a fresh decoder goes on, which has read nothing.
    """
    found = asked(command, "decode-resumed forgets UTF-8 strict", "41 42 43", "41", "41 -")
    assert found == ["ok 1 | 5 | 1 | 2", "ok 1 | 2", "ok 1 | | 0"]


def test_a_decoder_of_units_is_given_no_ff(in_c: Command) -> None:
    lines = ("0041 0042 0043", "00 41")
    right, unread = asked(in_c, "decode-resumed right UTF-16BE strict", *lines)
    assert right == "ok 1 2 | 3 4 | 5 6 | 6"
    assert unread.startswith("failed ")
    [found] = asked(in_c, "decode-resumed forgets UTF-16BE strict", lines[0])
    assert found == "ok 1 2 | 7 8 | 1 2 | 2"
