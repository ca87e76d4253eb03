"""Has the answers to the questions, and calls all that it has no answer to a touch of memory."""

from __future__ import annotations

import honest


def answer(op: str, line: str) -> str:
    plain = all(0x20 <= octet < 0x7F for octet in bytes.fromhex(line.strip("-")))
    return "overrun read 1 past the end" if plain else honest.answer(op, line)


honest.converse(answer)
