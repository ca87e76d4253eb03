"""Additional tools of a build, such as compilers that put in more than is asked of them."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

COMPILERS = ("cc", "c++", "gcc", "g++", "clang", "clang++")


@dataclass(frozen=True, slots=True)
class BuildTools:
    """Additional tools of a build: their name, and the environment by which it finds them."""

    name: str = ""
    environment: Mapping[str, str] = field(default_factory=dict)


def wrap_compilers(folder: Path, wrapper: str, **words: str) -> str:
    """Write a program for each compiler of this machine; return a path with these in front.

    `wrapper` is the text of the program, with `{compiler}` and `words` to be put in.

    Raises:
        OSError: the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name in COMPILERS:
        if compiler := shutil.which(name):
            _write(folder / name, wrapper.format(compiler=shlex.quote(compiler), **words))
    return f"{folder}{os.pathsep}{os.environ.get('PATH', os.defpath)}"


def _write(path: Path, text: str) -> None:
    """Write a program at once: another process may be about to run it."""
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    beside.write_text(text, "ascii")
    beside.chmod(0o755)
    beside.replace(path)
