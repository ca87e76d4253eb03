"""Answers with random octets, as many lines as were asked."""

from __future__ import annotations

import os

import honest

for op, lines in honest.blocks():
    noise = [os.urandom(30).replace(b"\n", b"\xff") + b"\x80" for _ in lines]
    told = [honest.HELLO.encode()] if op == "hello" else noise
    os.write(1, b"".join(b"%b\n" % line for line in [*told, b""]))
