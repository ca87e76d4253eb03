"""The old fault: C0 and C1 are taken as first octets, so 2F can be written in two octets."""

from __future__ import annotations

import reads_by_the_table as right

TABLE = [(range(0xC0, 0xE0), [right.TAIL]), *right.TABLE]


def answer(header: str, line: str) -> str:
    return right.answer(header, line, TABLE)


if __name__ == "__main__":
    right.converse(answer)
