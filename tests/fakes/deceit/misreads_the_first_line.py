"""Answers the first line of each block wrongly."""

from __future__ import annotations

import honest

for op, lines in honest.blocks():
    if op == "hello":
        honest.say(honest.HELLO, "")
    else:
        honest.say("ok 2a", *[honest.answer(op, line) for line in lines[1:]], "")
