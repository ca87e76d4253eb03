"""The shares of a cluster's workers in a campaign, shown in every form of the report."""

from __future__ import annotations

from collections.abc import Iterator

from utfproof.engine.journal.events import WorkerChecked
from utfproof.fuzz.campaign.statistics import Statistics
from utfproof.model.verdict import WorkerFinding
from utfproof.report.text import one_line
from utfproof.report.worker_warning import warning

COLUMNS = ("worker", "rounds", "seconds", "inputs", "questions", "played again", "finding")


def rows(about: Statistics | None) -> Iterator[tuple[str, ...]]:
    """Yield a row of text for each worker, under `COLUMNS`; none where there was no cluster."""
    for name, done in about.workers.items() if about else ():
        counts = (f"{done.inputs:,}", f"{done.questions:,}", f"{done.again:,}")
        seconds = f"{done.seconds:,.1f}"
        yield (one_line(name), f"{done.rounds:,}", seconds, *counts, one_line(done.finding))


def warnings(about: Statistics | None) -> list[str]:
    """Return the warnings that precede any result of the campaign."""
    found = []
    for name, done in about.workers.items() if about else ():
        # Statistics may come from anywhere.
        if done.finding in {*WorkerFinding}:
            finding = WorkerFinding(done.finding)
            event = WorkerChecked(
                one_line(name), done.rounds, done.again, finding, one_line(done.about)
            )
            found.append(warning(event, "round"))
    return list(filter(None, found))
