"""The wire: one block written, its answers read, both at the same time, within a deadline."""

from __future__ import annotations

import contextlib
import os
import select
import time
from dataclasses import dataclass

from utfproof.adapters.session.limits import LONGEST_ANSWER
from utfproof.adapters.session.process import Process, runnable
from utfproof.errors import UtfproofError

_READ_OCTETS = 1 << 20
# 16 octets for each octet of the block, and 1 MiB more (PROTOCOL.md, "What the harness promises").
_FEWEST_OCTETS = 1 << 20
_TIMES_AS_LONG = 16
_PRINTABLE = bytes(range(0x20, 0x7F)) + b"\n"
_MEMORY_CHECK_SECONDS = 0.1
# Of a browser with its processes a check takes milliseconds: no more than a part of all the time.
_EXTENSIONS, _SHARE = 10, 0.5
"""How often a starved program is waited for again; the share of a processor that is enough."""
_CHECKS_APART = 20
# A browser has a dozen; a program that forks without end has these within milliseconds.
_MOST_PROCESSES = 256


class Broken(UtfproofError):
    """The conversation cannot go on with this process; `answers` were complete before."""

    def __init__(self, problem: str, answers: int = 0) -> None:
        """Keep how many answers had come."""
        super().__init__(problem)
        self.answers = answers


class Died(Broken):
    """The process ended, or was ended for its memory, in the middle of a block."""


class Late(Broken):
    """No complete answer within the deadline."""


class Nonsense(Broken):
    """The answer is not a block."""


@dataclass(frozen=True, slots=True)
class RenderedBlock:
    """A block ready to be written: header, data lines and the empty line.

    `most` is how many octets of answers are read, so that a flood fills no memory. `awaited` are
    the answers that are looked for; they need not be looked through when they come.
    """

    octets: bytes
    lines: int
    most: int = _FEWEST_OCTETS
    awaited: bytes = b""

    @classmethod
    def of(cls, header: bytes, lines: list[bytes]) -> RenderedBlock:
        """Render a block.

        No code point or octet that is asked makes an answer sixteen times as long as itself; only
        a sweep, which is asked alone, is answered at length.
        """
        octets = b"\n".join([header, *lines, b"", b""])
        if header.startswith(b"sweep "):
            return cls(octets, len(lines), LONGEST_ANSWER)
        return cls(octets, len(lines), _FEWEST_OCTETS + _TIMES_AS_LONG * len(octets))

    @classmethod
    def joined(cls, header: bytes, lines: bytes, count: int, awaited: bytes) -> RenderedBlock:
        """Render a block of lines that stand end to end, each with its newline; no sweep."""
        octets = b"".join((header, b"\n", lines, b"\n"))
        return cls(octets, count, _FEWEST_OCTETS + _TIMES_AS_LONG * len(octets), awaited)


class Wire:
    """The conversation with one process."""

    def __init__(self, process: Process) -> None:
        """Speak with a process that was just started."""
        self.process = process
        self._poll = select.poll()
        self._poll.register(process.stdout, select.POLLIN)
        self._poll.register(process.stderr, select.POLLIN)

    def exchange(self, block: RenderedBlock, seconds: float) -> bytes:
        """Write a block and return its answer lines, joined by newlines, without the empty line.

        Raises:
            Died: the process ended or grew beyond its memory limit.
            Late: the deadline passed.
            Nonsense: too many lines, too few, text that is not ASCII, answers without end.
        """
        self._refuse_leftovers()
        turn = _Exchange(self, block, seconds)
        try:
            return turn.run()
        finally:
            with contextlib.suppress(KeyError):
                self._poll.unregister(self.process.stdin)

    def _refuse_leftovers(self) -> None:
        # Octets that nobody asked for would be taken for the answer to the next block.
        with contextlib.suppress(BlockingIOError):
            if left := os.read(self.process.stdout, 1024):
                raise Nonsense(f"{left[:60]!r} came without being asked")


class _Exchange:
    """The state of one exchange."""

    def __init__(self, wire: Wire, block: RenderedBlock, seconds: float) -> None:
        self.process = wire.process
        self.poll = wire._poll  # noqa: SLF001  (one class in two halves)
        self.block = block
        self.seconds = seconds
        self.deadline = time.monotonic() + seconds
        self.extensions = 0
        self.used: float | None = None
        self.unsent = memoryview(block.octets)
        self.pieces: list[bytes] = []
        self.newlines = 0
        self.octets = 0
        self.tail = b""
        self.memory_check = time.monotonic() + _MEMORY_CHECK_SECONDS

    def run(self) -> bytes:
        self.write()
        while not self.complete():
            self.wait()
        return self.answers()

    def write(self) -> None:
        if not self.unsent:
            return
        try:
            self.unsent = self.unsent[os.write(self.process.stdin, self.unsent) :]
        except BlockingIOError:
            pass
        except OSError:  # the reader is gone: what it still said is read, then its end is seen
            self.unsent = self.unsent[:0]
        if self.unsent:
            self.poll.register(self.process.stdin, select.POLLOUT)
        else:
            with contextlib.suppress(KeyError):
                self.poll.unregister(self.process.stdin)

    def wait(self) -> None:
        now = time.monotonic()
        if now >= self.deadline and not self.starved(now):
            raise self.late()
        until = min(self.deadline, self.memory_check) - now
        # `until` may be past: a negative timeout would wait without end.
        for descriptor, _ in self.poll.poll(max(1.0, until * 1000)):
            if descriptor == self.process.stdin:
                self.write()
            elif descriptor == self.process.stdout:
                self.read()
            else:
                self.listen()
        if time.monotonic() >= self.memory_check:
            self.check_memory()

    def starved(self, now: float) -> bool:
        """Tell whether the program works but got no processor; then it is waited for once more.

        A busy machine must not make a hang of a codec that is right. One that works and had its
        share of a processor since the last deadline does hang.
        """
        before, self.used = self.used, self.process.processor_seconds()
        fed = before is not None and self.used - before >= _SHARE * self.seconds
        if fed or self.extensions == _EXTENSIONS or not runnable(self.process.pid):
            return False
        self.extensions += 1
        self.deadline = now + self.seconds
        return True

    def late(self) -> Broken:
        """Tell a hang from a death that no pipe shows, because a child still holds them."""
        how = self.process.gone()
        if how is not None:
            return Died(how, self.answered())
        return Late("no answer within the deadline", self.answered())

    def check_memory(self) -> None:
        started = time.monotonic()
        used = self.process.usage()
        now = time.monotonic()
        self.memory_check = now + max(_MEMORY_CHECK_SECONDS, _CHECKS_APART * (now - started))
        if used.processes > _MOST_PROCESSES:
            raise Died(f"more than {_MOST_PROCESSES} processes", self.answered())
        if used.octets > self.process.command.memory:
            limit = self.process.command.memory >> 20
            raise Died(f"more than {limit} MiB of memory", self.answered())

    def listen(self) -> None:
        with contextlib.suppress(BlockingIOError):
            if data := os.read(self.process.stderr, _READ_OCTETS):
                self.process.keep_stderr(data)
            else:
                # A closed pipe is always readable: poll would return at once, again and again.
                self.poll.unregister(self.process.stderr)

    def read(self) -> None:
        try:
            data = os.read(self.process.stdout, _READ_OCTETS)
        except BlockingIOError:
            return
        if not data:
            self.end_of_output()
        self.pieces.append(data)
        self.newlines += data.count(b"\n")
        self.octets += len(data)
        # Four octets hold the longest end of a block, CR LF CR LF.
        self.tail = (self.tail + data)[-4:]
        # Checked at each piece and not at the end: an endless answer would never reach it.
        if self.octets > self.block.most:
            asked = len(self.block.octets)
            problem = f"answers of more than {self.block.most >> 20} MiB to {asked} octets"
            raise Nonsense(problem, self.answered())

    def end_of_output(self) -> None:
        how = self.process.ended()
        if how is None:
            raise Nonsense("stdout was closed while the program lives on", self.answered())
        raise Died(how, self.answered())

    def answered(self) -> int:
        return min(self.newlines, self.block.lines)

    def complete(self) -> bool:
        tail = self.tail.replace(b"\r\n", b"\n")
        ended = tail.endswith(b"\n\n") or tail == b"\n"
        if self.newlines > self.block.lines:
            # One newline more than lines is right only as the empty line that ends the block.
            if not ended or self.newlines > self.block.lines + 1:
                raise Nonsense("more lines than were asked", self.answered())
            return True
        # An empty line ends a block: who sends it before the last answer has said too few.
        if ended and self.newlines:
            raise Nonsense(f"{self.newlines - 1} lines for {self.block.lines}", 0)
        return False

    def answers(self) -> bytes:
        text = b"".join(self.pieces)
        # The usual case first: equal octets need no search for what could be wrong in them.
        if text[:-1] == self.block.awaited:
            return text[:-2]
        # A language whose text streams write CR LF is no fault of the codec.
        if b"\r" in text:
            text = text.replace(b"\r\n", b"\n")
        # A block without lines is answered by the empty line alone.
        if not self.block.lines:
            return b""
        if text.startswith(b"\n") or b"\n\n" in text[:-1]:
            raise Nonsense("an empty line among the answers", 0)
        if text.translate(None, _PRINTABLE):  # what could steer a terminal goes no further
            raise Nonsense("octets that are not ASCII text", 0)
        return text[:-2]
