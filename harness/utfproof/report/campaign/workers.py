"""The shares of a cluster's workers in a campaign, shown in every form of the report."""

from __future__ import annotations

from collections.abc import Iterator

from utfproof.fuzz.campaign.statistics import Statistics
from utfproof.report.text import one_line

COLUMNS = ("worker", "rounds", "seconds", "inputs", "questions")


def rows(about: Statistics | None) -> Iterator[tuple[str, ...]]:
    """Yield a row of text for each worker, under `COLUMNS`; none where there was no cluster."""
    for name, done in about.workers.items() if about else ():
        counts = (f"{done.inputs:,}", f"{done.questions:,}")
        yield (one_line(name), f"{done.rounds:,}", f"{done.seconds:,.1f}", *counts)
