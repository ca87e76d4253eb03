"""A run followed by its events: which codec is asked, and how far it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rich.text import Text

from utfproof.cli.shared.activity import Activity, Part
from utfproof.cli.shared.codec_work import CodecWork, WorkEvent
from utfproof.engine.journal.events import (
    CaseFinished,
    CodecFinished,
    CodecStarted,
    Event,
    FamilyStarted,
    ShardFinished,
    WorkerChecked,
)
from utfproof.engine.run.progress import CodecProgress
from utfproof.model.verdict import WorkerFinding
from utfproof.report.text import one_line
from utfproof.report.worker_warning import warning
from utfproof.vectors.suite import Family


@dataclass(slots=True)
class RunFollower:
    """Updates the shown activity from a run's events, and from the reports of workers.

    Of the level and the suite's families follows how much of a codec's work is still to come.
    """

    doing: Activity
    level: str = "vectors"
    families: tuple[Family, ...] = ()
    seconds: dict[str, float] = field(default_factory=dict)
    """How long each codec took that is done."""
    _work: dict[str, CodecWork] = field(default_factory=dict)

    def follow(self, events: Iterable[Event]) -> Iterator[Event]:
        """Pass events on and move with them."""
        for event in events:
            match event:
                case CodecFinished(codec=name):
                    self.doing.end_part(name)
                    # One that is absent here, or ends without having been begun, took no time.
                    if self._work.pop(name, None):
                        self.seconds[name] = event.seconds
                case CodecStarted():
                    self._work[event.codec] = CodecWork(self.level, self.families)
                    self._move(event)
                case FamilyStarted() | CaseFinished() | ShardFinished():
                    if event.codec in self._work:  # shards may come before their codec is begun
                        self._move(event)
                case WorkerChecked(finding=WorkerFinding.CONTRADICTED):
                    # Said at once: the run goes on, and may do so for hours.
                    text = f"utfproof: {one_line(warning(event))}"
                    self.doing.console.print(Text(text, style="bold red"), soft_wrap=True)
                case _:
                    pass
            yield event

    def _move(self, event: WorkEvent) -> None:
        self.doing.part(event.codec, self._work[event.codec].after(event))

    def show(self, codec: str, progress: CodecProgress) -> None:
        """Show how far a codec is that is asked elsewhere."""
        self.doing.part(codec, Part(progress.family, progress.done, progress.total))
