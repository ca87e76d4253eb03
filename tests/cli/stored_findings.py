"""Findings of a fake with a right and a wrong codec, stored in a campaign."""

from __future__ import annotations

from pathlib import Path

from changed_fields import changed
from divergence.found import OVERLONG, campaign
from utfproof.fuzz.triage.findings import Finding

from . import adapters

PROGRAM = "has_a_right_and_a_wrong_codec"


def stored(home: Path, *some: Finding) -> str:
    """Store findings in a campaign; give its folder."""
    campaign(home / "c", list(some))
    return "c"


def real(home: Path, codec: str, **changes: str) -> Finding:
    """Return a finding of an adapter that can be run."""
    target = adapters.put(home, PROGRAM, codecs=("table", "lax"))
    return changed(OVERLONG, codec=f"{PROGRAM}/{codec}", target=target, **changes)
