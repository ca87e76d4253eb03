"""Answers one line more than it was asked."""

from __future__ import annotations

import honest

for op, lines in honest.blocks():
    answers = [honest.answer(op, line) for line in lines]
    honest.say(*([honest.HELLO] if op == "hello" else [*answers, "ok"]), "")
