"""Chunks whose memory is used for something else: a decoder in JavaScript that keeps it is found.

Those of C, C++ and Rust are asked in `test_guard_pages`, because the guards' memory is the chunks'.
"""

from __future__ import annotations

import shutil
import subprocess

import pytest

import fake_programs
from utfproof import locations

KIT = locations.adapters() / "kit" / "js"
PROGRAM = fake_programs.FOLDER / "memory" / "keeps.mjs"
SECONDS = 60


@pytest.fixture(scope="module")
def answers() -> list[str]:
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs node")
    done = subprocess.run(
        [node, PROGRAM, KIT.as_uri()], stdout=subprocess.PIPE, check=True, timeout=SECONDS
    )
    return done.stdout.decode("ascii").splitlines()


def test_who_keeps_the_memory_of_a_chunk_reads_something_else(answers: list[str]) -> None:
    assert answers[:2] == ["keeps ok | | | a5 a5 a5"] * 2


def test_who_copies_a_chunk_is_not_accused(answers: list[str]) -> None:
    assert answers[2:] == ["copies ok | | | 41 42 43"] * 2
