"""The parts of one run, made on several machines, merged into its journal.

Parts are of the same version, vectors, level and options, and were compared with the same lists
of known failures. A codec that several of them asked must have the same answers in all. The merged
journal is that of one run, but for the order of the codecs and the times.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from utfproof.engine import run_shard
from utfproof.engine.journal import journal, lines
from utfproof.engine.journal.events import (
    NONCE,
    CodecFinished,
    CodecStarted,
    Event,
    FamilyFinished,
    FamilyStarted,
    RunFinished,
    RunStarted,
    ShardFinished,
    WorkerChecked,
)
from utfproof.engine.run_shard import Shard
from utfproof.errors import JournalError
from utfproof.model.codec_id import CodecId

EXPECT = "expect"
"""Its name among what a run asks: one list of known failures was given for all adapters."""

_WORDS = 1 << 256


@dataclass(slots=True)
class _Part:
    """One part: its headers merged, its end, and a digest of the events of each codec."""

    folder: Path
    header: RunStarted
    footer: RunFinished | None = None
    codecs: dict[str, int] = field(default_factory=dict)
    finished: set[str] = field(default_factory=set)

    @property
    def shard(self) -> Shard | None:
        """Return the shard that the part is; None for a whole run."""
        text = self.header.asks.get(run_shard.ASKED)
        return Shard.parse(str(text)) if text else None

    @property
    def lists(self) -> dict[str, str]:
        """Return the digest of the known failures of each adapter; "" where there are none."""
        adapters = {CodecId.parse(codec).adapter for codec in self.header.places}
        return {name: self.header.expectations.get(name, "") for name in sorted(adapters)}

    def take(self, event: Event) -> None:
        """Take in an event; how long something took, and the order of events, is no content."""
        match event:
            case RunStarted():
                places = {**self.header.places, **event.places}
                self.header = replace(event, started=self.header.started, places=places)
            case RunFinished():
                self.footer = event
            case FamilyStarted() | ShardFinished() | WorkerChecked():
                pass  # what they lead to is in the digest of the family
            case _:
                codec = event.codec
                before = 0 if isinstance(event, CodecStarted) else self.codecs.get(codec, 0)
                # A sum does not depend on the order in which the events came.
                self.codecs[codec] = (before + _digest(event)) % _WORDS
                if isinstance(event, CodecFinished):
                    self.finished.add(codec)


def _digest(event: Event) -> int:
    text = lines.line(without_times(event))
    return int.from_bytes(hashlib.sha256(text.encode("ascii")).digest())


def without_times(event: Event) -> Event:
    """Return an event without the details that differ each time the same is asked."""
    match event:
        case FamilyFinished():
            return replace(event, seconds=0.0)
        case CodecFinished():
            return replace(event, seconds=0.0, harness=0.0, adapter=0.0, restarts=0)
        case _:
            return event


@dataclass(frozen=True, slots=True)
class MergedRun:
    """Parts that fit together: the header of the whole, and the part each codec is taken from.

    `missing` lists absent shards, and parts that were interrupted.
    """

    header: RunStarted
    sources: Mapping[str, Path]
    seconds: float
    missing: tuple[str, ...]

    def events(self) -> Iterator[Event]:
        """Yield the events of the whole, its header first; without an end.

        Of a codec that was not finished nothing is taken: it is asked anew when the run goes on.
        """
        yield self.header
        for folder in dict.fromkeys(self.sources.values()):
            for event in journal.read(folder):
                if isinstance(event, (RunStarted, RunFinished)):
                    continue
                if isinstance(event, WorkerChecked) or self.sources.get(event.codec) == folder:
                    yield event


def join(folders: Sequence[Path], command: str) -> MergedRun:
    """Hold parts against one another; `command` stands in the header of the whole.

    Raises:
        JournalError: one of them is no run, is of another kind than the first, or contradicts it.
    """
    parts = [_read(folder) for folder in dict.fromkeys(path.resolve() for path in folders)]
    first = parts[0]
    for part in parts[1:]:
        _check(first, part)
    _check_lists(parts)
    sources: dict[str, _Part] = {}
    for part in parts:
        for codec in sorted(part.finished):
            other = sources.setdefault(codec, part)
            if other.codecs[codec] != part.codecs[codec]:
                hint = f"{other.folder} says something else of it: leave one of them out"
                raise JournalError(f"contradicts on {codec}", place=str(part.folder), hint=hint)
    return MergedRun(
        header=_header([part.header for part in parts], command),
        sources={codec: part.folder for codec, part in sources.items()},
        seconds=sum(part.footer.seconds for part in parts if part.footer),
        missing=tuple(_missing(parts)),
    )


def _read(folder: Path) -> _Part:
    events = journal.read(folder)
    header = next(events, None)
    if not isinstance(header, RunStarted):
        hint = "name the folder of a run (--out)"
        raise JournalError("has no header", place=str(folder), hint=hint)
    part = _Part(folder, header)
    for event in events:
        part.take(event)
    try:
        part.shard  # noqa: B018  (reading it is the check)
    except ValueError as error:
        raise JournalError(str(error), place=str(folder), hint="make it again") from None
    return part


def _check(first: _Part, part: _Part) -> None:
    ours, theirs = _kind(first), _kind(part)
    for name, mine in ours.items():
        if theirs[name] != mine:
            problem = f"is of another kind than {first.folder}: {name} {theirs[name]}, not {mine}"
            hint = "parts of one run have the same version, vectors, level and options"
            raise JournalError(problem, place=str(part.folder), hint=hint)


def _check_lists(parts: Sequence[_Part]) -> None:
    """Refuse parts that were held against different lists of known failures."""
    held: dict[str, tuple[str, _Part]] = {}
    for part in parts:
        for adapter, digest in part.lists.items():
            whose = "all adapters" if part.header.asks.get(EXPECT) else adapter
            before, other = held.setdefault(whose, (digest, part))
            if digest != before:
                problem = f"the known failures of {whose} are not those of {other.folder}"
                hint = "make both parts with the same list"
                raise JournalError(problem, place=str(part.folder), hint=hint)


def _kind(part: _Part) -> dict[str, object]:
    """Return by name the facts that parts of one run have in common."""
    header, own = part.header, part.shard
    own_only = (run_shard.ASKED, NONCE)
    options = {name: value for name, value in header.asks.items() if name not in own_only}
    return {
        "utfproof": header.utfproof,
        "vectors": header.vectors.get("digest"),
        "level": header.level,
        "options": options,
        "shards": own.of if own else "a whole run",
    }


def _missing(parts: Sequence[_Part]) -> Iterator[str]:
    there = {part.shard for part in parts}
    of = max((found.of for found in there if found), default=0)
    for number in range(1, of + 1):
        if Shard(number, of) not in there:
            yield f"shard {Shard(number, of)}"
    for part in parts:
        if part.footer is None:
            yield f"the end of {part.folder}"


def _header(headers: Sequence[RunStarted], command: str) -> RunStarted:
    """Write the header of the whole; where machines differ it names all of them."""
    names = dict.fromkeys(name for header in headers for name in header.environment)
    environment = {
        name: "; ".join(dict.fromkeys(header.environment.get(name, "?") for header in headers))
        for name in names
    }
    first = headers[0]
    return replace(
        first,
        started=min(header.started for header in headers),
        environment=environment,
        command=command,
        asks=_asks(headers),
        places={
            name: _rebased(where, header.root, first.root)
            for header in headers
            for name, where in header.places.items()
        },
        expectations={
            name: digest for header in headers for name, digest in header.expectations.items()
        },
    )


def _rebased(where: str, root: str, first: str) -> str:
    """Name a place as the first machine would, where the repository lay elsewhere."""
    below = root and where.startswith(f"{root}/")
    return first + where.removeprefix(root) if below else where


def _asks(headers: Sequence[RunStarted]) -> dict[str, object]:
    """Return the options of the whole run; the nonces of its parts are all named."""
    found = {name: value for name, value in headers[0].asks.items() if name != run_shard.ASKED}
    nonces = dict.fromkeys(str(header.asks[NONCE]) for header in headers if NONCE in header.asks)
    return {**found, **({NONCE: "; ".join(nonces)} if nonces else {})}
