"""Dies of the 300th line that a process answers in one block."""

from __future__ import annotations

import os

import honest

for op, lines in honest.blocks():
    if op == "hello":
        honest.say(honest.HELLO, "")
        continue
    if len(lines) >= 300:
        os.abort()
    honest.say(*[honest.answer(op, line) for line in lines], "")
