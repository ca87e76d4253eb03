"""Ends at a line that is no hex, with a traceback as its last words."""

from __future__ import annotations

import honest


def answer(op: str, line: str) -> str:
    if op == "decode" and line != "-":
        bytes.fromhex(line)
    return honest.answer(op, line)


honest.converse(answer)
