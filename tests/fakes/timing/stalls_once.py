"""Stops for longer than the deadline on the first lines it is ever asked, and never again."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import honest


def answer(op: str, line: str) -> str:
    stalls = len(list(Path().glob("stalled-*")))
    if stalls < int(sys.argv[1]):
        Path(f"stalled-{stalls}").touch()
        time.sleep(60)
    return honest.answer(op, line)


honest.converse(answer)
