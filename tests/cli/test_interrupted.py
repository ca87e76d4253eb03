"""Ctrl-C and full disks: the run ends at once, says so, and what it has written stays good."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from progress_lines import without_progress
from utfproof.engine.journal import journal
from utfproof.engine.journal.events import CaseFinished, RunFinished, RunStarted
from utfproof.vectors import loader

from . import adapters
from .conftest import Run

OVERLONG = "utf-8/ill-formed/overlong-two/"
QUICK = ("--case", f"{OVERLONG}*", "--out", "run")
SLOW = "limits: {seconds-per-block: 3600}"
# Ctrl-C arrives as in a terminal, even where the tests themselves run in the background.
MAIN = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from utfproof.cli import main
main()
"""
# Writing beyond the limit fails as on a full disk.
LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv.pop(1)), resource.RLIM_INFINITY))
from utfproof.cli import main
main()
"""

pytestmark = pytest.mark.usefixtures("unconfined")  # the adapters note what they are asked


def last_words(err: str) -> str:
    """Return stderr without the lines that say what goes on."""
    return "\n".join(line for line in without_progress(err).splitlines() if line)


def wait_for(path: Path, words: str) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if path.exists() and words in path.read_text("ascii"):
            return
        time.sleep(0.01)
    pytest.fail(f"{path} does not say {words}")


@pytest.fixture
def started(home: Path) -> Iterator[list[subprocess.Popen[str]]]:
    """Collect the programs that a test starts; none is left when it ends."""
    found: list[subprocess.Popen[str]] = []
    yield found
    for program in found:
        program.kill()
        program.communicate()


def start(home: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", MAIN, "certify", *arguments, *QUICK],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=home, start_new_session=True,
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("form", ["text", "json"])
def test_ctrl_c_ends_a_run_at_once_and_the_journal_is_good_up_to_there(
    utfproof: Run, home: Path, started: list[subprocess.Popen[str]], form: str
) -> None:
    target = adapters.put(home, "takes_its_time", SLOW)
    program = start(home, target, "--format", form)
    started.append(program)
    wait_for(home / target / "asked", "decode table UTF-8 replace")
    os.killpg(program.pid, signal.SIGINT)
    out, err = program.communicate(timeout=30)
    assert program.returncode == 130
    assert (out, last_words(err)) == ("", "interrupted: the journal is good up to here")

    assert [path.name for path in (home / "run").iterdir()] == ["journal.jsonl"]
    assert (home / "run/journal.jsonl").read_bytes().endswith(b"}\n")
    first, *rest = journal.read(home / "run")
    assert isinstance(first, RunStarted)
    asked = [event.case for event in rest if isinstance(event, CaseFinished)]
    cases = (case.about.id for case in loader.load().cases)
    assert sorted(asked) == sorted(name for name in cases if name.startswith(OVERLONG))
    assert not any(isinstance(event, RunFinished) for event in rest)

    said = utfproof("report", "run")
    assert said.status == 0
    assert "interrupted: this run has no end" in said.out
    summary = utfproof("report", "run", "--format", "json").json()
    assert summary["complete"] is False
    assert [entry["verdict"] for entry in summary["codecs"]] == ["not-run"]
    assert "Interrupted" in utfproof("report", "run", "--format", "markdown").out


@pytest.mark.slow
def test_ctrl_c_ends_adapters_side_by_side(
    home: Path, started: list[subprocess.Popen[str]]
) -> None:
    targets = [adapters.put(home, name, SLOW) for name in ("takes_its_time", "reads_by_the_table")]
    program = start(home, *targets, "--jobs", "2")
    started.append(program)
    wait_for(home / targets[0] / "asked", "decode table UTF-8")
    os.killpg(program.pid, signal.SIGINT)
    out, err = program.communicate(timeout=30)
    assert (program.returncode, out) == (130, "")
    assert last_words(err) == "interrupted: the journal is good up to here"
    asked = (home / targets[0] / "asked").stat().st_mtime_ns
    time.sleep(0.2)
    assert (home / targets[0] / "asked").stat().st_mtime_ns == asked  # the adapter has ended too


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_the_workers_and_their_adapters_end_with_the_program_however_it_ends(
    home: Path, started: list[subprocess.Popen[str]], number: signal.Signals
) -> None:
    targets = [adapters.put(home, name, SLOW) for name in ("takes_its_time", "reads_by_the_table")]
    program = start(home, *targets, "--jobs", "2")
    started.append(program)
    asked = home / targets[0] / "asked"
    wait_for(asked, "decode table UTF-8")
    program.send_signal(number)  # to it alone, not to its group
    program.communicate(timeout=30)
    assert program.returncode == (130 if number is signal.SIGTERM else -number)
    until = time.monotonic() + 10
    while _grows(asked):
        assert time.monotonic() < until


def _grows(path: Path) -> bool:
    before = path.stat().st_mtime_ns
    time.sleep(0.5)
    return path.stat().st_mtime_ns != before


def limited(home: Path, octets: int, target: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", LIMITED, str(octets), "certify", target, *QUICK],
        capture_output=True, text=True, cwd=home, check=False, timeout=60,
    )  # fmt: skip


def test_a_disk_that_is_full_in_the_middle_of_the_journal_is_told(
    utfproof: Run, home: Path
) -> None:
    done = limited(home, 16384, adapters.put(home, "reads_overlong_forms"))
    assert (done.returncode, done.stdout) == (2, "")
    hint = "free some space or give another --out; the journal is good up to here"
    assert done.stderr.endswith(f"utfproof: run/journal.jsonl: File too large: {hint}\n")
    assert (home / "run/journal.jsonl").stat().st_size == 16384
    assert any(isinstance(event, CaseFinished) for event in journal.read(home / "run"))
    assert "interrupted: this run has no end" in utfproof("report", "run").out


def test_a_disk_that_is_full_when_the_report_is_written_is_told(utfproof: Run, home: Path) -> None:
    done = limited(home, 8192, adapters.put(home, "reads_by_the_table"))
    assert (done.returncode, done.stdout) == (2, "")
    hint = "the journal is whole: render again with `utfproof report`"
    assert done.stderr.endswith(f"utfproof: run/index.html: File too large: {hint}\n")
    *_, last = journal.read(home / "run")
    assert isinstance(last, RunFinished)
    said = utfproof("report", "run", "--format", "files")
    assert (said.status, said.out) == (0, "run/index.html\n")
    assert (home / "run/index.html").read_text("utf-8").rstrip().endswith("</html>")


def test_a_folder_that_cannot_be_made_is_told(utfproof: Run, home: Path) -> None:
    (home / "file").touch()
    said = utfproof("certify", adapters.put(home, "reads_by_the_table"), "--out", "file/run")
    assert said.status == 2
    assert said.err == "utfproof: file/run: is no folder: give another --out\n"
