"""Pictures of state machines in a run's page: those that `utfproof learn` put into its folder."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from utfproof import storage

FOLDER = "machines"
_LARGEST = 1_000_000


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture: its name, and the SVG as an address that holds it; no script runs in an image."""

    name: str
    address: str


def of_run(folder: Path) -> list[Picture]:
    """Return the pictures in a run's folder `machines`; unreadable files are left out."""
    return list(_pictures(sorted((folder / FOLDER).glob("*.svg"))))


def _pictures(paths: list[Path]) -> Iterator[Picture]:
    for path in paths:
        try:
            with storage.reading(path) as file:
                # One octet more than allowed tells a file that is too large from one that just
                # fits.
                content = file.read(_LARGEST + 1)
        except OSError:
            continue
        if len(content) <= _LARGEST:
            yield picture(path.stem, content)


def picture(name: str, content: bytes) -> Picture:
    """Return a picture of SVG."""
    return Picture(name, f"data:image/svg+xml;base64,{base64.b64encode(content).decode('ascii')}")
