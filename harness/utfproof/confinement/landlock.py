"""Landlock: rights to files and calls, taken away by the program itself before it begins.

No privilege is needed, and no namespace: it works where containers forbid bubblewrap.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from utfproof.confinement import landlock_launcher
from utfproof.confinement.access import SYSTEM, Access, outermost, shown

_SECONDS = 10
_LAUNCHER = Path(landlock_launcher.__file__)
# Facts of the machine, and of the process itself: the folders of other processes tell the
# variables of their environments, which often hold what opens doors.
_KERNEL = tuple(
    Path("/proc", name)
    for name in (
        *("self", "cpuinfo", "meminfo", "stat", "uptime", "version", "loadavg", "filesystems"),
        *("sys/kernel", "sys/vm", "sys/fs", "cgroups", "mounts"),
    )
)


@cache
def version() -> int | None:
    """Return the version of Landlock, after it has worked once; None where it does not work."""
    try:
        abi = landlock_launcher.abi()
        tried = subprocess.run(  # noqa: S603  (the launcher itself)
            arguments(Access(), None, ["true"], abi),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    # An AttributeError: the C library of another system lacks one of the calls.
    except (OSError, AttributeError, subprocess.TimeoutExpired):
        return None
    return abi if abi and tried.returncode == 0 else None


def arguments(
    access: Access, filter_descriptor: int | None, command: Sequence[str], abi: int
) -> list[str]:
    """Return the command that runs another one confined."""
    numbers = (abi, int(access.network), -1 if filter_descriptor is None else filter_descriptor)
    readable = (*_system(), *map(str, (*_KERNEL, *outermost(access.readable))))
    writable = map(str, access.writable)
    python = [sys.executable, "-I", "-S", str(_LAUNCHER), *map(str, numbers)]
    return [*python, *readable, "--", *writable, "--", *command]


@cache
def _system() -> tuple[str, ...]:
    return tuple(str(path) for folder in SYSTEM if folder.exists() for path in shown(folder))
