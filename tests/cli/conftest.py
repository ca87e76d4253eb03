"""The command line in a folder of its own: arguments in, exit status and words out."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest

from progress_lines import without_progress
from utfproof import cli
from utfproof.cli.shared import activity

# JSON of a known shape: a test that takes a wrong turn in it fails there.
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Said:
    """What a command said, and the exit status that it ended with."""

    status: int
    out: str
    err: str

    def json(self) -> Json:
        """Return the only thing on stdout as JSON."""
        return cast("Json", json.loads(self.out))


Run = Callable[..., Said]


@pytest.fixture
def home(tmp_path: Path, new_cache: Callable[[Path], str], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder, with a cache of its own and a wide screen."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UTFPROOF_CACHE", new_cache(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "300")
    monkeypatch.setenv("NO_COLOR", "1")
    # What a slow command tells of its progress depends on how busy the machine is.
    monkeypatch.setattr(activity, "FIRST_SECONDS", 1e6)
    return tmp_path


@pytest.fixture
def utfproof(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """Return a function that runs the command line in this process."""

    def run(*arguments: str) -> Said:
        monkeypatch.setattr(sys, "argv", ["utfproof", *arguments])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            cli.main()
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return Said(int(ended.value.code or 0), out, without_progress(err))

    return run
