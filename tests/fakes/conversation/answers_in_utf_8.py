"""Decodes into letters instead of their numbers."""

from __future__ import annotations

import os

import honest

for op, lines in honest.blocks():
    text = [bytes.fromhex(line).decode("utf-8", "replace") for line in lines]
    told = [honest.HELLO] if op == "hello" else [f"ok {letters}" for letters in text]
    os.write(1, "".join(f"{line}\n" for line in [*told, ""]).encode())
