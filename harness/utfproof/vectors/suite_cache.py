"""The suite as it was loaded and proved before, kept in the cache: to read it again takes long.

Its name has the digests of all that it follows from, so that any change makes another.
"""

from __future__ import annotations

import hashlib
import pickle
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

from utfproof import digests, locations, storage
from utfproof.errors import UsageError
from utfproof.vectors.suite import Suite

_DIGEST = hashlib.sha256().digest_size


def _path() -> Path:
    name = f"{digests.edition()}-{sys.implementation.cache_tag}.pickle"
    return locations.cache() / "suite" / name


def suite() -> Suite | None:
    """Return the shipped suite, if one is kept that is whole; it was proved then."""
    return _read(locations.vectors())


@cache
def _read(root: Path) -> Suite | None:
    del root  # it decides, by what is in it, about the name
    with suppress(OSError, UsageError):
        data = _path().read_bytes()
        if hashlib.sha256(data[_DIGEST:]).digest() == data[:_DIGEST]:
            found: Suite = pickle.loads(data[_DIGEST:])  # noqa: S301  (our own)
            return found
    return None


def keep(proved: Suite) -> None:
    """Keep the shipped suite, which was proved, for the next process, where that can be done."""
    with suppress(OSError, UsageError):
        path = _path()
        path.parent.mkdir(parents=True, exist_ok=True)
        storage.forget_old(path.parent)
        data = pickle.dumps(proved)
        storage.replace(path, hashlib.sha256(data).digest() + data)
