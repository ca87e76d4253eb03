"""A loader under fuzzing, and the check of the texts that it lets through."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from zlib import crc32

from rich.console import Console

_RARELY = 8


@dataclass(frozen=True, slots=True)
class Loader:
    """A loader: the files that fuzzing begins with, and what is done with one.

    `runs` are the mutated files that the tests give it: fewer where each starts programs.
    """

    seeds: Callable[[], Iterator[bytes]]
    load: Callable[[bytes, Path], None]
    runs: int = 250


def plain(text: str, allowed: str = "\n") -> None:
    """Check that a text cannot steer a terminal.

    Raises:
        ValueError: it can.
    """
    for character in text:
        if not character.isprintable() and character not in allowed:
            raise ValueError(f"{character!r} is shown: {text[:400]!r}")
    text.encode("utf-8")


def looked_at(data: bytes) -> bool:
    """Draw what is slow to draw for some inputs only."""
    return crc32(data) % _RARELY == 0


def shown(draw: Callable[[Console], None]) -> None:
    """Draw something, and check that it cannot steer a terminal."""
    out = StringIO()
    draw(Console(file=out, width=120, force_terminal=False))
    plain(out.getvalue())


def parted(data: bytes, names: Sequence[str]) -> tuple[str, bytes]:
    """Return which of several files an input stands for, by its first octet, and the content."""
    return names[data[0] % len(names)] if data else names[0], data[1:]
