"""What an attempt reaches for: the environment names it, and the test has made it."""

from __future__ import annotations

import ctypes
import os
import tempfile
from collections.abc import Callable

Attempts = dict[str, Callable[[], "str | None"]]
GRANTED = "granted"
_LIBC = ctypes.CDLL(None, use_errno=True)


def place(name: str) -> str:
    """Return a path, a number or a word of the test's."""
    # Not a path by itself: those that a manifest names are shown to the adapter.
    pairs = (pair.partition("=") for pair in os.environ["REACH"].split(";"))
    return {name: value for name, _, value in pairs}[name]


def number(name: str) -> int:
    return int(place(name))


def own_temporary(name: str = "") -> str:
    """Return a path in the folder for temporary files, by which the test would know it again."""
    return f"{tempfile.gettempdir()}/planted-{place('mark')}{name}"


def call(name: str, *arguments: object) -> int:
    """Call a function of the C library that returns -1 for an error.

    Raises:
        OSError: it has failed.
    """
    return _checked(int(getattr(_LIBC, name)(*arguments)))


def system_call(x86_64: int, aarch64: int, *arguments: object) -> int:
    """Call the kernel by the number of a system call.

    Raises:
        OSError: it has refused.
    """
    own = x86_64 if os.uname().machine == "x86_64" else aarch64
    return _checked(int(_LIBC.syscall(ctypes.c_long(own), *arguments)))


def _checked(found: int) -> int:
    if found == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return found
