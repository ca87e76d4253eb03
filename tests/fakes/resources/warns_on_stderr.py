"""Prints a warning on stderr for each line, and is right about all of them."""

from __future__ import annotations

import honest


def answer(op: str, line: str) -> str:
    honest.complain("warning: something is deprecated")
    return honest.answer(op, line)


honest.converse(answer)
