"""A run followed by its events: which codec is asked, and how far it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from utfproof.cli.shared.activity import Activity, Part
from utfproof.engine.journal.events import (
    CaseFinished,
    CodecFinished,
    CodecStarted,
    Event,
    FamilyStarted,
    ShardFinished,
)
from utfproof.engine.run.progress import CodecProgress


@dataclass(slots=True)
class RunFollower:
    """Updates the shown activity from a run's events, and from the reports of workers."""

    doing: Activity
    _at: dict[str, CodecProgress] = field(default_factory=dict)

    def follow(self, events: Iterable[Event]) -> Iterator[Event]:
        """Pass events on and move with them."""
        for event in events:
            match event:
                case CodecFinished(codec=name):
                    self.doing.advance()
                    self.doing.end_part(name)
                    self._at.pop(name, None)
                case CodecStarted():
                    self._move(event, CodecProgress())
                case FamilyStarted() | CaseFinished() | ShardFinished():
                    if event.codec in self._at:  # shards may come before their codec is begun
                        self._move(event, self._at[event.codec])
                case _:
                    pass
            yield event

    def _move(
        self,
        event: CodecStarted | FamilyStarted | CaseFinished | ShardFinished,
        before: CodecProgress,
    ) -> None:
        self._at[event.codec] = before.after(event)
        self.show(event.codec, self._at[event.codec])

    def show(self, codec: str, progress: CodecProgress) -> None:
        """Show how far a codec is."""
        self.doing.part(codec, Part(progress.family, progress.done, progress.total))
