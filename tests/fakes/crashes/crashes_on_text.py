"""Dies on each line of plain ASCII."""

from __future__ import annotations

import os

import honest


def answer(op: str, line: str) -> str:
    if bytes.fromhex(line).isascii():
        os.abort()
    return honest.answer(op, line)


honest.converse(answer)
