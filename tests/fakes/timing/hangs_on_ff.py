"""Never answers the line `ff`, and ignores SIGTERM."""

from __future__ import annotations

import signal
import time

import honest

signal.signal(signal.SIGTERM, signal.SIG_IGN)


def answer(op: str, line: str) -> str:
    if line == "ff":
        time.sleep(60)
    return honest.answer(op, line)


honest.converse(answer)
