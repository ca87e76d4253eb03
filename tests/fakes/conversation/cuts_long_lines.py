"""Reads lines into a buffer of 65,536 octets and forgets the rest."""

from __future__ import annotations

import honest


def answer(op: str, line: str) -> str:
    return honest.answer(op, line[:65_536])


honest.converse(answer)
