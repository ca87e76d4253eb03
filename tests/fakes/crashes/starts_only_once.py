"""Dies on `ff`, and exits at once whenever it is started again."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import honest

MARK = Path("started")


def answer(op: str, line: str) -> str:
    if line == "ff":
        os.abort()
    return honest.answer(op, line)


if MARK.exists():
    sys.exit("the licence is used up")
MARK.touch()
honest.converse(answer)
