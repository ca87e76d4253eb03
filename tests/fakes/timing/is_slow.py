"""Thinks for as many seconds as it is told before each answer."""

from __future__ import annotations

import sys
import time

import honest


def answer(op: str, line: str) -> str:
    time.sleep(float(sys.argv[1]))
    return honest.answer(op, line)


honest.converse(answer)
