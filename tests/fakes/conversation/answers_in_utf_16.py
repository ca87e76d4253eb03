"""Writes its answers in UTF-16, as consoles of some systems do."""

from __future__ import annotations

import os

import honest

for op, lines in honest.blocks():
    told = [honest.answer(op, line) for line in lines]
    text = "".join(f"{line}\n" for line in [*told, ""])
    os.write(1, honest.HELLO.encode() + b"\n\n" if op == "hello" else text.encode("utf-16-le"))
