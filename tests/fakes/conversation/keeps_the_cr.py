"""Takes the CR before the end of a data line for a part of it."""

from __future__ import annotations

import sys

import honest

sys.stdin.reconfigure(newline="\n")  # type: ignore[union-attr]


def answer(op: str, line: str) -> str:
    return "failed a CR" if line.endswith("\r") else honest.answer(op, line)


header = ""
for line in sys.stdin:
    text = line.strip()
    if not text and header:
        honest.say("")
        header = ""
    elif text.startswith("hello"):
        honest.say(honest.HELLO)
        header = text
    elif text and not header:
        header = text
    elif text:
        op = header.split()[0] if " fake UTF-8 strict" in header else "unknown"
        honest.say(answer(op, line.removesuffix("\n")))
