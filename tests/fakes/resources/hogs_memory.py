"""Takes 256 MiB for the line `ff` and keeps them, in a child if told so."""

from __future__ import annotations

import os
import sys
import time

import honest


def answer(op: str, line: str) -> str:
    if line == "ff" and ("child" not in sys.argv or os.fork() == 0):
        hoard.append(b"\1" * (256 << 20))
    if line == "ff":
        time.sleep(60)
    return honest.answer(op, line)


hoard: list[bytes] = []
honest.converse(answer)
