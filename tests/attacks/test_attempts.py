"""Hostile adapters from a folder to a verdict: confined they do no harm, and without they do."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys

import pytest

import fake_programs
from hostile.table import BYTES
from utfproof.confinement import choice

from .conftest import OFF, Attempts, adapter
from .surroundings import Surroundings
from .table import ATTEMPTS, HARMLESS, NOT_TRIED, Attempt

WARNING = "warning: --confine off: codecs run with all your rights"


@pytest.mark.slow
@pytest.mark.parametrize("row", ATTEMPTS, ids=str)
def test_an_attempt_does_no_harm_unless_it_is_unconfined(
    row: Attempt, confinement: str, attempted: Attempts
) -> None:
    if confinement == OFF and row.unconfined is NOT_TRIED:
        pytest.skip(row.why)
    found = attempted(row)
    assert found.seconds < row.seconds
    if confinement == OFF:
        assert WARNING in found.err
        assert found.confinement == choice.NONE
        # Some machines refuse it to everybody, containers much.
        if found.told.startswith("refused") and not found.harm:
            pytest.skip(f"not even without confinement: {found.told}")
        assert found.harm == row.unconfined, found.told
    else:
        assert WARNING not in found.err
        assert found.confinement.startswith(confinement)
        assert found.harm == HARMLESS, found.told
        assert (found.verdict, found.status) == row.verdict, found.reasons
        assert re.search(row.reason, found.reasons), found.reasons


HARNESS = """
import os, sys
from utfproof import cli
sys.argv = ["utfproof", *sys.argv[1:]]
cli.main()
"""


@pytest.mark.slow
def test_without_confinement_the_harness_can_be_killed(around: Surroundings) -> None:
    """In a process of its own, which is no loss."""
    folder = adapter(around, "kills_its_parent")
    words = ["certify", str(folder), "--case", BYTES, "--jobs", "1", "--confine", OFF]
    environment = {**os.environ, "PYTHONPATH": ":".join(path for path in sys.path if path)}
    command = [sys.executable, "-c", HARNESS, *words, "--out", "run"]
    done = subprocess.run(command, capture_output=True, check=False, env=environment)
    assert done.returncode == -signal.SIGKILL


def test_every_attempt_is_in_the_table_once() -> None:
    files = fake_programs.file("tries").parent.glob("on_*.py")
    names = re.findall(r"(?m)^def ([a-z]\w+)", "".join(path.read_text("utf-8") for path in files))
    helpers = {"content", "plant", "overwrite", "disks"}
    assert sorted(set(names) - helpers) == sorted(row.name for row in ATTEMPTS)


def test_a_row_without_harm_says_why() -> None:
    assert [row.name for row in ATTEMPTS if not row.unconfined and not row.why] == []
