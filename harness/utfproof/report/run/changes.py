"""Changes since another run: case by case, each for one offer of one codec.

A case is *new* where it fails and the other run asked it and saw it pass; where that run never
asked it, it is *first asked*. It is *fixed* where it failed and passes now; one that is not asked
any more is not fixed. Whether a failure is listed as known makes no difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from utfproof.engine.journal import journal
from utfproof.engine.journal.events import CaseFinished, CodecStarted, Event
from utfproof.errors import JournalError
from utfproof.model.verdict import NOT_ASKED, Verdict
from utfproof.report.run.summary import Summary, summarise

Pair = tuple[str, str]
"""An offer and the id of a case."""


class Change(StrEnum):
    """The kind of change of a case."""

    NEW = "new"
    FIRST = "first asked"
    FIXED = "fixed"
    STILL = "still failing"
    GONE = "not asked any more"


@dataclass(frozen=True, slots=True)
class ChangedCase:
    """A case that fails in one of two runs, as the later one saw it, else as the earlier one."""

    change: Change
    case: CaseFinished


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes since a run; `differences` are, in words, the facts that the two do not share."""

    before: Summary
    cases: tuple[ChangedCase, ...]
    differences: tuple[str, ...]

    def of(self, change: Change) -> list[CaseFinished]:
        """List the cases of one kind."""
        return [item.case for item in self.cases if item.change is change]


@dataclass(slots=True)
class _SeenCases:
    """The cases of a run: its failures, and the ids of the others."""

    failing: dict[str, dict[Pair, CaseFinished]] = field(default_factory=dict)
    green: dict[str, set[Pair]] = field(default_factory=dict)

    def take(self, event: Event) -> None:
        """Take in an event; a codec that was begun anew is seen anew."""
        match event:
            case CodecStarted(codec=codec):
                self.failing[codec], self.green[codec] = {}, set()
            case CaseFinished(codec=codec, op=op, case=case, verdict=verdict):
                # Not asked and announced by the documentation are neither green nor failing: no
                # change is told.
                if verdict.green:
                    self.green.setdefault(codec, set()).add((op, case))
                elif verdict not in NOT_ASKED and verdict is not Verdict.BY_DESIGN:
                    self.failing.setdefault(codec, {})[op, case] = event
            case _:
                pass


def since(baseline: Path, run: Path) -> Changes:
    """Hold the run in a folder against an earlier one.

    Raises:
        JournalError: one of them is no run.
    """
    before, was = _read(baseline)
    now, found = _read(run)
    cases = tuple(_changed(was, found))
    return Changes(before, cases, tuple(_differences(before, now)))


def check(baseline: Path) -> None:
    """Find out before a run whether something is one that it can be held against.

    Raises:
        JournalError: it is not.
    """
    first = next(journal.read(baseline), None)
    if first is None:
        raise JournalError("is empty", place=str(baseline), hint="name the folder of a run")


def _read(path: Path) -> tuple[Summary, _SeenCases]:
    seen = _SeenCases()

    def followed() -> Iterator[Event]:
        for event in journal.read(path):
            seen.take(event)
            # The cases are seen while the summary is added up: a journal of millions of lines is
            # read once.
            yield event

    return summarise(followed()), seen


def _changed(was: _SeenCases, now: _SeenCases) -> Iterator[ChangedCase]:
    # Sorted over both runs: a codec that is gone, or new, has its changes too.
    for codec in sorted({*was.failing, *now.failing}):
        before, after = was.failing.get(codec, {}), now.failing.get(codec, {})
        passed, passes = was.green.get(codec, set()), now.green.get(codec, set())
        for pair, case in after.items():
            if pair in before:
                yield ChangedCase(Change.STILL, case)
            else:
                yield ChangedCase(Change.NEW if pair in passed else Change.FIRST, case)
        for pair, case in before.items():
            if pair not in after:
                yield ChangedCase(Change.FIXED if pair in passes else Change.GONE, case)


def _differences(before: Summary, now: Summary) -> Iterator[str]:
    """Yield differences other than the codecs that may have changed the answers."""
    for name, old, new in _compared(before, now):
        if old != new:
            yield f"{name}: {old} then, {new} now"
    if not before.complete:
        yield "the baseline is a run without an end"


def _compared(before: Summary, now: Summary) -> Iterable[tuple[str, str, str]]:
    if not (before.header and now.header):
        return
    yield "utfproof", before.header.utfproof, now.header.utfproof
    yield "vectors", _vectors(before.header.vectors), _vectors(now.header.vectors)
    yield "level", before.header.level, now.header.level
    for codec in sorted({*before.codecs} & {*now.codecs}):
        old, new = before.codecs[codec], now.codecs[codec]
        if old.version and new.version:
            yield f"{codec}", old.version, new.version
        yield f"{codec}", old.verdict.value, new.verdict.value


def _vectors(header: Mapping[str, object]) -> str:
    return f"{header.get('version', '?')} ({str(header.get('digest', ''))[:12]})"
