"""Access: the files that a confined program may read and write, and whether it has a network."""

from __future__ import annotations

import os
import shutil
import stat
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import count, islice
from pathlib import Path

SYSTEM = tuple(
    Path("/", name)
    for name in (
        "usr",
        "bin",
        "sbin",
        "lib",
        "lib32",
        "lib64",
        "libx32",
        "etc",
        "opt",
        "nix",
        "gnu",
    )
)
"""Folders of programs and libraries, which every user of a machine may read."""

# Managers of toolchains: all below is programs. Cargo's folder is none, for it holds credentials.
_MANAGERS = frozenset(
    f".{name}"
    for name in ("asdf", "bun", "deno", "dotnet", "ghcup", "nvm", "pyenv", "rbenv", "rustup")
) | {".sdkman", ".volta"}
_MOST_ENTRIES = 50_000
_SHARED = frozenset(map(Path, ("/tmp", "/var/tmp", "/dev/shm")))  # noqa: S108
_TOOL_HOMES = ("JAVA_HOME", "GOROOT", "RUSTUP_HOME", "PYENV_ROOT", "NVM_DIR", "MONO_PREFIX")


@dataclass(frozen=True, slots=True)
class Access:
    """The part of a machine that a confined program sees, beside the system and the toolchains.

    Attributes:
        readable: Files and folders, each at its own place.
        writable: Folders, each at its own place.
        network: Whether it reaches a network; else there is not even the machine's own loopback.
        memory: The octets that its files in memory may fill.
    """

    readable: tuple[Path, ...] = ()
    writable: tuple[Path, ...] = ()
    network: bool = False
    memory: int = 1 << 30


def is_of_the_system(path: Path) -> bool:
    """Tell whether every user of the machine may read a path, as far as its place shows."""
    return any(path.is_relative_to(folder) for folder in SYSTEM)


def toolchains() -> tuple[Path, ...]:
    """List the folders of programs outside the system that the user's own environment names.

    A folder of a home's own is never among them, nor what lies above a home. The environment that
    a manifest sets has no say: it could name a folder of keys as one of programs.
    """
    found = dict.fromkeys(_toolchains(os.environ))
    return tuple(path for path in found if not is_of_the_system(path) and not _is_too_much(path))


def _toolchains(environment: Mapping[str, str]) -> Iterator[Path]:
    # In a virtual environment the standard library lies under the base prefix.
    yield from (Path(prefix) for prefix in (sys.prefix, sys.base_prefix, sys.exec_prefix))
    yield from _linked_packages()
    for word in environment.get("PATH", os.defpath).split(os.pathsep):
        folder = Path(word)
        if folder.is_absolute() and folder.is_dir() and not is_of_the_system(folder):
            yield from _with_libraries(folder)
    named = [environment[name] for name in _TOOL_HOMES if name in environment]
    rustup = Path(environment.get("HOME", "/")) / ".rustup"
    yield from (Path(name) for name in named if Path(name).is_absolute() and Path(name).is_dir())
    if rustup.is_dir():
        yield rustup


@cache
def _linked_packages() -> tuple[Path, ...]:
    """List the folders of packages that are installed for this Python as links to them."""
    found = []
    for file in Path(sysconfig.get_path("purelib")).glob("*.pth"):
        lines = file.read_text("utf-8", "replace").splitlines()
        # The other lines of such a file are code, or relative to it.
        found += [Path(line) for line in lines if line.startswith("/") and Path(line).is_dir()]
    return tuple(found)


def _with_libraries(folder: Path) -> Iterator[Path]:
    for above in (folder, *folder.parents):
        if above.name in _MANAGERS:
            yield above
            return
    yield folder
    # A program in bin/ finds its libraries beside it.
    for name in ("lib", "lib64", "libexec", "share"):
        beside = folder.parent / name
        # `~/.local/share` has the keyrings of a desktop.
        if folder.name == "bin" and beside.is_dir() and folder.parent.name != ".local":
            yield beside


def _is_too_much(path: Path) -> bool:
    home = Path(os.environ.get("HOME", "/")).resolve()
    return home.is_relative_to(path.resolve())


def program_of(name: str, environment: Mapping[str, str]) -> tuple[Path, ...]:
    """Return the folder in which a link to a program really ends, if it is none of the system's."""
    found = shutil.which(name, path=environment.get("PATH"))
    real = Path(found).resolve() if found else None
    return (real.parent,) if real and not is_of_the_system(real) else ()


@cache
def hidden() -> tuple[Path, ...]:
    """List the files in system folders that not every user may read: keys, passwords.

    The superuser may read these too, and so may what runs with its rights.
    """
    return tuple(_hidden(Path("/etc")))


def shown(folder: Path) -> Iterator[Path]:
    """Yield the largest parts of a folder of the system that nothing hidden lies in."""
    return _without(folder, set(hidden()))


@cache
def open_to_all(path: Path) -> tuple[Path, ...]:
    """Return the largest parts of a file or folder that every user may read.

    Nothing of a folder that is a home, lies above one, is shared by all users or has very many
    entries; nor what is hidden in a home by its name.
    """
    home = Path(os.environ.get("HOME", "/"))
    below = path.relative_to(home).parts if path.is_relative_to(home) else ()
    if _is_too_much(path) or path in _SHARED or any(part.startswith(".") for part in below):
        return ()
    try:
        if not _is_readable_by_all(path.stat().st_mode):
            return ()
        return tuple(_without(path, set(_hidden(path, islice(count(), _MOST_ENTRIES)))))
    except OSError:
        return ()
    except _TooMany:
        return ()


class _TooMany(Exception):
    """A folder has more entries than are worth a look."""


def _without(folder: Path, found: set[Path]) -> Iterator[Path]:
    if not any(path.is_relative_to(folder) for path in found):
        yield folder
    elif folder not in found:
        for path in sorted(folder.iterdir()):
            yield from _without(path, found)


def _is_readable_by_all(mode: int) -> bool:
    wanted = stat.S_IROTH | stat.S_IXOTH if stat.S_ISDIR(mode) else stat.S_IROTH
    return mode & wanted == wanted


def _hidden(folder: Path, numbers: Iterator[int] | None = None) -> Iterator[Path]:
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        if numbers is not None and next(numbers, None) is None:
            raise _TooMany
        # A link shows nothing by itself: its target has a mode and a place of its own.
        if entry.is_symlink():
            continue
        mode = entry.stat(follow_symlinks=False).st_mode
        if not _is_readable_by_all(mode):
            yield Path(entry.path)
        elif stat.S_ISDIR(mode):
            yield from _hidden(Path(entry.path), numbers)


def outermost(paths: Iterable[Path]) -> list[Path]:
    """Return paths that exist, in order, without those that lie in another of them."""
    found: list[Path] = []
    # Sorted by their parts, all that lies in a folder comes right behind it.
    for path in sorted({Path(os.path.normpath(path)) for path in paths}):
        if path.exists() and not (found and path.is_relative_to(found[-1])):
            found.append(path)
    return found
