"""An adapter's process: its pipes, its group, its memory, its end."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import signal
import subprocess
from collections import deque
from collections.abc import Iterable, Iterator
from errno import EMFILE, ENFILE
from itertools import count
from pathlib import Path
from typing import NamedTuple

from utfproof.confinement.choice import ConfinedCommand
from utfproof.confinement.command import Command
from utfproof.errors import ManifestError, UsageError

_PIPE_OCTETS = 1 << 20
_STDERR_KEPT = 1 << 16
_GRACE_SECONDS = 0.5
_TIDY_SECONDS = 3.0
_UNPRINTABLE = "\N{REPLACEMENT CHARACTER}"
_SETPRIV = shutil.which("setpriv")
_MARK = "UTFPROOF_PROCESS"
_BY_SIGNAL = 128
_ROUNDS = 50
_OF_THE_MACHINE = frozenset((EMFILE, ENFILE))
_numbers = count(1)


class ProcessUsage(NamedTuple):
    """The processes of an adapter, and the octets that they have in memory together."""

    processes: int
    octets: int


class MemoryUse(NamedTuple):
    """The octets that an adapter's processes have in memory, and the most since the last look.

    Both are 0 where no process runs, or the system has no figure. The peak is the sum of each
    process' own.
    """

    octets: int
    peak: int


class Process:
    """One running adapter in a process group of its own.

    Its environment has a mark, by which processes are known that left the group: a daemon has a
    session of its own, and another parent, but is born with the environment of its parents.
    """

    def __init__(self, command: Command) -> None:
        """Start the program.

        Raises:
            ManifestError: it cannot be started at all.
            UsageError: a confinement is required, and none works here; or no file can be opened.
        """
        self.command = command
        self._confined = ConfinedCommand([], {})
        self._mark = f"{os.getpid()}-{next(_numbers)}"
        self._stderr: deque[bytes] = deque()
        self._stderr_octets = 0
        try:
            self._confined = command.confined()
            self._child = subprocess.Popen(
                [*self._in_front(), *self._confined.arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=command.folder,
                env={**self._confined.environment, _MARK: self._mark},
                pass_fds=self._confined.descriptors,
                # In a session of its own it is not reached by Ctrl-C at the terminal: the harness
                # ends it.
                start_new_session=True,
                # The wire polls the descriptors: a buffer would hide octets that were read already.
                bufsize=0,
            )
        except (OSError, ValueError) as error:
            self._confined.ended()
            if isinstance(error, OSError) and error.errno in _OF_THE_MACHINE:
                hint = "raise the limit (ulimit -n), or use fewer --jobs"
                raise UsageError(
                    f"no process can be started: {error.strerror}", hint=hint
                ) from None
            # A ValueError is of a NUL, which no argument and no variable can hold.
            how = error.strerror if isinstance(error, OSError) else str(error)
            problem = f"cannot run {command.arguments[0]}: {how}"
            place = str(command.folder / "adapter.yaml")
            raise ManifestError(problem, place=place, hint="check `run:`") from None
        self._confined.started()
        self.stdin, self.stdout, self.stderr = (
            _pipe(stream.fileno() if stream else -1)
            for stream in (self._child.stdin, self._child.stdout, self._child.stderr)
        )

    @property
    def pid(self) -> int:
        """Return the process id, which is also the id of its group."""
        return self._child.pid

    def keep_stderr(self, data: bytes) -> None:
        """Keep the last 64 KiB of the program's stderr."""
        self._stderr.append(data)
        self._stderr_octets += len(data)
        # Whole pieces go, and only while enough is left without them; `stderr_text` cuts the rest.
        while self._stderr_octets - len(self._stderr[0]) > _STDERR_KEPT:
            self._stderr_octets -= len(self._stderr.popleft())

    def stderr_text(self) -> str:
        """Return the kept stderr, made printable.

        At most one pipe full is read: a program that writes without end is not waited for.
        """
        with contextlib.suppress(OSError):
            for _ in range(_PIPE_OCTETS // _STDERR_KEPT):
                self.keep_stderr(os.read(self.stderr, _STDERR_KEPT))
        text = b"".join(self._stderr)[-_STDERR_KEPT:].decode("utf-8", "backslashreplace")
        return printable(text)

    def usage(self) -> ProcessUsage:
        """Count the processes, and the octets in memory, over the group and all descendants.

        Anonymous files that they hold open count too, whether these are mapped or not.
        """
        family = _family(self.pid)
        return ProcessUsage(len(family), _in_memory(family))

    def processor_seconds(self) -> float:
        """Return the processor seconds of the program and of its living descendants so far.

        It is 0 where the system has no figure.
        """
        return sum(map(_processor_seconds, _family(self.pid)))

    def memory(self) -> MemoryUse:
        """Return the octets in memory now, and the peak since the last call."""
        family = _family(self.pid)
        return MemoryUse(_in_memory(family), sum(map(_peak, family)))

    def hang_up(self) -> None:
        """Close stdin: the program sees the end of its input."""
        with contextlib.suppress(OSError):
            if self._child.stdin:
                self._child.stdin.close()

    def close(self) -> None:
        """End the conversation politely: close stdin, wait a moment, then kill."""
        self.hang_up()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(_GRACE_SECONDS)
        self.kill()

    def kill(self) -> str:
        """Kill the group and whatever left it, and say how the program itself ended."""
        if self._confined.ends_on_sigterm:
            # The launcher alone knows those that left the group and wiped their environment.
            self._child.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._child.wait(_TIDY_SECONDS)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        self._kill_the_scattered()
        code = self._child.wait()
        for stream in (self._child.stdin, self._child.stdout, self._child.stderr):
            if stream:
                with contextlib.suppress(OSError):
                    stream.close()
        self._confined.ended()
        return self._ending(code)

    def _kill_the_scattered(self) -> None:
        """Kill every process with the mark, again and again, for it may have children meanwhile."""
        mark = f"{_MARK}={self._mark}".encode("ascii")
        for _ in range(_ROUNDS):
            found = [pid for pid in _processes() if pid != self.pid and _bears(pid, mark)]
            for pid in found:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            if not found:
                return

    def gone(self) -> str | None:
        """Say how the program ended, or None while it runs, without waiting."""
        code = self._child.poll()
        return None if code is None else self._ending(code)

    def ended(self) -> str | None:
        """Say how the program ended, or None while it runs; waits a moment for a dying one."""
        try:
            return self._ending(self._child.wait(_GRACE_SECONDS))
        except subprocess.TimeoutExpired:
            return None

    def _in_front(self) -> list[str]:
        """Have the kernel kill the adapter when the harness itself is killed."""
        if not _SETPRIV or self._confined.is_confined:
            return []
        return [_SETPRIV, "--pdeathsig", "KILL"]

    def _ending(self, code: int) -> str:
        # As a shell does, a program that confines tells a signal by a status above 128.
        if self._confined.is_confined and code > _BY_SIGNAL:
            code = _BY_SIGNAL - code
        return _ending(code)


def _pipe(descriptor: int) -> int:
    # A program that neither reads nor writes must not block the harness, which has a deadline.
    os.set_blocking(descriptor, False)
    with contextlib.suppress(OSError, AttributeError):
        fcntl.fcntl(descriptor, fcntl.F_SETPIPE_SZ, _PIPE_OCTETS)
    return descriptor


def _ending(code: int) -> str:
    if code >= 0:
        return f"exit status {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


def printable(text: str) -> str:
    """Replace characters that could steer a terminal or hide text."""
    return "".join(c if c.isprintable() or c == "\n" else _UNPRINTABLE for c in text)


def _processes() -> list[int]:
    """List all processes on Linux; none elsewhere."""
    try:
        names = os.listdir("/proc")  # noqa: PTH208  (ten times a second while an answer is awaited)
    except OSError:
        return []
    return [int(name) for name in names if name.isdecimal()]


def _kernel_file(path: str) -> bytes:
    """Read a file of the kernel, at most a page of it."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        return os.read(descriptor, 4096)
    finally:
        os.close(descriptor)


def _bears(pid: int, mark: bytes) -> bool:
    """Tell whether a process was born with a mark; one that is only waited for has none left."""
    try:
        return mark in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return False


def _family(leader: int) -> set[int]:
    """List the processes of a group, and their descendants in others."""
    found = {leader}
    parents: dict[int, int] = {}
    for pid in _processes():
        with contextlib.suppress(OSError, ValueError, IndexError):
            _, parent, group, *_ = _kernel_file(f"/proc/{pid}/stat").rpartition(b")")[2].split()
            parents[pid] = int(parent)
            if int(group) == leader:
                found.add(pid)
    while born := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= born
    return found


def _processor_seconds(pid: int) -> float:
    try:
        text = _kernel_file(f"/proc/{pid}/stat")
    except OSError:
        return 0.0
    # The name in parentheses may hold spaces and parentheses itself: the last one ends it.
    # The last two are of children that have ended and were waited for.
    user, system, ended_user, ended_system = text.rpartition(b")")[2].split()[11:15]
    ticks = int(user) + int(system) + int(ended_user) + int(ended_system)
    return ticks / os.sysconf("SC_CLK_TCK")


def runnable(leader: int) -> bool:
    """Tell whether a process of a group works or would, and only a processor is missing."""
    return any(map(_runnable, _family(leader)))


def _runnable(pid: int) -> bool:
    """Tell whether a thread of a process runs, waits for a processor, or for a disk."""
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208  (as above)
            with contextlib.suppress(OSError):
                text = _kernel_file(f"/proc/{pid}/task/{thread}/stat")
                if text.rpartition(b")")[2].split()[0] in (b"R", b"D"):
                    return True
    return False


def _in_memory(found: Iterable[int]) -> int:
    # By device and number: a file that several processes hold open counts once.
    files: dict[tuple[int, int], int] = {}
    for pid in found:
        files.update(_anonymous_files(pid))
    return sum(map(_resident, found)) + sum(files.values())


def _anonymous_files(pid: int) -> Iterator[tuple[tuple[int, int], int]]:
    """Yield the files in memory that a process holds open: device and number, and octets."""
    folder = f"/proc/{pid}/fd"
    with contextlib.suppress(OSError):
        for name in os.listdir(folder):  # noqa: PTH208  (ten times a second, as above)
            with contextlib.suppress(OSError):
                # A memfd takes memory that is in no resident set until it is mapped.
                if os.readlink(f"{folder}/{name}").startswith("/memfd:"):  # noqa: PTH115
                    facts = os.stat(f"{folder}/{name}")  # noqa: PTH116
                    # st_blocks is in units of 512 octets on Linux, whatever the file system's
                    # blocks are.
                    yield (facts.st_dev, facts.st_ino), facts.st_blocks * 512


def _peak(pid: int) -> int:
    """Return the peak of a process' resident set in octets, and have the next one begin now."""
    peak = 0
    with contextlib.suppress(OSError, ValueError, IndexError):
        # In units of 1,024 octets, which the kernel calls kB.
        peak = int(_kernel_file(f"/proc/{pid}/status").partition(b"VmHWM:")[2].split()[0]) << 10
        # proc(5): 5 sets the peak to what is resident now.
        Path(f"/proc/{pid}/clear_refs").write_bytes(b"5")
    return peak


def _resident(pid: int) -> int:
    try:
        pages = int(_kernel_file(f"/proc/{pid}/statm").split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
