"""The cache of verdicts: identical answers to identical questions are judged once."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from typing import Any, NamedTuple

from utfproof import digests, locations, storage
from utfproof.model.verdict import Verdict

_FLUSH_EVERY = 4096
_PATIENCE_SECONDS = 30
_DAMAGED = (sqlite3.DatabaseError, ValueError, TypeError, OverflowError)
"""What a damaged file raises; the heirs of DatabaseError say something else."""
_TABLE = (
    "CREATE TABLE IF NOT EXISTS judged"
    " (key BLOB PRIMARY KEY, answer_profile INTEGER, verdict TEXT, at INTEGER, wrong INTEGER)"
    " WITHOUT ROWID"
)


class CachedVerdict(NamedTuple):
    """The verdict of a group's answers.

    `answer_profile` is the number of the nearest one among the group's, `at` the index of the
    gravest answer; -1 stands for none. `wrong` is how many are as grave.
    """

    answer_profile: int
    verdict: Verdict
    at: int
    wrong: int


def _shared() -> Path:
    """Name the file of this program and these vectors, which alone decide about a verdict."""
    return locations.cache() / "judged" / f"{digests.edition()}.sqlite"


class VerdictCache:
    """Verdicts by digests of questions and answers.

    Where it is `shared`, a file in the cache keeps them for all runs of this user; where that
    cannot be used, or others can write to it, they are kept as long as this object lives. Verdicts
    do not depend on it. It may be sent to other processes and machines: each opens its own file.
    """

    def __init__(self, *, shared: bool = False) -> None:
        """Prepare the memory; the file is opened when it is needed."""
        self._shared = shared
        self._file: sqlite3.Connection | None = None
        self._known: dict[bytes, CachedVerdict] = {}

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the open file."""
        # A connection cannot be pickled, and the receiver has its own file of known verdicts.
        return {"_shared": self._shared, "_file": None, "_known": {}}

    def get(self, key: bytes) -> CachedVerdict | None:
        """Return the verdict of a digest; None where it is not known."""
        noted = self._known.get(key)
        if noted is not None or not self._shared:
            return noted
        try:
            return self._stored(key)
        except (OSError, sqlite3.Error, *_DAMAGED) as error:
            self._give_up(error)
            return None

    def put(self, key: bytes, note: CachedVerdict) -> None:
        """Keep the verdict of a digest."""
        self._known[key] = note
        if self._shared and len(self._known) >= _FLUSH_EVERY:
            self._flush()

    def close(self) -> None:
        """Write new verdicts into the file, and close it; it is opened again if need be."""
        if self._shared:
            self._flush()
        if self._file:
            self._file.close()
            self._file = None

    def _stored(self, key: bytes) -> CachedVerdict | None:
        asked = "SELECT answer_profile, verdict, at, wrong FROM judged WHERE key = ?"
        row = self._opened().execute(asked, (key,)).fetchone()
        return (
            None
            if row is None
            else CachedVerdict(int(row[0]), Verdict(row[1]), int(row[2]), int(row[3]))
        )

    def _flush(self) -> None:
        try:
            with self._opened() as file:
                new = [(key, *note) for key, note in self._known.items()]
                # Another run may have judged the same answers meanwhile: its verdict is the same.
                file.executemany("INSERT OR IGNORE INTO judged VALUES (?, ?, ?, ?, ?)", new)
            self._known.clear()
        except (OSError, sqlite3.Error) as error:
            self._give_up(error)

    def _opened(self) -> sqlite3.Connection:
        if self._file is None:
            path = _shared()
            storage.make_private(path.parent)
            # A new file means a new edition of the program: files of long-gone editions may be
            # removed.
            if not path.exists():
                storage.forget_old(path.parent)
            # Several runs share the file, and SQLite lets only one of them write at a time.
            self._file = sqlite3.connect(path, timeout=_PATIENCE_SECONDS)
            self._file.execute("PRAGMA synchronous = OFF")  # what is lost is judged again
            self._file.execute(_TABLE)
        return self._file

    def _give_up(self, why: Exception) -> None:
        """Go on without the file: one that is damaged is taken away, for it can be made again."""
        # The exact type: its heir OperationalError means a lock or a full disk, no damage.
        if type(why) in _DAMAGED:
            with contextlib.suppress(OSError):
                _shared().unlink()
        if self._file:
            self._file.close()
        self._shared, self._file = False, None
