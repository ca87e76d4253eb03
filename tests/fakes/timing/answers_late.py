"""Answers a block with `ff` in it a second and a half late, each time, and then goes on."""

from __future__ import annotations

import time

import honest


def answer(op: str, line: str) -> str:
    if line == "ff":
        time.sleep(1.5)
    return honest.answer(op, line)


honest.converse(answer)
