"""The warning that precedes a result where a cluster's worker was not simply confirmed."""

from __future__ import annotations

from utfproof.engine.journal.events import WorkerChecked
from utfproof.model.verdict import WorkerFinding
from utfproof.report.text import counted


def warning(event: WorkerChecked, work: str = "task") -> str:
    """Return the warning that the check of a worker gives rise to; "" for none.

    `work` names one thing that it was given.
    """
    match event.finding:
        case WorkerFinding.CONTRADICTED:
            redone = counted(event.tasks, work)
            return (
                f"worker {event.worker} is contradicted: two others agree on another answer to "
                f"{event.about}; {redone} that it had done went to others"
            )
        case WorkerFinding.UNDECIDED:
            return (
                f"no two answers agree on {event.about}, which worker {event.worker} was asked "
                "first: the codec is unstable, or the machines are"
            )
        case WorkerFinding.UNCHECKED:
            return f"nothing that worker {event.worker} answered was asked again elsewhere"
        case WorkerFinding.CONFIRMED:
            return ""
