"""Reads by the table, but its validator says yes to whatever it is shown."""

from __future__ import annotations

import reads_by_the_table as right


def answer(header: str, line: str) -> str:
    return "ok" if header.startswith("validate ") else right.answer(header, line)


if __name__ == "__main__":
    right.converse(answer)
