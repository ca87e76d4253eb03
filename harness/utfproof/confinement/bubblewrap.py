"""Bubblewrap: a root folder with nothing in it but what is shown, and namespaces of its own."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from utfproof.confinement.access import SYSTEM, Access, hidden, outermost

_SECONDS = 10
# The kernel ends all that is in a process namespace with its first process; whatever a program
# forks, and however it hides, is in there.
_NAMESPACES = ("--unshare-all", "--unshare-user", "--disable-userns", "--cap-drop", "ALL")
_FOLDERS_IN_MEMORY = (Path("/tmp"), Path("/dev/shm"))  # noqa: S108  (inside: of this program alone)


@cache
def version() -> str | None:
    """Return the version of bubblewrap, after it has worked once; None where it does not work.

    A container, or the settings of a kernel, may forbid namespaces to users.
    """
    told = _output(["bwrap", "--version"])
    tried = _output(arguments(Access(), Path("/"), None, ["true"]))
    return None if told is None or tried is None else told.split()[-1]


def _output(command: Sequence[str]) -> str | None:
    try:
        done = subprocess.run(  # noqa: S603  (bubblewrap itself)
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=True,
            text=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout


def arguments(
    access: Access, folder: Path, filter_descriptor: int | None, command: Sequence[str]
) -> list[str]:
    """Return the command that runs another one confined, in a folder.

    `filter_descriptor` is an open file with the filter of system calls.
    """
    own = [shutil.which("bwrap") or "bwrap", *_NAMESPACES, "--die-with-parent"]
    if access.network:
        own.append("--share-net")
    # Later mounts cover earlier ones: what is hidden must come behind the folders of the system.
    for path in filter(Path.exists, SYSTEM):
        own += ["--ro-bind", str(path), str(path)]
    for path in hidden():
        nothing = ["--tmpfs", str(path)] if path.is_dir() else ["--ro-bind", "/dev/null", str(path)]
        own += nothing
    own += ["--proc", "/proc", "--dev", "/dev"]
    for path in _FOLDERS_IN_MEMORY:
        own += ["--size", str(access.memory), "--tmpfs", str(path)]
    own += _resolver() if access.network else []
    for path in outermost(access.readable):
        own += ["--ro-bind", str(path), str(path)]
    for path in access.writable:
        own += ["--bind", str(path), str(path)]
    if filter_descriptor is not None:
        own += ["--seccomp", str(filter_descriptor)]
    return [*own, "--chdir", str(folder), "--", *command]


def _resolver() -> list[str]:
    """Show the list of name servers, which often is a link out of /etc."""
    real = Path("/etc/resolv.conf").resolve()
    inside = any(real.is_relative_to(path) for path in SYSTEM)
    return [] if inside else ["--ro-bind-try", str(real), str(real)]
