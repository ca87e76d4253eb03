"""Takes 256 MiB for the line `ff` in a child that has left its process group."""

from __future__ import annotations

import os
import time

import honest


def answer(op: str, line: str) -> str:
    if line == "ff":
        if os.fork() == 0:
            os.setsid()
            hoard.append(b"\1" * (256 << 20))
        time.sleep(60)
    return honest.answer(op, line)


hoard: list[bytes] = []
honest.converse(answer)
