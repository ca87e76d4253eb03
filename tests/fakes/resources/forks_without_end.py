"""Forks a thousand times on `ff`, each child in a session of its own, and then waits."""

from __future__ import annotations

import os
import time

import honest


def answer(op: str, line: str) -> str:
    if line == "ff":
        for _ in range(1000):
            if os.fork() == 0:
                os.setsid()
                time.sleep(60)
                os._exit(0)
        time.sleep(60)
    return honest.answer(op, line)


honest.converse(answer)
