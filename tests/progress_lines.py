"""The lines by which a command says on stderr what goes on, and how far it is."""

from __future__ import annotations

import re

_LINE = re.compile(r"^utfproof: \d+:\d\d .*\n", re.MULTILINE)


def without_progress(err: str) -> str:
    """Return stderr without them: how many there are depends on the time that a command takes."""
    return _LINE.sub("", err)
