"""The kits write what a library tells of replacements: a number, yes or no; never from the text."""

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

SOURCES = fake_programs.FOLDER / "told"
KITS = locations.adapters() / "kit"
SECONDS = 30

Command = Sequence[str | Path]


@pytest.fixture(scope="module")
def in_c(tmp_path_factory: pytest.TempPathFactory) -> Command:
    return [compiled(SOURCES / "tells.c", tmp_path_factory.mktemp("c"))]


@pytest.fixture(params=["c", "python"])
def command(request: pytest.FixtureRequest, in_c: Command) -> Command:
    return in_c if request.param == "c" else [sys.executable, "-B", SOURCES / "tells.py"]


@pytest.mark.parametrize(
    ("codec", "answers"),
    [
        ("counts", ["ok 0", "ok 0 41", "ok 2 fffd 41 fffd"]),
        ("says", ["ok no", "ok no 41", "ok yes fffd 41 fffd"]),
        ("refuses", ["error 0 ", "error 0 ", "error 0 "]),
    ],
)
def test_a_number_stays_one_and_a_yes_a_yes(
    command: Command, codec: str, answers: list[str]
) -> None:
    lines = ("-", "41", "ff4180")
    text = "\n".join((f"decode-replaced {codec} UTF-8 replace", *lines, "", ""))
    own = {**os.environ, "PYTHONPATH": str(KITS / "python")}
    done = subprocess.run(
        command, input=text.encode(), stdout=subprocess.PIPE, check=True, timeout=SECONDS, env=own
    )
    found = done.stdout.decode("ascii").split("\n")
    whole = codec != "refuses"
    for answer, expected in zip(found, answers, strict=False):
        assert answer == expected if whole else answer.startswith(expected)


def test_nothing_else_is_offered(command: Command) -> None:
    done = subprocess.run(
        command,
        input=b"hello 1\n\n",
        stdout=subprocess.PIPE,
        check=True,
        timeout=SECONDS,
        env={**os.environ, "PYTHONPATH": str(KITS / "python")},
    )
    assert done.stdout.count(b"UTF-8 replace") == done.stdout.count(b"decode-replaced") == 3
