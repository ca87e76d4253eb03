"""Is killed at the first block it is ever asked, as if from outside, and never again."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import honest


def answer(op: str, line: str) -> str:
    if not MARK.exists():
        MARK.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return honest.answer(op, line)


MARK = Path("killed")
honest.converse(answer)
