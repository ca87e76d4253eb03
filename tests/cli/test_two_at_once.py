"""Two commands at once in one folder: the second is refused, and the first is not disturbed."""

from __future__ import annotations

import fcntl
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from utfproof.adapters import manifest
from utfproof.adapters.build import build_inputs
from utfproof.engine.journal import journal, packing
from utfproof.engine.journal.events import RunFinished
from utfproof.errors import ExpectationsError, JournalError
from utfproof.expectations.expectation_files import FileEdit

from . import adapters
from .conftest import Run

QUICK = ("--case", "utf-8/ill-formed/overlong-two/*", "--jobs", "1", "--out", "run")
SLOW = "limits: {seconds-per-block: 3600}"


@contextmanager
def started(home: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Start the command line in a process of its own; it is gone at the end."""
    program = subprocess.Popen(
        [sys.executable, "-m", "utfproof", *arguments],
        cwd=home, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        yield program
    finally:
        program.kill()
        program.communicate()


def wait_for(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.01)


@pytest.mark.slow
@pytest.mark.usefixtures("unconfined")
def test_a_second_run_in_a_folder_is_refused_while_the_first_goes_on(
    utfproof: Run, home: Path
) -> None:
    target = adapters.put(home, "takes_its_time", SLOW)
    written = home / "run" / packing.NAME
    with started(home, "certify", target, *QUICK) as first:
        wait_for(lambda: written.is_file() and written.stat().st_size > 0)
        first.send_signal(signal.SIGSTOP)
        for other in ([], ["--level", "complete"]):
            said = utfproof("certify", target, *QUICK, *other)
            hint = "wait for its end, or give another --out"
            assert said.err == f"utfproof: run: another run goes on here: {hint}\n"
            assert (said.status, said.out) == (2, "")
        first.send_signal(signal.SIGCONT)
        first.communicate(timeout=120)
        assert first.returncode == 0
    *_, last = journal.read(home / "run")
    assert isinstance(last, RunFinished)


def test_two_that_go_on_with_one_run_do_not_write_both(tmp_path: Path) -> None:
    """Both have read the journal; the one that comes second must not append to what it read."""
    (tmp_path / packing.NAME).write_bytes(b'{"event":"run","utf')
    _, size = journal.interrupted(tmp_path)
    with (
        journal.Journal(tmp_path, size),
        pytest.raises(JournalError, match="another run goes on here"),
    ):
        journal.Journal(tmp_path, size)
    with journal.Journal(tmp_path, 0) as first:
        first.write(RunFinished(1.0))
    with pytest.raises(JournalError, match="holds a run already"):
        journal.Journal(tmp_path, size)
    assert [type(event) for event in journal.read(tmp_path)] == [RunFinished]


def test_a_second_campaign_in_a_folder_is_refused(utfproof: Run, home: Path) -> None:
    (home / "run").mkdir()
    target = adapters.put(home, "reads_by_the_table")
    with (home / "run" / ".running").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        said = utfproof("fuzz", target, "--execs", "1000", "--jobs", "1", "--out", "run")
    hint = "wait for it, or give another --out"
    assert said.err == f"utfproof: run: another campaign runs here: {hint}\n"
    assert said.status == 2


@pytest.mark.slow
@pytest.mark.usefixtures("unconfined")
def test_two_that_build_one_adapter_build_it_once(home: Path) -> None:
    target = adapters.put(
        home, "reads_by_the_table", 'build: sh -c "echo >> {project}/../built; sleep 1"'
    )
    item = manifest.load(home / target)
    before = build_inputs.key(item)
    with started(home, "codecs", target) as first, started(home, "codecs", target) as second:
        ended = [program.communicate(timeout=120) for program in (first, second)]
        assert [first.returncode, second.returncode] == [0, 0], ended
    assert (home / "built").read_text("utf-8") == "\n"
    assert build_inputs.key(item) == before


def test_an_update_does_not_undo_one_that_came_between(tmp_path: Path) -> None:
    path = tmp_path / "expectations.yaml"
    path.write_text("codecs: {}\n", "utf-8")
    ours, theirs = (FileEdit(path, "codecs: {}\n", f"codecs: {{}}  # {who}\n") for who in "ab")
    theirs.make()
    with pytest.raises(ExpectationsError, match=r"was changed while this run went on.*run again"):
        ours.make()
    assert path.read_text("utf-8") == theirs.text


def test_an_update_does_not_undo_a_file_that_is_new(tmp_path: Path) -> None:
    path = tmp_path / "expectations.yaml"
    edit = FileEdit(path, "", "codecs: {}\n")
    path.write_text("codecs: {}  # mine\n", "utf-8")
    with pytest.raises(ExpectationsError, match="was changed"):
        edit.make()
    assert "mine" in path.read_text("utf-8")
