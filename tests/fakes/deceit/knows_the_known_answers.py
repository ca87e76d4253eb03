"""Answers plain text as is right, and everything else with the same."""

from __future__ import annotations

import honest


def answer(op: str, line: str) -> str:
    plain = all(0x20 <= octet < 0x7F for octet in bytes.fromhex(line.strip("-")))
    return honest.answer(op, line) if plain else "ok fffd"


honest.converse(answer)
