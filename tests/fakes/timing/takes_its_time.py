"""A right codec that needs a moment for each line, and writes down what it is asked just now."""

from __future__ import annotations

import time
from pathlib import Path

import reads_by_the_table

SECONDS = 0.002


def answer(header: str, line: str) -> str:
    Path("asked").write_text(header, "ascii")
    time.sleep(SECONDS)
    return reads_by_the_table.answer(header, line)


if __name__ == "__main__":
    reads_by_the_table.converse(answer)
