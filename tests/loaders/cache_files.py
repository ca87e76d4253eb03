"""The files of the cache: the proved suite, verdicts of identical answers, times of earlier runs.

One that is damaged is no error: what it holds is worked out anew.
"""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from unittest import mock

from utfproof import digests, locations, plain_data
from utfproof.engine.run import earlier_times
from utfproof.model.verdict import Verdict
from utfproof.oracle import verdict_cache
from utfproof.oracle.verdict_cache import CachedVerdict, VerdictCache
from utfproof.vectors import suite_cache
from utfproof.vectors.suite import Suite

from .loader import Loader, parted
from .vector_files import small_suite

_KEY, _OTHER = b"k" * 32, b"o" * 32
_NOTE = CachedVerdict(0, Verdict.FAIL, 3, 2)


@contextmanager
def _cache(folder: Path) -> Iterator[None]:
    """Take a folder for the cache, and name the files in it without digesting the program."""
    own = mock.patch.dict(os.environ, {"UTFPROOF_CACHE": str(folder)})
    with own, mock.patch.object(digests, "edition", return_value="edition"):
        yield


# The suite


def _suite_seeds() -> Iterator[bytes]:
    yield json.dumps(plain_data.plain(small_suite())).encode()


def _suite(data: bytes, folder: Path) -> None:
    text = data.decode("ascii", "ignore")
    with _cache(folder):
        path = suite_cache._path()
        path.parent.mkdir(exist_ok=True)
        # Who changes it on purpose computes its digest anew.
        path.write_bytes(f"{digests.of_text(text)}\n{text}".encode("ascii"))
        read = suite_cache._read.__wrapped__(locations.vectors())
    if read is not None and plain_data.read(Suite, plain_data.plain(read)) != read:
        raise ValueError("what was read is not written as the same")


# The verdicts: a row of the table as JSON, or octets of the file

_PARTS = ("row", "file")


def _verdict_seeds() -> Iterator[bytes]:
    yield b"\x00" + json.dumps(_NOTE).encode()
    with tempfile.TemporaryDirectory() as name, _cache(Path(name)):
        memory = VerdictCache(shared=True)
        memory.put(_KEY, _NOTE)
        memory.close()
        yield b"\x01" + verdict_cache._shared().read_bytes()


def _verdicts(data: bytes, folder: Path) -> None:
    part, content = parted(data, _PARTS)
    with _cache(folder):
        path = verdict_cache._shared()
        path.parent.mkdir(exist_ok=True)
        path.unlink(missing_ok=True)
        if part == "file":
            path.write_bytes(content)
        else:
            _store(path, content)
        memory = VerdictCache(shared=True)
        noted = memory.get(_KEY)
        if noted is not None:
            hash(noted)
        memory.put(_OTHER, _NOTE)
        memory.close()
        if memory.get(_OTHER) not in (None, _NOTE):
            raise ValueError("another verdict than the one that was kept")
        memory.close()


def _store(path: Path, content: bytes) -> None:
    """Put a row into a file: the types of SQLite hold what they are given."""
    with suppress(ValueError, TypeError, RecursionError, OverflowError, sqlite3.Error):
        row = json.loads(content)
        with closing(sqlite3.connect(path)) as file, file:
            file.execute(verdict_cache._TABLE)
            file.execute("INSERT INTO judged VALUES (?, ?, ?, ?, ?)", (_KEY, *row))


# The times


def _time_seeds() -> Iterator[bytes]:
    yield b'{"rust/std": 12.5, "java/String": 7, "lua/utf8": 0}'


def _times(data: bytes, folder: Path) -> None:
    with _cache(folder):
        path = earlier_times._place("vectors")
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
        earlier_times.expected("vectors", ["rust/std", "a/new"])
        earlier_times.note("vectors", {"rust/std": 1.0})
        if "rust/std" not in earlier_times.known("vectors"):
            raise ValueError("what was noted is not known")


LOADERS: Mapping[str, Loader] = {
    "suite": Loader(_suite_seeds, _suite),
    "verdicts": Loader(_verdict_seeds, _verdicts),
    "times": Loader(_time_seeds, _times),
}
