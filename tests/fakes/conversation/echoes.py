"""Answers each line with itself."""

from __future__ import annotations

import honest


def answer(op: str, line: str) -> str:
    return line


honest.converse(answer)
