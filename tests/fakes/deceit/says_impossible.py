"""Says of every code point beyond ASCII that its language has no such thing."""

from __future__ import annotations

import honest


def answer(op: str, line: str) -> str:
    plain = op != "encode" or all(len(word) == 2 for word in line.split())
    return honest.answer(op, line) if plain else "impossible no such character here"


honest.converse(answer)
