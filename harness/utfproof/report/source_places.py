"""Where things are declared: lines of files, named from the top of the user's repository."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import Self

from utfproof import locations
from utfproof.adapters.registry import SelectedAdapter

_INSTALLED = "/utfproof/_data/"


class Home(Enum):
    """The repository or folder that a file belongs to."""

    REPOSITORY = auto()
    UTFPROOF = auto()
    ELSEWHERE = auto()


@dataclass(frozen=True, slots=True)
class SourcePlace:
    """A line of a file; `path` is seen from the top of its home, and absolute elsewhere."""

    path: str
    line: int
    home: Home = Home.REPOSITORY

    @property
    def inside(self) -> bool:
        """Return whether the file lies in the user's repository."""
        return self.home is Home.REPOSITORY

    @classmethod
    def read(cls, text: str, root: str) -> Self | None:
        """Read `/path/file:line` or `/path/file`, seen from a root; None for no place at all.

        What utfproof was installed with is its own, also where that is below the root.
        """
        path, _, line = text.rpartition(":")
        # A path may hold a colon itself: only digits behind the last one are a line.
        if not (path and line.isdecimal()):
            path, line = text, "1"
        if not path:
            return None
        return cls(*_at_home(path, max(1, int(line)), root))


def _at_home(path: str, line: int, root: str) -> tuple[str, int, Home]:
    # Installed data lies below the user's virtual environment, often inside the repository.
    _, installed, own = path.rpartition(_INSTALLED)
    if installed:
        return own, line, Home.UTFPROOF
    # The repository first: in a checkout of utfproof both are the same.
    for top, home in ((root, Home.REPOSITORY), (str(_data()), Home.UTFPROOF)):
        if top and Path(path).is_relative_to(top):
            return Path(path).relative_to(top).as_posix(), line, home
    return path, line, Home.ELSEWHERE


def of_vectors(place: str, root: str) -> SourcePlace | None:
    """Return the place of a vector, `vectors/…:line`, as the suite names it."""
    return SourcePlace.read(f"{_data()}/{place}", root) if place else None


def _data() -> Path:
    return locations.vectors().parent


def repository(folder: Path) -> Path:
    """Return the top of the repository that holds a folder; the folder itself where none does."""
    here = folder.resolve()
    # `.git` is a file in a worktree, and a folder elsewhere.
    tops = (top for top in (here, *here.parents) if (top / ".git").exists())
    return next(tops, here)


def of_codecs(chosen: Iterable[SelectedAdapter]) -> dict[str, str]:
    """Return the line of each codec in its adapter.yaml: `/path/adapter.yaml:12`."""
    return {
        item.manifest.id_of(codec): f"{item.manifest.place}:{codec.line}"
        for item in chosen
        for codec in item.codecs
    }
