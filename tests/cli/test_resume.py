"""A run that was killed goes on where its journal ends, and asks nothing a second time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from utfproof.engine.journal import journal, packing
from utfproof.engine.journal.events import FamilyFinished, RunFinished, ShardFinished
from utfproof.model.encoding import Scheme
from utfproof.proof.sweep.shards import shards

from . import adapters
from .conftest import Run

LEVEL = ("--level", "exhaustive", "--jobs", "1")
SWEEPS = ("--case", "families/sweep/*", "--out", "run")
SHARD = '"event":"shard"'
SOME = 20


@pytest.fixture
def target(home: Path) -> str:
    found = adapters.put(home, "notes_what_it_sweeps")
    manifest = home / found / "adapter.yaml"
    text = manifest.read_text("utf-8").replace("profile: unicode", "profile: iso10646")
    manifest.write_text(text, "utf-8")
    return found


@pytest.fixture
def killed(home: Path, target: str) -> Iterator[Path]:
    """Kill a run in the middle of a sweep, and give the folder of the notes of its adapter."""
    command = [sys.executable, "-m", "utfproof", "certify", target, *LEVEL, *SWEEPS]
    program = subprocess.Popen(command, cwd=home, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        written = home / "run" / packing.NAME
        wait_for(lambda: written.is_file() and written.read_text("ascii").count(SHARD) > SOME)
        program.send_signal(signal.SIGKILL)
        program.communicate(timeout=30)
        yield home
    finally:
        program.kill()
        program.communicate()


def wait_for(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
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


def swept(folder: Path) -> list[str]:
    return (folder / "swept").read_text("ascii").splitlines()


def shards_in(run: Path) -> list[str]:
    return [event.shard for event in journal.read(run) if isinstance(event, ShardFinished)]


def cut_off(run: Path, octets: int) -> None:
    """Take octets off the end of a journal."""
    file = run / packing.NAME
    os.truncate(file, file.stat().st_size - octets)


@pytest.mark.slow
@pytest.mark.usefixtures("unconfined")
def test_a_killed_run_goes_on_and_asks_no_finished_shard_again(
    utfproof: Run, home: Path, target: str, killed: Path
) -> None:
    wait_for(lambda: not runs_still(int((killed / "process").read_text("ascii"))))
    cut_off(home / "run", 9)  # the last line is torn
    done = shards_in(home / "run")
    every = [str(shard) for shard in shards(Scheme.UTF_32BE, "exhaustive")]
    assert SOME <= len(done) < len(every)
    (killed / "swept").rename(killed / "swept-before")

    said = utfproof("certify", target, *LEVEL, *SWEEPS)
    assert (said.status, said.err.strip()) == (0, "going on with the run in run")
    assert sorted([*done, *swept(killed)]) == sorted(every)
    assert sorted(shards_in(home / "run")) == sorted(every)
    *_, last = journal.read(home / "run")
    assert isinstance(last, RunFinished)
    assert not runs_still(int((killed / "process").read_text("ascii")))

    [total] = [event for event in journal.read(home / "run") if isinstance(event, FamilyFinished)]
    assert total.asked == sum(1 << 8 * length for length in range(5))
    assert "4: 1,112,064 of 4,294,967,296 (confirmed)" in total.note
    [entry] = utfproof("report", "run", "--format", "json").json()["codecs"]
    assert (entry["verdict"], entry["counts"]) == ("pass", {"pass": 5})


@pytest.fixture
def finished(utfproof: Run, target: str) -> str:
    assert utfproof("certify", target, *LEVEL, "--case", SHORT, "--out", "run").status == 0
    return target


SHORT = "families/sweep/*/length-[012]"


def test_a_folder_with_a_finished_run_is_refused(utfproof: Run, home: Path, finished: str) -> None:
    before = (home / "run" / packing.NAME).read_bytes()
    said = utfproof("certify", finished, *LEVEL, "--case", SHORT, "--out", "run")
    assert (said.status, said.out) == (2, "")
    hint = "give another --out, or remove it"
    assert said.err == f"utfproof: run: holds a run already: {hint}\n"
    assert (home / "run" / packing.NAME).read_bytes() == before


@pytest.mark.usefixtures("unconfined")
def test_a_run_that_was_cut_in_its_last_line_is_only_ended(
    utfproof: Run, home: Path, finished: str
) -> None:
    asked = swept(home)
    (home / "process").unlink()
    cut_off(home / "run", 9)
    said = utfproof("certify", finished, *LEVEL, "--case", SHORT, "--out", "run")
    assert (said.status, said.err.splitlines()[-1]) == (0, "going on with the run in run")
    assert swept(home) == asked
    assert not (home / "process").exists()
    *_, last = journal.read(home / "run")
    assert isinstance(last, RunFinished)
    assert last.codecs == {"notes_what_it_sweeps/table": "pass"}


@pytest.mark.parametrize(
    "other",
    [
        ("--level", "complete", "--case", SHORT),
        ("--level", "exhaustive"),
        ("--level", "exhaustive", "--case", SHORT, "--op", "sweep"),
        ("--level", "exhaustive", "--case", SHORT, "--encoding", "UTF-8"),
        ("--level", "exhaustive", "--case", SHORT, "--extra-states", "1"),
    ],
    ids=" ".join,
)
def test_an_interrupted_run_that_asks_something_else_is_refused(
    utfproof: Run, home: Path, finished: str, other: tuple[str, ...]
) -> None:
    cut_off(home / "run", 9)
    before = (home / "run" / packing.NAME).read_bytes()
    said = utfproof("certify", finished, *other, "--out", "run")
    assert (said.status, said.out) == (2, "")
    problem = "another utfproof, machine, Python or confinement, other vectors, level or options"
    hint = "give another --out"
    assert said.err == f"utfproof: run: holds an interrupted run of {problem}: {hint}\n"
    assert (home / "run" / packing.NAME).read_bytes() == before
