"""What passed before: the same answers to the same questions need not be judged again."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from pathlib import Path
from typing import Any

from utfproof import digests, locations

_FLUSH_EVERY = 4096
_PATIENCE_SECONDS = 30
_KEPT_SECONDS = 30 * 24 * 3600
_TABLE = "CREATE TABLE IF NOT EXISTS passed (key BLOB PRIMARY KEY, stance INTEGER) WITHOUT ROWID"


def _shared() -> Path:
    """Name the file of this program and these vectors, which alone decide about a verdict."""
    name = f"{digests.harness()[:16]}-{digests.vectors()[:16]}.sqlite"
    return locations.cache() / "passed" / name


class Passed:
    """Remembers digests of what was asked and answered where all of it passed.

    Where it is `shared`, a file in the cache remembers it for all runs of this machine; where that
    cannot be used, and else, it is remembered as long as this object lives. Verdicts do not depend
    on it. It may be sent to other processes and machines: each opens its own file.
    """

    def __init__(self, *, shared: bool = False) -> None:
        """Prepare the memory; the file is opened at the first use."""
        self._shared = shared
        self._opened: sqlite3.Connection | None = None
        self._new: dict[bytes, int] = {}

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what is open."""
        return {"_shared": self._shared, "_opened": None, "_new": {}}

    def get(self, key: bytes) -> int | None:
        """Give what was noted beside a digest; None where it is not known."""
        noted = self._new.get(key)
        if noted is not None:
            return noted
        try:
            row = self._file().execute("SELECT stance FROM passed WHERE key = ?", (key,)).fetchone()
        except sqlite3.Error as error:
            self._give_up(error)
            return None
        return None if row is None else int(row[0])

    def put(self, key: bytes, stance: int) -> None:
        """Note that all passed, and a number for the stance that it showed."""
        self._new[key] = stance
        if len(self._new) >= _FLUSH_EVERY:
            self.flush()

    def flush(self) -> None:
        """Write what is new into the file."""
        try:
            with self._file() as file:
                file.executemany("INSERT OR IGNORE INTO passed VALUES (?, ?)", self._new.items())
        except sqlite3.Error as error:
            self._give_up(error)
        self._new.clear()

    def _file(self) -> sqlite3.Connection:
        if self._opened is None:
            self._opened = _opened(_shared()) if self._shared else _in_memory()
        return self._opened

    def _give_up(self, why: sqlite3.Error) -> None:
        """Go on without the file: one that is damaged is taken away, for it can be made again."""
        if self._shared and not isinstance(why, sqlite3.OperationalError):
            with contextlib.suppress(OSError):
                _shared().unlink()
        self._shared = False
        self._opened = _in_memory()


def _opened(path: Path) -> sqlite3.Connection:
    try:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            _forget_old(path.parent)
        file = sqlite3.connect(path, timeout=_PATIENCE_SECONDS)
        file.execute("PRAGMA synchronous = OFF")  # what is lost is judged again
        file.execute(_TABLE)
    except (OSError, sqlite3.OperationalError):
        return _in_memory()  # a folder or disk that cannot be written
    return file


def _in_memory() -> sqlite3.Connection:
    found = sqlite3.connect(":memory:")
    found.execute(_TABLE)
    return found


def _forget_old(folder: Path) -> None:
    """Remove the files of other versions that nothing was written to for a month."""
    for path in folder.glob("*.sqlite"):
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > _KEPT_SECONDS:
                path.unlink()
