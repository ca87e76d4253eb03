"""Answers the second line of a block with an empty line."""

from __future__ import annotations

import honest

for op, lines in honest.blocks():
    answers = [honest.answer(op, line) for line in lines]
    honest.say(answers[0], "", *answers[2:], "")
