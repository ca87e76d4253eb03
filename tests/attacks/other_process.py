"""Another process of the same user, which stands for whatever an adapter is not to touch."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

PROGRAM = """
import ctypes, os, signal, sys, time
held = ctypes.create_string_buffer(os.environ["OTHER"].encode())
file = open(sys.argv[2])
os.unlink(sys.argv[2])
signal.signal(signal.SIGURG, lambda *_: os._exit(1))
print(ctypes.addressof(held), file.fileno(), flush=True)
time.sleep(600)
"""


@dataclass(slots=True)
class OtherProcess:
    """A process with a secret among its variables and arguments, in its memory and in a file.

    Attributes:
        child: The process.
        address: Where the secret is in its memory.
        descriptor: The open file with the secret, which has no name any more.
    """

    child: subprocess.Popen[str]
    address: int
    descriptor: int
    _before: object = None

    def is_as_it_was(self) -> bool:
        """Tell whether it runs, as fast and as far as at first."""
        return self._state() == self._before

    def note(self) -> None:
        """Remember how it is."""
        self._before = self._state()

    def end(self) -> None:
        """End it."""
        self.child.kill()
        self.child.communicate()

    def _state(self) -> object:
        pid = self.child.pid
        if self.child.poll() is not None:
            return "ended"
        fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
        limits = Path(f"/proc/{pid}/limits").read_text("ascii")
        # A state, T where it is stopped, its niceness and its policy.
        is_stopped = fields[0] in "tT"
        return is_stopped, os.getpriority(os.PRIO_PROCESS, pid), os.sched_getscheduler(pid), limits


def started(secret: str, folder: Path) -> OtherProcess:
    """Start it, in a session of its own."""
    file = folder / "held"
    file.write_text(secret, "ascii")
    child = subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", PROGRAM, secret, str(file)],
        env={"OTHER": secret},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert child.stdout
    address, descriptor = map(int, child.stdout.readline().split())
    found = OtherProcess(child, address, descriptor)
    found.note()
    return found
