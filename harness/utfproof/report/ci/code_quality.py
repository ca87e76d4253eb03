"""A run as GitLab's code quality report: what is not known, and what went wrong."""

from __future__ import annotations

import json
from hashlib import sha256

from utfproof.report.ci import breaches
from utfproof.report.run.summary import Summary
from utfproof.report.source_places import SourcePlace
from utfproof.report.text import one_line, shortened
from utfproof.vectors.suite import Suite


def render(summary: Summary, suite: Suite | None) -> str:
    """Render a run; the file of a codec that lies outside the repository is named as it is."""
    found = [
        _entry(
            item.clause,
            item.codec.codec,
            f"{item.codec.codec} does not meet {item.clause}: "
            f"{shortened(item.smallest.input, 80)} gave {shortened(item.smallest.actual, 80)}",
            breaches.place(summary, item.codec.codec),
        )
        for item in breaches.breaches(summary, suite)
        if not item.is_known
    ]
    found += [
        _entry(item.kind, item.codec, f"{item.codec}: {shortened(item.text, 300)}", item.place)
        for item in breaches.run_problems(summary)
    ]
    return json.dumps(found, indent=1) + "\n"


def _entry(rule: str, codec: str, text: str, place: SourcePlace | None) -> dict[str, object]:
    digest = sha256(f"{codec}\n{rule}".encode("utf-8", "replace")).hexdigest()
    return {
        "description": one_line(text),
        "check_name": f"utfproof/{one_line(rule)}",
        "fingerprint": digest[:32],
        "severity": "major",
        "location": {
            "path": place.path if place else one_line(codec),
            "lines": {"begin": place.line if place else 1},
        },
    }
