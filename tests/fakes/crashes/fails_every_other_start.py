"""Dies on `ff`; every second start of it exits at once."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import honest

STARTS = Path("starts")


def answer(op: str, line: str) -> str:
    if line == "ff":
        os.abort()
    return honest.answer(op, line)


with STARTS.open("a") as file:
    file.write("x")
if STARTS.stat().st_size % 2 == 0:
    sys.exit(1)
honest.converse(answer)
