"""Faulty adapters certified the whole way: from a folder to verdicts, exit status and reports."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest

import fake_programs
from utfproof import cli
from utfproof.adapters.session import restarting_process

from .table import Row

PYTHON = f"{sys.executable} -S -B"


@dataclass(frozen=True, slots=True)
class Certified:
    """What a run said: its exit status, its only codec, and its folder."""

    status: int
    out: str
    err: str
    codec: dict[str, Any]
    seconds: float
    folder: Path

    @property
    def verdict(self) -> str:
        """The verdict of the codec."""
        return str(self.codec["verdict"])

    @property
    def guilty(self) -> set[str]:
        """The last words of the cases that are not green, of all offers."""
        return {failure["id"].rpartition("/")[2] for failure in self.codec["failures"]}

    @property
    def reasons(self) -> str:
        """Why: of the codec as a whole, or else of its cases."""
        own = [str(self.codec[key]) for key in ("why", "output") if self.codec.get(key)]
        return "\n".join([*own, *(failure["actual"] for failure in self.codec["failures"])])


Certify = Callable[[Row], Certified]


@pytest.fixture
def mark(tmp_path: Path) -> Iterator[str]:
    """Return a word for the environment of adapters; none that has it is left after a test."""
    word = f"HOSTILE={tmp_path}"
    yield word.partition("=")[2]
    until = time.monotonic() + 5
    while (left := _bearing(word.encode())) and time.monotonic() < until:
        time.sleep(0.02)
    assert not left


def _bearing(word: bytes) -> list[str]:
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if word in (path / "environ").read_bytes().split(b"\0"):
                found.append(path.name)
    return found


def put(home: Path, mark: str, fake: str, memory: str = "1 GiB") -> Path:
    """Make the folder of an adapter around a fake, which may have arguments."""
    program, *arguments = fake.split(" ")
    folder = home / program
    folder.mkdir(exist_ok=True)
    sweeps = program.startswith("sweeps")
    environment = {"PYTHONPATH": ":".join(path for path in sys.path if path)} if sweeps else {}
    manifest = {
        "adapter": program,
        "about": "An adapter with one fault.",
        "language": "Python",
        "run": " ".join([PYTHON, fake_programs.line(program), *arguments]),
        "environment": {"HOSTILE": mark, **environment},
        "limits": {"seconds-per-block": "1", "memory": memory},
        "codecs": {"table" if sweeps else "fake": {"about": "Has a fault.", "profile": "unicode"}},
    }
    (folder / "adapter.yaml").write_text(json.dumps(manifest), "utf-8")
    return folder


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder, with a cache of its own, and wait no longer than a row says."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UTFPROOF_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(restarting_process, "_SECOND_CHANCES", 0)
    monkeypatch.setattr(restarting_process, "_HELLO_SECONDS", 2.0)
    return tmp_path


@pytest.fixture
def certify(
    home: Path, mark: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Certify:
    """Return a function that certifies a fake with a few cases, in this process."""

    def run(row: Row) -> Certified:
        target = put(home, mark, row.fake, row.memory)
        out = home / f"run-{len(list(home.glob('run-*')))}"
        words = ["certify", str(target), "--jobs", "1", "--case", row.case, "--out", str(out)]
        monkeypatch.setattr(restarting_process, "_ALONE_SECONDS", row.seconds)
        monkeypatch.setenv("UTFPROOF_CONFINE", "off" if row.notes else "prefer")
        monkeypatch.setattr(sys, "argv", ["utfproof", *words, *row.asked])
        capsys.readouterr()
        started = time.monotonic()
        with pytest.raises(SystemExit) as ended:
            cli.main()
        seconds = time.monotonic() - started
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        found = json.loads((out / "summary.json").read_text("utf-8"))
        [codec] = cast("list[dict[str, Any]]", found["codecs"])
        return Certified(int(ended.value.code or 0), said.out, said.err, codec, seconds, out)

    return run
