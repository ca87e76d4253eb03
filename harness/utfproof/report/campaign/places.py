"""Where a codec is declared: its line in the adapter.yaml of its adapter."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from utfproof.adapters import registry
from utfproof.errors import UtfproofError
from utfproof.fuzz.triage import reproducer
from utfproof.fuzz.triage.findings import Finding
from utfproof.report.source_places import SourcePlace, repository


def places(findings: Iterable[Finding], folder: Path) -> dict[str, SourcePlace]:
    """Return the place of each finding's codec, seen from the repository that a folder is in.

    What lies outside, or nowhere, has none.
    """
    root = repository(folder)
    targets = {finding.codec: reproducer.adapter_target(finding) for finding in findings}
    found = {codec: _place(codec, target, root) for codec, target in targets.items()}
    return {codec: place for codec, place in found.items() if place}


def _place(codec: str, target: str, root: Path) -> SourcePlace | None:
    try:
        chosen = registry.select([target], [codec])
    except (UtfproofError, OSError, ValueError):
        return None
    if len(chosen) != 1 or len(chosen[0].codecs) != 1:
        return None
    place = SourcePlace.read(f"{chosen[0].manifest.place}:{chosen[0].codecs[0].line}", str(root))
    return place if place and place.inside else None
