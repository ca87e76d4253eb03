"""Answers with a line that never ends."""

from __future__ import annotations

import sys

import honest

for op, _ in honest.blocks():
    if op == "hello":
        honest.say(honest.HELLO, "")
        continue
    while True:
        sys.stdout.write("ok 41" * 10_000)
