"""The badge of a run: JSON of the form that shields.io asks an endpoint for."""

from __future__ import annotations

import json

from utfproof.model.verdict import CodecVerdict
from utfproof.report.run.summary import Summary

_LABEL = "utfproof"
_GREEN, _YELLOW, _RED, _ORANGE, _GREY = "brightgreen", "yellow", "red", "orange", "lightgrey"


def render(summary: Summary) -> str:
    """Return the JSON of a run's badge; only a run that passed is green."""
    message, colour = _message_and_colour(summary)
    badge: dict[str, object] = {
        "schemaVersion": 1,
        "label": _LABEL,
        "message": message,
        "color": colour,
    }
    if colour in (_RED, _ORANGE):
        # shields.io lets nobody give an error another colour.
        badge["isError"] = True
    return json.dumps(badge, indent=1) + "\n"


def _message_and_colour(summary: Summary) -> tuple[str, str]:
    verdicts = [item.for_exit for item in summary.codecs.values()]
    # A codec that cannot run here is neither passing nor failing.
    asked = [one for one in verdicts if one is not CodecVerdict.UNAVAILABLE]
    level = summary.header.level if summary.header else ""
    if not summary.complete:
        return "interrupted", _GREY
    match summary.exit_code:
        case 3:
            return "adapter broken", _ORANGE
        case 1:
            failed = asked.count(CodecVerdict.FAIL)
            return ("failing" if len(asked) == 1 else f"{failed} of {len(asked)} failing"), _RED
        # Known failures are green for the gate, but a green badge would promise conformance.
        case 0 if asked:
            known = sum(len(item.known_cases) for item in summary.codecs.values())
            return (f"{level}, {known:,} known", _YELLOW) if known else (f"{level} ✓", _GREEN)
        case _:
            return "nothing ran", _GREY
