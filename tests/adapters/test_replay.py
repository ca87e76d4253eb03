"""A replay: everything is sent at once, and the program always comes to an end."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from utfproof.adapters.check.replay import replay
from utfproof.errors import ManifestError

from . import fakes

ASKED = b"hello 1\n\ndecode fake UTF-8 strict\n4f4b\n\n"


def test_all_that_came_is_kept_with_how_the_program_ended(tmp_path: Path) -> None:
    done = replay(fakes.command("honest", tmp_path), ASKED, 20)
    assert (done.ending, done.stderr) == ("exit status 0", "")
    assert done.lines[1:] == ["", "ok 4f 4b", ""]


def test_lines_may_end_in_cr_lf(tmp_path: Path) -> None:
    done = replay(fakes.command("ends_lines_with_cr_lf", tmp_path), ASKED, 20)
    assert b"\r\n" in done.octets
    assert done.lines[1:] == ["", "ok 4f 4b", ""]


def test_a_death_and_the_last_words_are_told(tmp_path: Path) -> None:
    done = replay(fakes.command("dies_before_hello", tmp_path), ASKED, 20)
    assert (done.ending, done.octets, done.lines) == ("exit status 1", b"", [])
    assert done.stderr


def test_input_that_is_not_read_does_not_block(tmp_path: Path) -> None:
    done = replay(fakes.command("dies_before_hello", tmp_path), b"x" * (8 << 20), 20)
    assert done.ending == "exit status 1"


@pytest.mark.slow
@pytest.mark.parametrize("fake", ["outlives_its_input", "floods_stdout"])
def test_a_program_that_does_not_end_is_killed_with_its_children(tmp_path: Path, fake: str) -> None:
    start = time.monotonic()
    done = replay(fakes.command(fake, tmp_path), ASKED, 2)
    assert done.ending is None
    assert time.monotonic() - start < 20


def test_a_program_that_fills_its_memory_is_killed(tmp_path: Path) -> None:
    command = fakes.command("hogs_memory", tmp_path, memory=200 << 20)
    start = time.monotonic()
    assert replay(command, b"decode fake UTF-8 strict\nff\n\n", 60).ending is None
    assert time.monotonic() - start < 40


def test_a_program_that_cannot_be_started_is_an_error(tmp_path: Path) -> None:
    command = fakes.command("honest", tmp_path / "no such folder")
    with pytest.raises(ManifestError, match="cannot run"):
        replay(command, ASKED, 2)
