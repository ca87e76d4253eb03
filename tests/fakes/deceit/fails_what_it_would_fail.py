"""Reads `ff` wrongly, and says of it that the adapter had a problem."""

from __future__ import annotations

import honest


def answer(op: str, line: str) -> str:
    return "failed a problem of the adapter" if line == "ff" else honest.answer(op, line)


honest.converse(answer)
