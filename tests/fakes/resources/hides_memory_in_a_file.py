"""Keeps 512 MiB in an anonymous file that it never maps, on `ff`, and then waits."""

from __future__ import annotations

import os
import time

import honest


def answer(op: str, line: str) -> str:
    if line == "ff":
        file = os.memfd_create("hidden")
        os.posix_fallocate(file, 0, 512 << 20)
        time.sleep(60)
    return honest.answer(op, line)


honest.converse(answer)
