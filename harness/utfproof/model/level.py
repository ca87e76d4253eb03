"""The levels of proof, and the level from which on a case is asked."""

from __future__ import annotations

import re

LEVELS = ("vectors", "complete", "exhaustive")
"""Each asks what the one before asks, and more."""

GENERATED = "families/"
"""The ids of generated cases begin with it."""
WARM = "warm/"
"""The ids of cases that a codec compiled while it runs is asked again begin with it."""
# With units of two or four octets, strings of that length are swept at complete already, in part.
_EXHAUSTIVE = re.compile(r"families/sweep/(?!utf-16|utf-32|ucs-)[^/]+/length-4")


def level_of(case: str) -> str:
    """Return the lowest level at which a case is asked."""
    if _EXHAUSTIVE.fullmatch(case):
        return "exhaustive"
    return "complete" if case.startswith((GENERATED, WARM)) else "vectors"
