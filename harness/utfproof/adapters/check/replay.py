"""A replay: all input of a conversation at once, as a shell sends it, and all that comes back."""

from __future__ import annotations

import contextlib
import os
import select
import time
from dataclasses import dataclass

from utfproof.adapters.session.process import Process
from utfproof.confinement.command import Command

_READ_OCTETS = 1 << 20
# No right answer to the transcript comes near this.
_MOST_OCTETS = 64 * 1024 * 1024
_TURN_SECONDS = 0.05
_MEMORY_CHECK_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class Replay:
    """The output on stdout and stderr, and the end of the program; None: it had to be killed."""

    octets: bytes
    ending: str | None
    stderr: str

    @property
    def lines(self) -> list[str]:
        """Return the lines of stdout without their ends; the last may have had none."""
        text = self.octets.decode("ascii", "backslashreplace").replace("\r\n", "\n")
        return text.removesuffix("\n").split("\n") if text else []


def replay(command: Command, octets: bytes, seconds: float) -> Replay:
    """Start a program, send octets and the end of the input, and wait until it ends.

    A program that does not end within the deadline, that fills its memory, or that says more than
    64 MiB is killed.

    Raises:
        ManifestError: it cannot be started at all.
    """
    process = Process(command)
    try:
        return _ReplayLoop(process, octets, time.monotonic() + seconds).play()
    finally:
        process.kill()


class _ReplayLoop:
    """The state of one replay."""

    def __init__(self, process: Process, octets: bytes, deadline: float) -> None:
        self.process = process
        self.unsent = memoryview(octets)
        self.deadline = deadline
        self.pieces: list[bytes] = []
        self.size = 0
        self.memory_check = time.monotonic() + _MEMORY_CHECK_SECONDS
        self.poll = select.poll()
        self.poll.register(process.stdout, select.POLLIN)
        self.poll.register(process.stderr, select.POLLIN)
        self.poll.register(process.stdin, select.POLLOUT)

    def play(self) -> Replay:
        open_ = True
        while open_ and self.may_go_on():
            open_ = self.turn()
        while self.process.gone() is None and self.may_go_on():
            time.sleep(_TURN_SECONDS / 10)
        ending = self.process.gone()
        return Replay(b"".join(self.pieces), ending, self.process.stderr_text())

    def may_go_on(self) -> bool:
        now = time.monotonic()
        # Asking for the memory costs more than a turn: it is done five times a second.
        if now >= self.memory_check:
            self.memory_check = now + _MEMORY_CHECK_SECONDS
            if self.process.usage().octets > self.process.command.memory:
                return False
        return now < self.deadline and self.size <= _MOST_OCTETS

    def turn(self) -> bool:
        """Wait for one pipe to be ready; False at the end of stdout."""
        for descriptor, _ in self.poll.poll(_TURN_SECONDS * 1000):
            if descriptor == self.process.stdin:
                self.write()
            elif descriptor == self.process.stderr:
                self.listen()
            elif not self.read():
                return False
        return True

    def write(self) -> None:
        try:
            self.unsent = self.unsent[os.write(self.process.stdin, self.unsent) :]
        except BlockingIOError:
            return
        except OSError:  # the reader is gone: how it ended is told soon
            self.unsent = self.unsent[:0]
        if not self.unsent:
            self.poll.unregister(self.process.stdin)
            # The end of the input is part of the conversation: some programs answer only then.
            self.process.hang_up()

    def listen(self) -> None:
        with contextlib.suppress(BlockingIOError):
            if data := os.read(self.process.stderr, _READ_OCTETS):
                self.process.keep_stderr(data)
            else:
                # At its end stderr would be ready for ever, and the loop never wait.
                self.poll.unregister(self.process.stderr)

    def read(self) -> bool:
        try:
            data = os.read(self.process.stdout, _READ_OCTETS)
        except BlockingIOError:
            return True
        self.pieces.append(data)
        self.size += len(data)
        return bool(data)
