"""The programs of tests/fakes as commands, and what is left of them."""

from __future__ import annotations

import contextlib
import sys
import time
from pathlib import Path

import fake_programs
from utfproof.confinement.command import Command


def command(fake: str, folder: Path, *arguments: str, memory: int = 1 << 30) -> Command:
    """Return the command that runs a fake in a folder, where it may leave its marks."""
    program = [sys.executable, "-S", "-E", "-B", *fake_programs.arguments(fake)]
    return Command([*program, *arguments], folder, {}, memory)


def alive(group: int) -> list[int]:
    """List the processes of a group that are more than an entry in the process table."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, its_group = entry.read_text("ascii").rpartition(")")[2].split()[:3]
            if int(its_group) == group and state != "Z":
                found.append(int(entry.parent.name))
    return found


def left(group: int, seconds: float = 5.0) -> list[int]:
    """Return the killed the moment that they need to die, and list who is still alive then."""
    until = time.monotonic() + seconds
    while (found := alive(group)) and time.monotonic() < until:
        time.sleep(0.01)
    return found
