"""Writes its answers down, and in a later run reads them from there, line by line."""

from __future__ import annotations

from pathlib import Path

import honest

NOTES = Path("notes")
told = iter(NOTES.read_text("ascii").splitlines() if NOTES.exists() else [])


def answer(op: str, line: str) -> str:
    right = honest.answer(op, line)
    with NOTES.open("a", encoding="ascii") as file:
        file.write(f"{right}\n")
    return next(told, right)


honest.converse(answer)
