"""Dies of SIGSEGV on the line `ff` with a last word, and on `fe` without one."""

from __future__ import annotations

import os
import signal

import honest


def answer(op: str, line: str) -> str:
    if line == "ff":
        honest.complain("about to crash")
    if line in ("fe", "ff"):
        os.kill(os.getpid(), signal.SIGSEGV)
    return honest.answer(op, line)


honest.converse(answer)
