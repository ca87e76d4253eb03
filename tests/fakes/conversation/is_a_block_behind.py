"""Answers each block with the answers to the one before."""

from __future__ import annotations

import honest

before = [honest.HELLO]
for op, lines in honest.blocks():
    told = honest.told(op, lines)
    honest.say(*before, "")
    before = told
