"""The progress of a codec: the questions asked, of those known to come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from utfproof.engine.journal.events import (
    CaseFinished,
    CodecStarted,
    Event,
    FamilyStarted,
    ShardFinished,
)

_FAMILIES = "families/"
_SWEEP = "families/sweep/"


@dataclass(frozen=True, slots=True)
class CodecProgress:
    """So many cases, groups and shards are `done` of `total`; `family` is asked at the moment."""

    done: int = 0
    total: int = 0
    family: str = ""

    def after(self, event: Event) -> CodecProgress:
        """Return how far the codec is after an event; a sweep is done shard by shard."""
        match event:
            case CodecStarted():
                return CodecProgress(total=event.cases)
            case FamilyStarted():
                family = event.family.removeprefix(_FAMILIES)
                return replace(self, total=self.total + event.groups, family=family)
            # A sweep is one case at its end; its progress is counted by shards.
            case CaseFinished() if event.case.startswith(_SWEEP):
                return self
            case CaseFinished() | ShardFinished():
                return replace(self, done=self.done + 1)
            case _:
                return self


ShowProgress = Callable[[str, CodecProgress], None]
"""Shows how far a codec is, given by its full name."""
