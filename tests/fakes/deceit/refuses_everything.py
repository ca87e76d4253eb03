"""Finds no input valid."""

from __future__ import annotations

import honest


def answer(op: str, line: str) -> str:
    return "error 0 1"


honest.converse(answer)
