"""The suite as it was loaded and proved before, kept in the cache: to do so again takes long.

Its name has the digests of all that it follows from, so that any change makes another. It is plain
data that is checked when it is read, in a folder that nobody else can write to. `verify` and runs
that are signed do without it.
"""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from pathlib import Path

from utfproof import digests, locations, plain_data, storage, strict_json
from utfproof.errors import UsageError
from utfproof.vectors.suite import Suite


def _path() -> Path:
    return locations.cache() / "suite" / f"{digests.edition()}.json"


def suite() -> Suite | None:
    """Return the shipped suite, if one is kept that is whole; it was proved then."""
    return _read(locations.vectors())


@cache
def _read(root: Path) -> Suite | None:
    del root  # it decides, by what is in it, about the name
    # A cache that is broken or foreign is no error: the vectors are read and proved instead.
    with suppress(OSError, UsageError, ValueError):
        path = _path()
        # The digest in front finds a file that was cut short or edited by hand.
        digest, _, text = path.read_text("ascii").partition("\n")
        if storage.is_private(path.parent) and digest == digests.of_text(text):
            return plain_data.read(Suite, strict_json.parse(text))
    return None


def keep(proved: Suite) -> None:
    """Keep the shipped suite, which was proved, for the next process, where that can be done."""
    with suppress(OSError, UsageError):
        path = _path()
        storage.make_private(path.parent)
        # Each edition has a file of its own: without this they would pile up.
        storage.forget_old(path.parent)
        text = json.dumps(plain_data.plain(proved), separators=(",", ":"))
        storage.replace(path, f"{digests.of_text(text)}\n{text}")
