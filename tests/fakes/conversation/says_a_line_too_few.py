"""Leaves the last line of a block unanswered."""

from __future__ import annotations

import honest

for op, lines in honest.blocks():
    answers = [honest.answer(op, line) for line in lines[:-1]]
    honest.say(*([honest.HELLO] if op == "hello" else answers), "")
