"""Exits after one answer and a half."""

from __future__ import annotations

import sys

import honest

for op, lines in honest.blocks():
    if op == "hello":
        honest.say(honest.HELLO, "")
        continue
    sys.stdout.write(honest.answer(op, lines[0]) + "\nok 4")
    sys.stdout.flush()
    honest.complain("out of luck")
    sys.exit(3)
