"""The shares of a cluster's workers: added up from events, shown in every form of the report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from utfproof.engine.journal.events import CodecFinished, ShardFinished, WorkerChecked
from utfproof.model.verdict import WorkerFinding
from utfproof.report.worker_warning import warning

COLUMNS = ("worker", "codecs", "seconds", "shards", "strings", "tasks", "asked again", "finding")


@dataclass(slots=True)
class WorkerShare:
    """The share of one worker: codecs, which took it `seconds`, and shards of sweeps.

    Of its `tasks` so many were asked `again` elsewhere; `finding` is the outcome.
    """

    codecs: list[str] = field(default_factory=list)
    seconds: float = 0.0
    shards: int = 0
    strings: int = 0
    tasks: int = 0
    again: int = 0
    finding: WorkerFinding | None = None


@dataclass(slots=True)
class Workers:
    """The workers by name; none where there was no cluster."""

    by_name: dict[str, WorkerShare] = field(default_factory=dict)
    checks: list[WorkerChecked] = field(default_factory=list)

    def take(self, event: CodecFinished | ShardFinished | WorkerChecked) -> None:
        """Take in an event of a worker."""
        # Codecs that this machine asked have no worker.
        if not event.worker:
            return
        done = self.by_name.setdefault(event.worker, WorkerShare())
        match event:
            case ShardFinished():
                done.shards += 1
                done.strings += event.asked
            case CodecFinished():
                done.codecs.append(event.codec)
                done.seconds += event.seconds
            case WorkerChecked():
                self.checks.append(event)
                done.tasks += event.tasks
                done.again += event.again
                # One that was contradicted stays so, also where a run went on with it.
                if done.finding is not WorkerFinding.CONTRADICTED:
                    done.finding = event.finding

    def rows(self) -> Iterator[tuple[str, ...]]:
        """Yield a row of text for each worker, under `COLUMNS`."""
        for name, done in sorted(self.by_name.items()):
            numbers = (done.shards, done.strings, done.tasks, done.again)
            counts = (f"{count:,}" for count in numbers)
            seconds = f"{done.seconds:.1f}"
            yield name, str(len(done.codecs)), seconds, *counts, str(done.finding or "")

    def warnings(self) -> list[str]:
        """Return the warnings that precede any result of the run."""
        return [text for event in self.checks if (text := warning(event))]

    def as_json(self) -> Mapping[str, object]:
        """Return the share of each worker."""
        return {
            name: {
                "codecs": sorted(done.codecs),
                "seconds": round(done.seconds, 3),
                "shards": done.shards,
                "strings": done.strings,
                "tasks": done.tasks,
                "asked_again": done.again,
                "finding": str(done.finding or ""),
            }
            for name, done in sorted(self.by_name.items())
        }
