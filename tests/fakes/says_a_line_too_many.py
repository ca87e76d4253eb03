"""Answers one line more than it was asked."""

from __future__ import annotations

import honest

for op, lines in honest.blocks():
    honest.say(*[honest.answer(op, line) for line in lines], "ok", "")
