"""Takes C0 80 for a NUL from its ten thousandth line on, as a wrong compiled function would."""

from __future__ import annotations

from itertools import count

import reads_by_the_table as right

CALLS = 10_000
calls = count(1)


def answer(header: str, line: str) -> str:
    if next(calls) >= CALLS and line == "c080":
        return "ok" if header.startswith("validate ") else "ok 0"
    return right.answer(header, line)


if __name__ == "__main__":
    right.converse(answer)
