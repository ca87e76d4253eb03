"""Maps 4 GiB that it never touches, as virtual machines do."""

from __future__ import annotations

import mmap
import time

import honest

heap = mmap.mmap(-1, 4 << 30)
time.sleep(0.3)


def answer(op: str, line: str) -> str:
    time.sleep(0.1)
    return honest.answer(op, line)


honest.converse(answer)
