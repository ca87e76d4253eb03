"""The journal: JSON lines of events; header, events, footer. The only stored form of a run.

A line is written whole or not at all, so a journal is good up to where a run was cut off; without
its footer it says so. `utfproof.engine.journal.lines` has the form of the lines, `packing` that of
the file. A journal of a newer form is refused.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from utfproof import storage
from utfproof.engine.journal import packing
from utfproof.engine.journal.agreement import CHAINED, CHAINED_SINCE, JournalCheck, JournalDigest
from utfproof.engine.journal.events import Event, RunFinished
from utfproof.engine.journal.lines import LineReader, LineWriter, NewerFormError, chained
from utfproof.engine.journal.word_forms import NoWordError
from utfproof.errors import JournalError

_BEGINS = '{"event":"'
_FIRST = f'{_BEGINS}run"'


class Journal:
    """A journal that is being written, by this process alone."""

    def __init__(self, folder: Path, size: int = 0) -> None:
        """Start a journal in a folder, which is made if need be, or go on with one.

        One to go on with has `size` octets; a torn last line is cut off first.

        Raises:
            JournalError: the folder is none, cannot be written, or holds another journal already.
        """
        self.path = folder / packing.NAME
        self._writer = LineWriter()
        self._digest = JournalDigest()
        self._ended = False
        try:
            _made(folder)
            if (folder / packing.PACKED).exists():
                raise _held(folder)
            self._file = storage.appending_text(self.path)
            try:
                self._digest.take(_take_over(self.path, self._file.fileno(), size))
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
        self._ended = isinstance(event, RunFinished)
        if isinstance(event, CHAINED):
            # The lines that still wait go first, so that the digest covers them.
            self._put(self._writer.rest())
            self._put(chained(self._writer.lines(event), self.sha256))
        else:
            self._put(self._writer.lines(event))

    @property
    def sha256(self) -> str:
        """Return the digest of the lines, those of an interrupted run before them included.

        It is that of what was written, whatever becomes of the file.
        """
        return self._digest.hex

    def _put(self, lines: str) -> None:
        self._digest.take(lines)
        try:
            self._file.write(lines)
        except OSError as error:
            raise self._lost(error) from None

    def flush(self) -> None:
        """Force the written lines onto the disk, as far as the system does.

        Raises:
            JournalError: the disk is full or gone.
        """
        try:
            self._file.flush()
        except OSError as error:
            raise self._lost(error) from None

    def close(self) -> None:
        """Write the remaining lines and close the file; pack a large one that has its end.

        Raises:
            JournalError: the disk is full or gone.
        """
        self._put(self._writer.rest())
        try:
            self._file.close()
            if self._ended:
                packing.pack(self.path)
        except OSError as error:
            raise self._lost(error) from None

    def _lost(self, error: OSError) -> JournalError:
        if isinstance(error, FileNotFoundError):
            problem, hint = "was taken away while the run went on", "run again, and leave it there"
            return JournalError(problem, place=str(self.path), hint=hint)
        hint = "free some space or give another --out; the journal is good up to here"
        return JournalError(str(error.strerror), place=str(self.path), hint=hint)


def _made(folder: Path) -> None:
    """Make the folder of a run; a file in its place is not mistaken for a run."""
    try:
        storage.make_run_folder(folder)
    except (FileExistsError, NotADirectoryError):
        hint = "give another --out"
        raise JournalError("is no folder", place=str(folder), hint=hint) from None


def _take_over(path: Path, descriptor: int, size: int) -> bytes:
    """Take the lock of a journal that is still as it was, and return its whole lines.

    A torn last line is cut off.
    """
    _check_alone(descriptor, path.parent)
    if os.fstat(descriptor).st_size != size:
        raise _held(path.parent)
    content = storage.content(path)
    whole = content[: content.rfind(b"\n") + 1]
    os.ftruncate(descriptor, len(whole))
    return whole


def _check_alone(descriptor: int, folder: Path) -> None:
    """Take the lock of a journal; two runs would write between each other's lines."""
    if not storage.taken(descriptor):
        hint = "wait for its end, or give another --out"
        raise JournalError("another run goes on here", place=str(folder), hint=hint)


def _held(folder: Path) -> JournalError:
    hint = "give another --out, or remove it"
    return JournalError("holds a run already", place=str(folder), hint=hint)


def text(events: Iterable[Event]) -> str:
    """Return events as lines of a journal of their own, to send them elsewhere."""
    writer = LineWriter()
    return "".join([*map(writer.lines, events), writer.rest()])


def parse(lines: Iterable[str], place: str) -> Iterator[Event]:
    """Yield the events of whole lines; `place` is where they come from.

    Raises:
        JournalError: not lines of a journal, or those of a newer form.
    """
    reader = LineReader()
    for number, one in enumerate(lines, 1):
        yield from _events(reader, one, f"{place}:{number}")


def interrupted(folder: Path) -> tuple[list[Event], int]:
    """Return events of a run that has no end, and the octets of its journal; none for a new run.

    Raises:
        JournalError: the run there has ended or goes on, or the file is no journal.
    """
    path = packing.find(folder)
    if not path.is_file():
        return [], 0
    if path.name == packing.PACKED:
        raise _held(folder)
    size = path.stat().st_size
    with suppress(OSError), path.open("rb") as file:
        _check_alone(file.fileno(), folder)
    events = list(read(folder))
    if events and isinstance(events[-1], RunFinished):
        raise _held(folder)
    return events, size


def read(
    path: Path, lines: Iterable[str] | None = None, digest: JournalDigest | None = None
) -> Iterator[Event]:
    """Yield the events of a journal, given as its file or its folder; a torn last line is left out.

    `lines` are its lines where they were read already; their `digest` is added up where one is
    given.

    Raises:
        JournalError: not a journal, or one of a newer form.
    """
    file = packing.find(path)
    check, reader = JournalCheck(digest or JournalDigest()), LineReader()
    try:
        for number, text in enumerate(lines or packing.lines(file), 1):
            place = f"{file}:{number}"
            if not text.endswith("\n"):
                _check_torn(text, place, first=number == 1)
                return
            events = _events(reader, text, place)
            _refuse(check.line(number, text, reader.chain), place)
            for event in events:
                if isinstance(event, CHAINED) and reader.form >= CHAINED_SINCE and not reader.chain:
                    _refuse("the digest of the lines before it is missing", place)
                _refuse(check.event(event), place)
                yield event
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or str(error)
        hint = "name the folder of a run (--out)"
        raise JournalError(str(problem), place=str(file), hint=hint) from None


def _refuse(problem: str, place: str) -> None:
    if problem:
        hint = "the journal was changed, or a part of it is missing: run anew"
        raise JournalError(problem, place=place, hint=hint)


def _check_torn(text: str, place: str, *, first: bool) -> None:
    """Look whether a last line is the beginning of one of ours, and not another's file."""
    begins = _BEGINS[: len(text)]
    if not text.startswith(begins) or (first and not text.startswith(_FIRST[: len(text)])):
        raise JournalError("no event of a journal", place=place, hint="is this a run?")


def _events(reader: LineReader, found: str, place: str) -> list[Event]:
    try:
        return reader.events(found)
    except NewerFormError as error:
        raise JournalError(str(error), place=place, hint="read it with a newer utfproof") from None
    except NoWordError as error:
        raise JournalError(str(error), place=place, hint="no utfproof wrote this") from None
    except (ValueError, TypeError):
        hint = "is this a run?"
        raise JournalError("no event of a journal", place=place, hint=hint) from None
