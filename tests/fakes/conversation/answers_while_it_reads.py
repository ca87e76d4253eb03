"""Answers each line as it comes, which the protocol allows."""

from __future__ import annotations

import sys

import honest

for header in sys.stdin:
    op = header.split()[0]
    if op == "hello":
        sys.stdout.write(f"{honest.HELLO}\n")
    for line in sys.stdin:
        if line == "\n":
            break
        sys.stdout.write(f"{honest.answer(op, line.strip())}\n")
    honest.say("")
