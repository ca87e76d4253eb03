"""The lines on stderr that say how far a command is, and that its codecs are not confined."""

from __future__ import annotations

import os
import re

_LINE = re.compile(r"^utfproof: \d+:\d\d .*\n", re.MULTILINE)


_UNCONFINED = "utfproof: warning: --confine off: codecs run with all your rights\n"


def without_progress(err: str) -> str:
    """Return stderr without them: how many there are depends on the time that a command takes.

    That codecs are not confined is left out where the fixture `unconfined` wants it so.
    """
    found = _LINE.sub("", err)
    return found.replace(_UNCONFINED, "") if os.environ.get("UTFPROOF_CONFINE") == "off" else found
