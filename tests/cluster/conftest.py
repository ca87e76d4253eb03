"""The command line as a program of its own, adapters to put to it, and a cluster elsewhere."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

import fake_programs
from progress_lines import without_progress
from utfproof.engine.journal import journal, lines
from utfproof.engine.journal.events import CaseFinished, Event

NewCache = Callable[[Path], str]

SECONDS = 300.0
"""How long anything may take on a machine that is busy with other tests."""

SHORT = ("--level", "complete", "--case", "families/sweep/*")


@dataclass(frozen=True, slots=True)
class Said:
    """What a command said, and the exit status that it ended with."""

    status: int
    out: str
    err: str


@dataclass(frozen=True, slots=True)
class Home:
    """An empty folder to work in, with a cache and a place for notes."""

    folder: Path

    def start(self, *arguments: str, main: str = "") -> subprocess.Popen[str]:
        """Start the command line, or a program of Python that runs it."""
        program = ["-m", "utfproof"]
        if main:
            (self.folder / "main.py").write_text(main, "utf-8")
            program = ["main.py"]
        return subprocess.Popen(
            [sys.executable, *program, *arguments],
            cwd=self.folder,
            env=os.environ | {"UTFPROOF_CACHE": str(self.folder / "cache"), "COLUMNS": "200"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str) -> Said:
        """Run the command line to its end."""
        program = self.start(*arguments)
        out, err = program.communicate(timeout=SECONDS)
        return Said(program.returncode, out, without_progress(err))

    def notes(self) -> str:
        """Put an adapter that notes who asks it, and give it as a target."""
        folder = self.folder / "notes"
        folder.mkdir()
        program = f'{sys.executable} -E -B {fake_programs.line("notes_who_asks")} "{self.folder}"'
        (folder / "adapter.yaml").write_text(
            "adapter: notes\nabout: A codec for a test.\nlanguage: Python\n"
            f"run: {program}\ncodecs:\n  table: {{about: A table., profile: iso10646}}\n",
            "utf-8",
        )
        return "./notes"

    def swept(self) -> list[list[str]]:
        """Return what the adapter noted: its process, its parent's, prefix and count."""
        path = self.folder / "swept"
        return (
            [line.split() for line in path.read_text("ascii").splitlines()] if path.exists() else []
        )

    def summary(self, run: str) -> dict[str, object]:
        """Read the summary of a run."""
        found: dict[str, object] = json.loads((self.folder / run / "summary.json").read_text())
        return found

    def events(self, run: str) -> list[Event]:
        """Read the journal of a run."""
        return list(journal.read(self.folder / run))

    def cases(self, run: str) -> list[str]:
        """Return the cases of a run as they are stored, sorted."""
        cases = [event for event in self.events(run) if isinstance(event, CaseFinished)]
        return sorted(map(lines.line, cases))


@pytest.fixture
def home(tmp_path: Path, new_cache: NewCache) -> Home:
    new_cache(tmp_path / "cache")
    return Home(tmp_path)


def wait_for(holds: Callable[[], object]) -> None:
    until = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.01)


def runs_still(process: int) -> bool:
    """Tell whether a process is there and has not ended; nobody may have taken note of its end."""
    try:
        state = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


def descendants(process: int) -> set[int]:
    """List the processes that a process has started, and theirs."""
    parents: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(path.parent.name)] = int(
                path.read_text("utf-8").rpartition(")")[2].split()[1]
            )
        except OSError:
            continue
    found: set[int] = set()
    while born := {own for own, parent in parents.items() if parent in found | {process}} - found:
        found |= born
    return found


@pytest.fixture
def elsewhere(tmp_path: Path, new_cache: NewCache) -> Iterator[Callable[..., str]]:
    """Return a function that starts a scheduler with workers, and gives its address.

    The workers have a cache of their own, `tmp_path/workers`; all end with the test.
    """
    with starting(tmp_path, new_cache) as start:
        yield start


@contextmanager
def starting(folder: Path, new_cache: NewCache) -> Iterator[Callable[..., str]]:
    programs: list[subprocess.Popen[bytes]] = []
    new_cache(folder / "workers")

    def start(workers: int = 1, liars: int = 0, lies: int = 1, **environment: str) -> str:
        """Start so many workers; the first are liars, who falsify one of `lies` answers."""
        told = folder / "scheduler.json"
        loopback = ("--host", "127.0.0.1", "--no-dashboard")
        programs.append(_dask("scheduler", *loopback, "--port", "0", "--scheduler-file", str(told)))
        wait_for(lambda: told.exists() and told.read_text().endswith("}"))
        address: str = json.loads(told.read_text())["address"]
        for number in range(workers):
            own = {"UTFPROOF_CACHE": str(folder / "workers"), **environment}
            scratch = ("--local-directory", str(folder / "scratch"), "--nthreads", "1")
            name = ("--name", f"w{number}", "--no-nanny")
            if number < liars:
                own |= {"PYTHONPATH": _path_of_a_liar(folder), "LIES": str(lies)}
            programs.append(_dask("worker", address, *loopback, *scratch, *name, **own))
        return address

    try:
        yield start
    finally:
        for program in reversed(programs):
            program.kill()
            program.wait()


def _path_of_a_liar(folder: Path) -> str:
    """Return the path of modules with which a worker falsifies answers, from its start on."""
    own = folder / "liar"
    own.mkdir(exist_ok=True)
    shutil.copy(Path(__file__).with_name("liar.py"), own / "sitecustomize.py")
    return os.pathsep.join(filter(None, [str(own), os.environ.get("PYTHONPATH")]))


def _dask(*arguments: str, **environment: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments],
        env=os.environ | environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
