"""Answers with short lines that never end."""

from __future__ import annotations

import os

import honest

for op, _ in honest.blocks():
    if op == "hello":
        honest.say(honest.HELLO, "")
        continue
    while True:
        os.write(1, b"ok 41\n" * 10_000)
