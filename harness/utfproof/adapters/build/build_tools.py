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
    found = {name: shutil.which(name) for name in COMPILERS}
    texts = {
        name: wrapper.format(compiler=shlex.quote(compiler), **words)
        for name, compiler in found.items()
        if compiler
    }
    return path_with_programs(folder, texts)


def path_with_programs(folder: Path, texts: Mapping[str, str]) -> str:
    """Write programs into a folder, by name; return a path with it in front.

    Raises:
        OSError: the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        beside = folder / f"{name}.{os.getpid()}"
        beside.write_text(text, "ascii")
        beside.chmod(0o755)
        # At once: another build may be about to run it.
        beside.replace(folder / name)
    return f"{folder}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
