"""Answers each line with 48 MiB of the right form."""

from __future__ import annotations

import os

import honest

for op, lines in honest.blocks():
    if op == "hello":
        honest.say(honest.HELLO, "")
        continue
    for _ in lines:
        os.write(1, b"ok" + b" 41 42 43 44 4" * (48 << 20 >> 4) + b"\n")
    os.write(1, b"\n")
