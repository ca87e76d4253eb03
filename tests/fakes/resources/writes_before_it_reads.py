"""Fills stderr and writes all it has to say beside before it reads the next line of a block."""

from __future__ import annotations

import os
import sys

import honest

for header in sys.stdin:
    op = header.split()[0]
    os.write(1, f"{honest.HELLO}\n".encode() if op == "hello" else b"")
    for line in sys.stdin:
        os.write(2, b"#" * (1 << 20))
        if line == "\n":
            break
        os.write(1, f"{honest.answer(op, line.strip())}\n".encode())
    os.write(1, b"\n")
