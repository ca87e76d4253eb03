"""What make says while it prepares the environment, and when it cannot."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
# It makes an environment whose programs are itself, and else does nothing.
PYTHON = """\
#!/bin/sh
test "$1" = --version && echo "Python 3.99"
test "$1 $2" = "-m venv" || exit 0
mkdir -p "$3/bin" && cp "$0" "$3/bin/python" && cp "$0" "$3/bin/utfproof"
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name in ("Makefile", "pyproject.toml", "requirements-dev.lock"):
        shutil.copy(TOP / name, tmp_path)
    (tmp_path / "python").write_text(PYTHON)
    (tmp_path / "python").chmod(0o755)
    return tmp_path


def made(checkout: Path, python: str) -> subprocess.CompletedProcess[str]:
    command = ("make", "certify", f"PYTHON={python}")
    return subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)


def test_make_says_each_step_from_the_first_moment(checkout: Path) -> None:
    done = made(checkout, "./python")
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines() == [
        "make: preparing the environment .venv",
        "make: creating .venv with Python 3.99",
        "make: installing utfproof and its tools into .venv (about a minute)",
    ]
    assert made(checkout, "./python").stderr == ""


def test_make_names_the_python_that_is_missing_and_what_installs_one(checkout: Path) -> None:
    done = made(checkout, "python-that-is-not-here")
    assert done.returncode == 2
    assert done.stderr.splitlines()[:2] == [
        "make: preparing the environment .venv",
        "make: python-that-is-not-here is missing: apt-get install python3 python3-venv",
    ]
