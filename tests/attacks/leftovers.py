"""What is left of an adapter: processes, files and pieces of the kernel's memory, by their mark."""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import tempfile
import time
from contextlib import suppress
from pathlib import Path

_FOLDERS = (tempfile.gettempdir(), "/dev/shm")  # noqa: S108
_REMOVE = 0
_LIBC = ctypes.CDLL(None, use_errno=True)


def processes(mark: str, seconds: float = 3) -> list[int]:
    """List the processes that have a mark among their arguments, after a moment to die."""
    until = time.monotonic() + seconds
    while True:
        found = [int(path.parent.name) for path in Path("/proc").glob("[0-9]*/cmdline")]
        found = [pid for pid in found if mark.encode() in _arguments(pid)]
        if not found or time.monotonic() > until:
            return found
        time.sleep(0.05)


def _arguments(pid: int) -> list[bytes]:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    return []


def files(mark: str) -> list[Path]:
    """List the files with a mark that lie where all users may write."""
    return [path for folder in _FOLDERS for path in Path(folder).glob(f"planted-{mark}*")]


def kernel_objects(key: int) -> list[tuple[str, int]]:
    """List what is kept under a key for all processes: segments, semaphores and queues."""
    found = []
    for kind in ("shm", "sem", "msg"):
        for line in Path(f"/proc/sysvipc/{kind}").read_text("ascii").splitlines()[1:]:
            own, number, *_ = map(int, line.split())
            # The table has it as a signed number.
            if own & 0xFFFFFFFF == key:
                found.append((kind, number))
    return found


def clear(mark: str, key: int) -> None:
    """Remove all that is left."""
    for pid in processes(mark, 0):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    for path in files(mark):
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    for kind, number in kernel_objects(key):
        if kind == "sem":
            _LIBC.semctl(number, 0, _REMOVE)
        else:
            getattr(_LIBC, f"{kind}ctl")(number, _REMOVE, None)
