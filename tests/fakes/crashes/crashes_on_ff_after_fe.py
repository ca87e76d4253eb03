"""Dies on `ff` when the line before was `fe`: its decoder is not fresh."""

from __future__ import annotations

import os

import honest

before = ""


def answer(op: str, line: str) -> str:
    global before  # noqa: PLW0603  (the fault is a state that outlives its line)
    if (before, line) == ("fe", "ff"):
        honest.complain("stale state")
        os.abort()
    before = line
    return honest.answer(op, line)


honest.converse(answer)
