"""Has each answer worked out by a process of its own, which it leaves behind for a minute."""

from __future__ import annotations

import os
import time

import honest


def answer(op: str, line: str) -> str:
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.setsid()
        os.write(writing, honest.answer(op, line).encode())
        os.close(writing)
        time.sleep(60)
    os.close(writing)
    with os.fdopen(reading) as file:
        return file.read()


honest.converse(answer)
