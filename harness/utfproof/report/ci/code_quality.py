"""A run as GitLab's code quality report: unmet requirements, and problems of the run."""

from __future__ import annotations

import json
from hashlib import sha256

from utfproof.report.ci import breaches
from utfproof.report.ci.breaches import Breach
from utfproof.report.ci.faults import behaves_like
from utfproof.report.run.summary import Summary
from utfproof.report.source_places import SourcePlace
from utfproof.report.text import one_line, shortened
from utfproof.vectors.suite import Suite


def render(summary: Summary, suite: Suite | None) -> str:
    """Render a run; the file of a codec that lies outside the repository is named as it is.

    Known failures are there too, as information.
    """
    # GitLab has no suppressions: known failures stand there as information.
    found = [
        _entry(
            item.clause,
            item.codec.codec,
            _description(item),
            breaches.place(summary, item.codec.codec),
            "info" if item.is_known else "major",
        )
        for item in breaches.breaches(summary, suite)
    ]
    found += [
        _entry(item.kind, item.codec, f"{item.codec}: {shortened(item.text, 300)}", item.place)
        for item in breaches.run_problems(summary)
    ]
    return json.dumps(found, indent=1) + "\n"


def _description(item: Breach) -> str:
    case = item.smallest
    known = "Known. " if item.is_known else ""
    return (
        f"{known}{behaves_like(item.codec, item.cases)}"
        f"{item.codec.codec} does not meet {item.clause}: "
        f"{shortened(case.input, 80)} gave {shortened(case.actual, 80)}"
    )


def _entry(
    rule: str, codec: str, text: str, place: SourcePlace | None, severity: str = "major"
) -> dict[str, object]:
    # GitLab tells new entries from old ones by it: other inputs of one fault are not a new one.
    digest = sha256(f"{codec}\n{rule}".encode("utf-8", "replace")).hexdigest()
    return {
        "description": one_line(text),
        "check_name": f"utfproof/{one_line(rule)}",
        "fingerprint": digest[:32],
        "severity": severity,
        "location": {
            "path": one_line(place.path if place else codec),
            "lines": {"begin": place.line if place else 1},
        },
    }
