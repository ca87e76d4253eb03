"""Files that more than one process may want, on disks that may be full: locks, and whole files.

A folder of a run may come from somebody else, or an adapter may have written there: its files are
read by `reading` and written by `put` and `appending`, which follow no link out of it.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from io import BufferedReader, BufferedWriter, FileIO, TextIOWrapper
from pathlib import Path
from typing import BinaryIO

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_KEPT_SECONDS = 30 * 24 * 3600
LARGEST = 1 << 30
"""Octets that no file of ours has. A file with holes may claim more than there is memory."""


def taken(descriptor: int) -> bool:
    """Take the lock of an open file for this process, until the file is closed.

    False where another process has it. A disk that knows no locks has none to be respected.
    """
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of a folder, or of a file that is made if need be; wait for it.

    Raises:
        OSError: it cannot be opened.
    """
    flags = os.O_RDONLY if path.is_dir() else os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW
    descriptor = os.open(path, flags | os.O_CLOEXEC, 0o666)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def replace(path: Path, content: str | bytes) -> None:
    """Write a file whole or not at all: the old content is kept when this fails.

    Text is written in UTF-8. A path that is no plain file, such as /dev/stdout, is written to; a
    link stays one.

    Raises:
        OSError: it cannot be written.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    real = path.resolve()
    # A rename would put a file in the place of a device, and replace one that is read-only.
    if real.exists() and not (real.is_file() and os.access(real, os.W_OK)):
        real.write_bytes(data)
        return
    _swap(real, data)


def put(path: Path, content: str | bytes) -> None:
    """Write a file of a run's folder whole or not at all; a link in its place is not followed.

    Raises:
        OSError: it cannot be written.
    """
    _swap(path, content.encode("utf-8") if isinstance(content, str) else content)


def reading(path: Path) -> BufferedReader:
    """Open a file of a run's folder to read it.

    Raises:
        OSError: it is no plain file, such as a link, or cannot be read.
    """
    return os.fdopen(_plain(path, os.O_RDONLY), "rb")


def content(path: Path, most: int = LARGEST) -> bytes:
    """Read a file of a run's folder whole, of at most so many octets.

    Raises:
        OSError: it is no plain file, such as a link, is larger, or cannot be read.
    """
    with reading(path) as file:
        return limited(file, most)


def limited(file: BinaryIO, most: int) -> bytes:
    """Read an open file whole, of at most so many octets.

    Raises:
        OSError: it is larger, or cannot be read.
    """
    if os.fstat(file.fileno()).st_size > most or len(found := file.read(most + 1)) > most:
        raise OSError(errno.EFBIG, f"larger than {most >> 20} MiB", str(file.name))
    return found


def appending(path: Path) -> FileIO:
    """Open a file of a run's folder, made if need be, to write at its end.

    Raises:
        OSError: it is no plain file, such as a link, or cannot be written.
    """
    return os.fdopen(_plain(path, os.O_RDWR | os.O_APPEND | os.O_CREAT), "a+b", buffering=0)


def appending_text(path: Path) -> TextIOWrapper:
    """Open a file of a run's folder, made if need be, to write lines of ASCII at its end.

    Raises:
        OSError: it is no plain file, such as a link, or cannot be written.
    """
    return TextIOWrapper(BufferedWriter(appending(path)), "ascii", newline="\n")


def make_run_folder(folder: Path) -> None:
    """Make the folder of a run for this user alone, with those above it; it may be there.

    Raises:
        OSError: it cannot be made, or something else is in its place.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)


def _plain(path: Path, flags: int) -> int:
    """Open a plain file; that of a queue or a device might never end."""
    try:
        # O_NONBLOCK, because to open a queue that nobody writes to would wait for ever.
        number = os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o666)
    except OSError as error:
        if error.errno != errno.ELOOP:
            raise
        raise OSError(errno.ELOOP, "is a link, which is not followed", str(path)) from None
    if stat.S_ISREG(os.fstat(number).st_mode):
        return number
    os.close(number)
    raise OSError(errno.EINVAL, "is no plain file", str(path))


def _swap(real: Path, data: bytes) -> None:
    """Put a new file in the place of another, or of a link."""
    fresh = None
    try:
        # In the same folder: a rename is one step only within a file system.
        with tempfile.NamedTemporaryFile(
            dir=real.parent, prefix=f".{real.name[:100]}-", delete=False
        ) as file:
            fresh = Path(file.name)
            file.write(data)
            file.flush()
            # Without it a power cut may leave the new name with none of the new content.
            os.fsync(file.fileno())
        _take_mode(real, fresh)
        fresh.replace(real)
    except OSError as error:
        if fresh:
            with contextlib.suppress(OSError):
                fresh.unlink()
        error.filename, error.filename2 = str(real), None  # not the name that nobody gave
        raise


def make_private(folder: Path) -> None:
    """Make a folder of the cache that this user alone can write to, with those above it.

    Raises:
        OSError: it cannot be made, or somebody else can write to it.
    """
    # From the top down: each folder that is made gets the private mode, not only the last.
    for one in reversed([folder, *folder.parents]):
        with contextlib.suppress(FileExistsError):
            one.mkdir(mode=0o700)
    if not is_private(folder):
        raise PermissionError(errno.EACCES, "others can write to it", str(folder))


def is_private(folder: Path) -> bool:
    """Tell whether nobody but this user and root can put another file into a folder.

    Raises:
        OSError: it is not there.
    """
    own, above = folder.stat(), folder.parent.stat()
    # In a folder like /tmp others can make files, but not replace what is this user's.
    shared = above.st_mode & _OTHERS_WRITE and not above.st_mode & stat.S_ISVTX
    mine = own.st_uid == os.geteuid() and not own.st_mode & _OTHERS_WRITE
    return mine and above.st_uid in (0, os.geteuid()) and not shared


def forget_old(folder: Path) -> None:
    """Remove the files of a folder of the cache that nothing was written to for a month."""
    for path in folder.iterdir():
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > _KEPT_SECONDS:
                path.unlink()


def _take_mode(real: Path, fresh: Path) -> None:
    """Set the mode of a new file: that of the one it replaces, or the usual one."""
    if real.is_file() and not real.is_symlink():
        shutil.copymode(real, fresh)
        return
    # The mask of a process can be read only by setting it.
    mask = os.umask(0)
    os.umask(mask)
    fresh.chmod(0o666 & ~mask)
