"""A run as a process: it is started, watched, disturbed and ended."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

COMMAND = "from utfproof.cli import main\nmain()\n"
LONGEST = 240.0
"""So many seconds may pass in which the journal does not grow; more is a hang."""
_POLL = 0.01


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run ended: its exit status, negative for a signal, and what it said."""

    status: int
    said: str
    hung: bool = False

    @property
    def is_refusal(self) -> bool:
        """Tell whether it ended with one line that names place, problem and next step."""
        last = [line for line in self.said.splitlines() if line.startswith("utfproof: ")][-1:]
        return self.status in (2, 3, 4, 5) and bool(last) and last[0].count(": ") >= 3

    @property
    def has_traceback(self) -> bool:
        """Tell whether Python itself reported an error."""
        return "Traceback (most recent call last)" in self.said


class Run:
    """A run in a group of processes of its own; `before` is executed in front of the program."""

    def __init__(self, arguments: Sequence[str], home: Path, cache: Path, before: str = "") -> None:
        self.home = home
        self._said = home / "said"
        with self._said.open("wb") as said:
            self._process = subprocess.Popen(
                [sys.executable, "-c", f"{before}\n{COMMAND}", *arguments],
                cwd=home,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                env={**os.environ, "UTFPROOF_CACHE": str(cache)},
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        """Return the number of the process of the run."""
        return self._process.pid

    @property
    def goes_on(self) -> bool:
        """Tell whether it has not ended yet."""
        return self._process.poll() is None

    def reach(self, size: int) -> bool:
        """Let it work until its journal has so many octets; False where it ended before."""
        until = time.monotonic() + LONGEST
        while self.goes_on and time.monotonic() < until and self._written() < size:
            time.sleep(_POLL)
        return self.goes_on

    def _written(self) -> int:
        """Return how many octets the journal has."""
        try:
            return (self.home / "run" / "journal.jsonl").stat().st_size
        except OSError:
            return 0

    def end(self) -> Ended:
        """Wait for its end; one that does not end is killed."""
        hung, written = False, -1
        while self.goes_on:
            before, written = written, self._written()
            if hung := written == before:
                break
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(LONGEST)
        # What it left behind goes too: the next attempt is to be alone.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self._process.wait()
        return Ended(self._process.returncode, self._said.read_text("utf-8", "replace"), hung)

    def harness(self) -> list[int]:
        """Return the worker processes of the run: those below it that are utfproof or Dask."""
        return [pid for pid, words in self._below() if _is_worker(words)]

    def adapters(self) -> list[int]:
        """Return the processes of adapters: those below it that are none of utfproof's."""
        parents = {parent for parent, _ in _children()}
        below = self._below()
        return [pid for pid, words in below if not _is_worker(words) and pid not in parents]

    def _below(self) -> list[tuple[int, str]]:
        children: dict[int, list[int]] = {}
        for parent, pid in _children():
            children.setdefault(parent, []).append(pid)
        found, queue = [], [*children.get(self.pid, ())]
        while queue:
            pid = queue.pop()
            queue += children.get(pid, ())
            found.append(pid)
        return [(pid, _words(pid)) for pid in found]


def _children() -> Iterator[tuple[int, int]]:
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with contextlib.suppress(OSError, ValueError, IndexError):
                stat = (entry / "stat").read_text("utf-8", "replace")
                yield int(stat.rpartition(")")[2].split()[1]), int(entry.name)


def _words(pid: int) -> str:
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return ""
    return words.replace(b"\0", b" ").decode("utf-8", "replace")


def _is_worker(words: str) -> bool:
    # A worker of Dask takes another name once it works.
    return words.startswith("dask worker") or "spawn_main" in words or "forkserver" in words
