"""Answers in the right form, with a text as long as the right one."""

from __future__ import annotations

import honest


def answer(op: str, line: str) -> str:
    return "ok" + " 2a" * (len(line) // 2)


honest.converse(answer)
