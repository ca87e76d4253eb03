"""Works for some seconds, without rest, before it answers the line `ff`."""

from __future__ import annotations

import sys
import time

import honest

SECONDS = float(sys.argv[1])


def answer(op: str, line: str) -> str:
    ends = time.monotonic() + SECONDS
    while line == "ff" and time.monotonic() < ends:
        pass
    return honest.answer(op, line)


honest.converse(answer)
