"""Dies on `ff`; whenever it is started again it says that it is of another version."""

from __future__ import annotations

import os
from pathlib import Path

import honest

MARK = Path("started")


def answer(op: str, line: str) -> str:
    if line == "ff":
        os.abort()
    return honest.answer(op, line)


again = MARK.exists()
MARK.touch()
honest.converse(answer, honest.HELLO.replace('"version":"1"', f'"version":"{1 + again}"'))
