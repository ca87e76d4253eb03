"""The shares of a cluster's workers: added up from events, shown in every form of the report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from utfproof.engine.journal.events import CodecFinished, ShardFinished

COLUMNS = ("worker", "codecs", "seconds", "shards", "strings")


@dataclass(slots=True)
class WorkerShare:
    """The share of one worker: codecs, which took it `seconds`, and shards of sweeps."""

    codecs: list[str] = field(default_factory=list)
    seconds: float = 0.0
    shards: int = 0
    strings: int = 0


@dataclass(slots=True)
class Workers:
    """The workers by name; none where there was no cluster."""

    by_name: dict[str, WorkerShare] = field(default_factory=dict)

    def take(self, event: CodecFinished | ShardFinished) -> None:
        """Take in an event of a worker."""
        # Codecs that this machine asked have no worker.
        if not event.worker:
            return
        done = self.by_name.setdefault(event.worker, WorkerShare())
        if isinstance(event, ShardFinished):
            done.shards += 1
            done.strings += event.asked
        else:
            done.codecs.append(event.codec)
            done.seconds += event.seconds

    def rows(self) -> Iterator[tuple[str, ...]]:
        """Yield a row of text for each worker, under `COLUMNS`."""
        for name, done in sorted(self.by_name.items()):
            counts = (f"{count:,}" for count in (done.shards, done.strings))
            yield (name, str(len(done.codecs)), f"{done.seconds:.1f}", *counts)

    def as_json(self) -> Mapping[str, object]:
        """Return the share of each worker."""
        return {
            name: {
                "codecs": sorted(done.codecs),
                "seconds": round(done.seconds, 3),
                "shards": done.shards,
                "strings": done.strings,
            }
            for name, done in sorted(self.by_name.items())
        }
