"""Half a pair that an encoder took is told: rounded down, it would look as if nothing were lost."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import fake_programs
from utfproof import locations

SOURCE = fake_programs.FOLDER / "told" / "TakesHalf.java"
ADAPTER = locations.adapters() / "java" / "src"


@pytest.mark.skipif(shutil.which("javac") is None, reason="needs javac")
def test_a_character_of_which_half_was_taken_is_taken(tmp_path: Path) -> None:
    subprocess.run(["javac", "-d", tmp_path, "-sourcepath", ADAPTER, SOURCE], check=True)
    answers = {
        "8 41 1f600": "ok 2 0041d83dde00",
        "4 41 1f600": "short 2 0041d83d",
        "2 41 1f600": "short 1 0041",
        "0 1f600": "short 0 -",
    }
    done = subprocess.run(
        ["java", "-cp", tmp_path, "TakesHalf", *answers], capture_output=True, check=True, text=True
    )
    assert done.stdout.splitlines() == list(answers.values())
