"""Answers hello and one block, and ends in the middle of the next."""

from __future__ import annotations

import os

import honest

for number, (op, lines) in enumerate(honest.blocks()):
    told = honest.told(op, lines)
    if number == 2:
        os.abort()
    honest.say(*told, "")
