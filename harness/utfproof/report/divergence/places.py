"""Where a codec is declared: its line in the adapter.yaml of its adapter."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from utfproof.adapters import registry
from utfproof.errors import UtfproofError
from utfproof.fuzz import reproducer
from utfproof.fuzz.findings import Finding


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file that lies in the working directory; `path` is relative to that."""

    path: str
    line: int


def places(findings: Iterable[Finding], folder: Path) -> dict[str, Place]:
    """Give the place of each finding's codec; none for what lies outside the folder, or nowhere."""
    targets = {finding.codec: reproducer.target(finding) for finding in findings}
    found = {codec: _place(codec, target, folder) for codec, target in targets.items()}
    return {codec: place for codec, place in found.items() if place}


def _place(codec: str, target: str, folder: Path) -> Place | None:
    try:
        chosen = registry.choose([target], [codec])
    except (UtfproofError, OSError, ValueError):
        return None
    if len(chosen) != 1 or len(chosen[0].codecs) != 1:
        return None
    path = Path(chosen[0].manifest.place)
    if not path.is_relative_to(folder.resolve()):
        return None
    return Place(path.relative_to(folder.resolve()).as_posix(), chosen[0].codecs[0].line)
