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
    """A state that is not restored counts it: two octets and, by itself, FF behind the first of
    three chunks.

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


# ---- encoders ----


def test_a_restored_encoder_answers_as_to_plain_chunks(command: Command) -> None:
    lines = (
        "41 | 42 | 43",
        "-",
        "- | 41 42 | - | 43",
        "41 42 43",
        "41 | ffff | 43",
        "41 42 | 43 ffff",
    )
    plain = asked(command, "encode-chunks right UTF-8 strict", *lines)
    assert plain == [
        *("ok 01 | 02 | 03 | 03", "ok - | 00", "ok - | 0102 | - | 03 | 03", "ok 010203 | 03"),
        *("error 1", "error 3"),
    ]
    assert asked(command, "encode-resumed right UTF-8 strict", *lines) == plain


def test_what_is_written_in_between_is_the_rest_and_a_high_surrogate(command: Command) -> None:
    """A state that is not restored counts it: two characters and D83D behind the first of three.

    Behind the second chunk a fresh encoder goes on, which has been given nothing. An error ends
    what is written on, and is not told.
    """
    lines = ("41 | 42 | 43", "41", "41 | -", "41 | 42 | ffff 43")
    found = asked(command, "encode-resumed forgets UTF-8 strict", *lines)
    assert found == ["ok 01 | 05 | 01 | 02", "ok 01 | 02", "ok 01 | - | 00", "error 2"]


def test_an_encoder_is_given_no_value_that_its_type_does_not_have(in_c: Command) -> None:
    found = asked(in_c, "encode-resumed in-ascii UTF-8 strict", "41 | 42 | 43", "41", "41 | d83d")
    assert found[:2] == ["ok 01 | 04 | 01 | 01", "ok 01 | 01"]
    assert found[2].startswith("impossible ")


@pytest.mark.parametrize("line", ["41 |", "| 41", "41 | | 42", "41 - | 42", "xy | 41"])
def test_a_line_in_another_form_is_not_answered(command: Command, line: str) -> None:
    for op in ("encode-chunks", "encode-resumed"):
        [found] = asked(command, f"{op} right UTF-8 strict", line)
        assert found.startswith("failed ")
