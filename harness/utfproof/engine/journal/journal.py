"""The journal: JSON lines of events; header, events, footer. The only stored form of a run.

A line is written whole or not at all, so a journal is good up to where a run was cut off; without
its footer it says so. Cases of one offer that pass one after the other share a line, which names
them. A journal of a newer form is refused.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path
from types import TracebackType
from typing import Self, cast

from utfproof import storage, strict_json
from utfproof.engine.journal.events import (
    CaseFinished,
    CodecFinished,
    CodecStarted,
    Diagnosed,
    Event,
    ExpectationUnmet,
    FailuresKnown,
    FamilyFinished,
    FamilyStarted,
    RunFinished,
    RunStarted,
    ShardFinished,
    TraitsFound,
)
from utfproof.errors import JournalError
from utfproof.model.verdict import Verdict

FORM = 1
NAME = "journal.jsonl"
_KINDS: dict[str, type[Event]] = {
    "run": RunStarted,
    "codec": CodecStarted,
    "case": CaseFinished,
    "family": FamilyStarted,
    "shard": ShardFinished,
    "family-end": FamilyFinished,
    "diagnosis": Diagnosed,
    "traits": TraitsFound,
    "known": FailuresKnown,
    "unmet": ExpectationUnmet,
    "codec-end": CodecFinished,
    "end": RunFinished,
}
_WORDS = {kind: word for word, kind in _KINDS.items()}
_BEGINS = '{"event":"'
_FIRST = f'{_BEGINS}run"'
_PROPERTY = "property"


class Journal:
    """A journal that is being written, by this process alone."""

    def __init__(self, folder: Path, size: int = 0) -> None:
        """Start a journal in a folder, which is made if need be, or go on with one.

        One to go on with has `size` octets; a torn last line is cut off first.

        Raises:
            JournalError: the folder is none, cannot be written, or holds another journal already.
        """
        self.path = folder / NAME
        self._together = _LineGrouper()
        try:
            _made(folder)
            self._file = self.path.open("a", encoding="ascii")
            try:
                _take_over(self.path, self._file.fileno(), size)
            except BaseException:
                self._file.close()
                raise
        except OSError as error:
            raise self._lost(error) from None

    def __enter__(self) -> Self:
        """Use the journal in a with statement, which closes it."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        self.close()

    def write(self, event: Event) -> None:
        """Append an event.

        Raises:
            JournalError: the disk is full or gone.
        """
        self._put(self._together.with_next(event))

    def _put(self, lines: str) -> None:
        try:
            self._file.write(lines)
        except OSError as error:
            raise self._lost(error) from None

    def flush(self) -> None:
        """Put what was written onto the disk, as far as the system does.

        Raises:
            JournalError: the disk is full or gone.
        """
        try:
            self._file.flush()
        except OSError as error:
            raise self._lost(error) from None

    def close(self) -> None:
        """Write what is left and close the file.

        Raises:
            JournalError: the disk is full or gone.
        """
        self._put(self._together.rest())
        try:
            self._file.close()
        except OSError as error:
            raise self._lost(error) from None

    def _lost(self, error: OSError) -> JournalError:
        hint = "free some space or give another --out; the journal is good up to here"
        return JournalError(str(error.strerror), place=str(self.path), hint=hint)


def _made(folder: Path) -> None:
    """Make the folder of a run; a file in its place is not mistaken for a run."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        hint = "give another --out"
        raise JournalError("is no folder", place=str(folder), hint=hint) from None


def _take_over(path: Path, descriptor: int, size: int) -> None:
    """Take the lock of a journal that is still as it was, and cut a torn last line off."""
    _check_alone(descriptor, path.parent)
    if os.fstat(descriptor).st_size != size:
        raise _held(path.parent)
    os.ftruncate(descriptor, path.read_bytes().rfind(b"\n") + 1)


def _check_alone(descriptor: int, folder: Path) -> None:
    """Take the lock of a journal; two runs would write between each other's lines."""
    if not storage.taken(descriptor):
        hint = "wait for its end, or give another --out"
        raise JournalError("another run goes on here", place=str(folder), hint=hint)


def _held(folder: Path) -> JournalError:
    hint = "give another --out, or remove it"
    return JournalError("holds a run already", place=str(folder), hint=hint)


class _LineGrouper:
    """Renders events; passes of one offer wait until something else comes, and share a line."""

    def __init__(self) -> None:
        self._passed: list[CaseFinished] = []

    def with_next(self, event: Event) -> str:
        """Take an event and give the lines that are whole."""
        before = "" if self._passed and self._belongs(event) else self.rest()
        if isinstance(event, CaseFinished) and event.verdict is Verdict.PASS:
            self._passed.append(event)
            return before
        return before + line(event)

    def rest(self) -> str:
        """Return the line of the passes that have waited."""
        passed, self._passed = self._passed, []
        return passes_line(passed) if passed else ""

    def _belongs(self, event: Event) -> bool:
        last = self._passed[-1]
        if not isinstance(event, CaseFinished) or event.verdict is not Verdict.PASS:
            return False
        kind = (event.way == _PROPERTY) is (last.way == _PROPERTY)
        return kind and (event.codec, event.op) == (last.codec, last.op)


def text(events: Iterable[Event]) -> str:
    """Render events as lines of a journal, to send them elsewhere."""
    together = _LineGrouper()
    return "".join([*map(together.with_next, events), together.rest()])


def parse(lines: Iterable[str], place: str) -> Iterator[Event]:
    """Yield the events of whole lines; `place` is where they come from.

    Raises:
        JournalError: not lines of a journal, or those of a newer form.
    """
    for number, one in enumerate(lines, 1):
        yield from _events(one, f"{place}:{number}")


def passes_line(passed: list[CaseFinished]) -> str:
    """Render cases of one offer that passed as their common line."""
    entry = {
        "event": "passes",
        "codec": passed[0].codec,
        "op": passed[0].op,
        "way": passed[0].way,
        "cases": [[case.case, case.asked] for case in passed],
    }
    return json.dumps(entry, separators=(",", ":")) + "\n"


def line(event: Event) -> str:
    """Render an event as its line."""
    entry: dict[str, object] = {"event": _WORDS[type(event)]}
    if isinstance(event, RunStarted):
        entry["form"] = FORM
    entry |= {item.name: getattr(event, item.name) for item in fields(event)}
    return json.dumps(entry, separators=(",", ":")) + "\n"


def interrupted(folder: Path) -> tuple[list[Event], int]:
    """Return events of a run that has no end, and the octets of its journal; none for a new run.

    Raises:
        JournalError: the run there has ended or goes on, or the file is no journal.
    """
    path = folder / NAME
    if not path.is_file():
        return [], 0
    size = path.stat().st_size
    with suppress(OSError), path.open("rb") as file:
        _check_alone(file.fileno(), folder)
    events = list(read(folder))
    if events and isinstance(events[-1], RunFinished):
        raise _held(folder)
    return events, size


def read(path: Path) -> Iterator[Event]:
    """Yield the events of a journal, given as its file or its folder; a torn last line is left out.

    Raises:
        JournalError: not a journal, or one of a newer form.
    """
    file = path / NAME if path.is_dir() else path
    begun: set[str] = set()
    try:
        with file.open(encoding="ascii") as lines:
            for number, text in enumerate(lines, 1):
                place = f"{file}:{number}"
                if not text.endswith("\n"):
                    _check_torn(text, place, first=number == 1)
                    return
                for event in _events(text, place):
                    _check_begun(event, begun, place)
                    yield event
    except (OSError, UnicodeDecodeError) as error:
        problem = getattr(error, "strerror", None) or "not ASCII"
        hint = "name the folder of a run (--out)"
        raise JournalError(str(problem), place=str(file), hint=hint) from None


def _check_begun(event: Event, begun: set[str], place: str) -> None:
    """Look whether what is told of a codec stands between its beginning and its end."""
    match event:
        case CodecStarted(codec=codec):
            begun.add(codec)
        case CodecFinished(codec=codec):
            begun.discard(codec)
        case CaseFinished(codec=codec) | Diagnosed(codec=codec) if codec not in begun:
            problem = f"{codec} is not being asked here"
            hint = "the journal was changed, or a part of it is missing: run anew"
            raise JournalError(problem, place=place, hint=hint)
        case _:
            pass


def _check_torn(text: str, place: str, *, first: bool) -> None:
    """Look whether a last line is the beginning of one of ours, and not another's file."""
    begins = _BEGINS[: len(text)]
    if not text.startswith(begins) or (first and not text.startswith(_FIRST[: len(text)])):
        raise JournalError("no event of a journal", place=place, hint="is this a run?")


def _events(found: str, place: str) -> Iterator[Event]:
    try:
        entry = strict_json.parse(found)
        form = entry.pop("form", FORM) if isinstance(entry, dict) else None
        if form == FORM:
            yield from _of_entry(cast("dict[str, object]", entry))
            return
    except (ValueError, TypeError):
        form = None
    if isinstance(form, int) and form > FORM:
        problem = f"a journal of form {form}; this version reads form {FORM}"
        raise JournalError(problem, place=place, hint="read it with a newer utfproof")
    raise JournalError("no event of a journal", place=place, hint="is this a run?")


def _of_entry(entry: dict[str, object]) -> Iterator[Event]:
    """Return the events of a line.

    Raises:
        ValueError: it is no event.
        TypeError: the same.
    """
    word = entry.pop("event", None)
    if word == "passes":
        return _passes(strict_json.record(_PassedCases, entry))
    if not isinstance(word, str) or word not in _KINDS:
        raise ValueError("an event of another name")
    return iter([strict_json.record(_KINDS[word], entry)])


@dataclass(frozen=True, slots=True)
class _PassedCases:
    """The common line of cases that passed: their ids, each with how often it was asked."""

    codec: str
    op: str
    way: str
    cases: tuple[tuple[object, ...], ...]


def _passes(found: _PassedCases) -> Iterator[CaseFinished]:
    """Yield the cases of a common line; what was asked and answered is what their vectors say."""
    for case, asked in found.cases:
        if not isinstance(case, str) or type(asked) is not int:
            raise TypeError("no case and number")
        yield CaseFinished(
            codec=found.codec,
            case=case,
            op=found.op,
            verdict=Verdict.PASS,
            asked=asked,
            way=found.way,
            input="",
            expected="",
            actual="",
            clauses=(),
            flags=(),
        )
