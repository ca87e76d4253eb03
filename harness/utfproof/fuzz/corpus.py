"""The corpus: one file for each input that is kept, by encoding, as libFuzzer reads and writes it.

A file's name is the SHA-1 of its octets, so that engines and processes feed each other through the
folder, and a merge of corpora is a copy.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from hashlib import sha1
from pathlib import Path

from utfproof.errors import FindingsError
from utfproof.model.encoding import Encoding

NAME = "corpus"
QUARANTINE = "quarantine"


class Corpus:
    """The inputs of one encoding, in memory and in a campaign's folder; it only grows."""

    def __init__(self, folder: Path, encoding: Encoding) -> None:
        """Open the corpus, which is made if need be."""
        self.folder = folder / NAME / encoding.value
        self.inputs: list[bytes] = []
        self._names: set[str] = set()
        with _told(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)

    def add(self, octets: bytes) -> bool:
        """Keep an input; tell whether it is new."""
        name = _name(octets)
        if name in self._names:
            return False
        self._remember(name, octets)
        path = self.folder / name
        with _told(path):
            if not path.exists():
                fresh = path.with_suffix(f".{os.getpid()}")
                fresh.write_bytes(octets)
                fresh.replace(path)
        return True

    def take_up(self) -> list[bytes]:
        """Read what is in the folder by now, by name; give what is new here."""
        new = []
        with _told(self.folder):
            names = sorted(entry.name for entry in os.scandir(self.folder))
        for name in names:
            if name in self._names or "." in name:
                continue
            with contextlib.suppress(OSError):
                octets = (self.folder / name).read_bytes()
                self._remember(name, octets)
                new.append(octets)
        return new

    def _remember(self, name: str, octets: bytes) -> None:
        self._names.add(name)
        self.inputs.append(octets)


def put_aside(folder: Path, encoding: Encoding, octets: bytes) -> None:
    """Put an input that kills an adapter where no engine takes it up.

    Raises:
        FindingsError: the disk is full or gone.
    """
    place = folder / QUARANTINE / encoding.value
    with _told(place):
        place.mkdir(parents=True, exist_ok=True)
        (place / _name(octets)).write_bytes(octets)


def _name(octets: bytes) -> str:
    return sha1(octets, usedforsecurity=False).hexdigest()


@contextlib.contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        hint = "make room there; what was found before is kept"
        raise FindingsError(f"cannot write: {error.strerror}", place=str(path), hint=hint) from None
