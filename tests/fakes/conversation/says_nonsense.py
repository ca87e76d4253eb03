"""A broken adapter: its hello is right, and no answer is a sentence of the protocol."""

from __future__ import annotations

import reads_by_the_table as right


def answer(header: str, line: str) -> str:
    return f"I have read {line} as told by {header}"


if __name__ == "__main__":
    right.converse(answer)
