"""Writes to stderr without end instead of answering."""

from __future__ import annotations

import os

import honest

for op, _ in honest.blocks():
    if op == "hello":
        honest.say(honest.HELLO, "")
        continue
    while True:
        os.write(2, b"noise " * 10_000)
