"""Dies on the first block it is ever asked, and never again."""

from __future__ import annotations

import os
from pathlib import Path

import honest


def answer(op: str, line: str) -> str:
    if not MARK.exists():
        MARK.touch()
        honest.complain("only once")
        os.abort()
    return honest.answer(op, line)


MARK = Path("crashed")
honest.converse(answer)
