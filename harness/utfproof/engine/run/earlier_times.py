"""How long each codec took in the last run of this user, by which the time left is estimated."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path
from statistics import median

from utfproof import locations, storage, strict_json
from utfproof.errors import UtfproofError

_Seconds = dict[str, float]
_MOST = 1e6
"""Seconds that no codec takes: ten days."""


def _place(level: str) -> Path:
    return locations.cache() / "times" / f"{level}.json"


def known(level: str) -> _Seconds:
    """Return the seconds that each codec took at a level; a file that cannot be used knows none."""
    # An estimate is not worth an error.
    with suppress(OSError, ValueError, UtfproofError):
        read = strict_json.parse(storage.content(_place(level)))
        if isinstance(read, dict):
            return {
                name: float(seconds)
                for name, seconds in read.items()
                if isinstance(seconds, int | float) and 0 <= seconds < _MOST
            }
    return {}


def expected(level: str, codecs: Collection[str]) -> _Seconds:
    """Return the seconds that codecs may take; {} where most have not been asked before.

    A codec that has not been asked takes as long as one of the others in the middle.
    """
    seen = known(level)
    asked = [seen[name] for name in codecs if name in seen]
    # A few that were asked say nothing of hundreds: a browser takes a hundred times as long as Lua.
    enough = asked and 2 * len(asked) >= len(codecs)
    return {name: seen.get(name, median(asked)) for name in codecs} if enough else {}


def note(level: str, seconds: Mapping[str, float]) -> None:
    """Keep the seconds that codecs took for the next run; where that cannot be, go without."""
    if not seconds:
        return
    with suppress(OSError, UtfproofError):
        place = _place(level)
        place.parent.mkdir(parents=True, exist_ok=True)
        storage.put(place, json.dumps(known(level) | dict(seconds), indent=1, sort_keys=True))
