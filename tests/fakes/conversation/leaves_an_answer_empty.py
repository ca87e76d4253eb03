"""Answers the second line of a block with an empty line."""

from __future__ import annotations

import honest

for op, lines in honest.blocks():
    answers = honest.told(op, lines)
    honest.say(*answers[:1], *([""] if len(answers) > 1 else []), *answers[2:], "")
