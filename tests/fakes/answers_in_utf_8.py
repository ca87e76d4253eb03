"""Decodes into letters instead of their numbers."""

from __future__ import annotations

import os

import honest

for _, lines in honest.blocks():
    text = [bytes.fromhex(line).decode() for line in lines]
    os.write(1, "".join(f"ok {letters}\n" for letters in text).encode() + b"\n")
