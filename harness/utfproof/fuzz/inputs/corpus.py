"""The corpus: one file for each input that is kept, by encoding, as libFuzzer reads and writes it.

A file's name is the SHA-1 of its octets, so that engines and processes feed each other through the
folder, and a merge of corpora is a copy.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from hashlib import sha1
from pathlib import Path

from utfproof import storage
from utfproof.errors import FindingsError
from utfproof.model.encoding import Encoding

NAME = "corpus"
QUARANTINE = "quarantine"


class InputList:
    """The inputs of one encoding, in memory alone; they only grow."""

    def __init__(self, inputs: Iterable[bytes] = ()) -> None:
        """Begin with some."""
        self.inputs: list[bytes] = []
        self._names: set[str] = set()
        for octets in inputs:
            self._remember(_name(octets), octets)

    def add(self, octets: bytes) -> bool:
        """Keep an input; return whether it is new."""
        name = _name(octets)
        if name in self._names:
            return False
        self._remember(name, octets)
        return True

    def take_up(self) -> list[bytes]:
        """Read the inputs that others have added by now; return the new ones."""
        return []

    def _remember(self, name: str, octets: bytes) -> None:
        self._names.add(name)
        self.inputs.append(octets)


class FolderCorpus(InputList):
    """The inputs of one encoding, in memory and in a campaign's folder."""

    def __init__(self, folder: Path, encoding: Encoding) -> None:
        """Open the corpus, which is made if need be."""
        super().__init__()
        self.folder = corpus_folder(folder, encoding)
        with _file_errors(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)

    def add(self, octets: bytes) -> bool:
        """Keep an input; return whether it is new."""
        if not super().add(octets):
            return False
        path = self.folder / _name(octets)
        with _file_errors(path):
            if not path.exists():
                # Written aside and renamed: another process must never read half of an input.
                fresh = path.with_suffix(f".{os.getpid()}")
                fresh.unlink(missing_ok=True)  # of a process that was killed and had this number
                with fresh.open("xb") as file:
                    file.write(octets)
                fresh.replace(path)
        return True

    def take_up(self) -> list[bytes]:
        """Read the files of the folder, by name; return the new inputs."""
        new = []
        with _file_errors(self.folder):
            names = sorted(entry.name for entry in os.scandir(self.folder))
        for name in names:
            # A name with a dot is a file that is still being written.
            if name in self._names or "." in name:
                continue
            with contextlib.suppress(OSError):
                octets = storage.content(self.folder / name)
                self._remember(name, octets)
                new.append(octets)
        return new


def corpus_folder(folder: Path, encoding: Encoding) -> Path:
    """Return the place of an encoding's inputs in a campaign's folder."""
    return folder / NAME / encoding.value


def quarantine(folder: Path, encoding: Encoding, octets: bytes) -> None:
    """Put an input that kills an adapter where no engine takes it up.

    Raises:
        FindingsError: the disk is full or gone.
    """
    aside = folder / QUARANTINE / encoding.value
    with _file_errors(aside):
        aside.mkdir(parents=True, exist_ok=True)
        storage.put(aside / _name(octets), octets)


def quarantined_inputs(folder: Path) -> Iterator[tuple[Encoding, bytes]]:
    """Yield the quarantined inputs of a folder, by encoding and name."""
    for path in sorted((folder / QUARANTINE).glob("*/*")):
        # Somebody may have put folders of his own there.
        with contextlib.suppress(OSError, ValueError):
            yield Encoding(path.parent.name), storage.content(path)


def _name(octets: bytes) -> str:
    return sha1(octets, usedforsecurity=False).hexdigest()


@contextlib.contextmanager
def _file_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        hint = "make room there; what was found before is kept"
        raise FindingsError(f"cannot write: {error.strerror}", place=str(path), hint=hint) from None
