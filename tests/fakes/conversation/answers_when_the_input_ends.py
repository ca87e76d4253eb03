"""Answers a block when the next one begins, as a program does that never flushes."""

from __future__ import annotations

import honest

kept: list[str] = []
for op, lines in honest.blocks():
    if op == "hello":
        honest.say(*kept, honest.HELLO, "")
        kept = []
    else:
        kept += [*[honest.answer(op, line) for line in lines], ""]
if kept:
    honest.say(*kept)
