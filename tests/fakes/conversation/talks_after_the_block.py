"""Adds a word to its answers after the block, when nobody asks."""

from __future__ import annotations

import time

import honest

for op, lines in honest.blocks():
    honest.say(*honest.told(op, lines), "")
    time.sleep(0.05)
    honest.say("done")
