"""Reads `ff` wrongly, and leaves out the answers that would show it."""

from __future__ import annotations

import honest

for op, lines in honest.blocks():
    told = [honest.answer(op, line) for line in lines if line != "ff"]
    honest.say(*([honest.HELLO] if op == "hello" else told), "")
