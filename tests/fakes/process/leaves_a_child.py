"""Dies on `ff` and leaves a child that holds its pipes and ignores SIGTERM."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import honest


def answer(op: str, line: str) -> str:
    if line == "ff":
        if os.fork() == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            Path("pid").write_text(str(os.getpid()), "ascii")
            Path("pid").rename("child")
            time.sleep(60)
        while not Path("child").exists():
            time.sleep(0.01)
        os.abort()
    return honest.answer(op, line)


honest.converse(answer)
