"""Dies of SIGSEGV on the line `ff`."""

from __future__ import annotations

import os
import signal

import honest


def answer(op: str, line: str) -> str:
    if line == "ff":
        honest.complain("about to crash")
        os.kill(os.getpid(), signal.SIGSEGV)
    return honest.answer(op, line)


honest.converse(answer)
