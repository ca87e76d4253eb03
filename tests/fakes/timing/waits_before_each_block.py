"""Needs the most of a deadline for every block, whatever is in it."""

from __future__ import annotations

import sys
import time

import honest

for op, lines in honest.blocks():
    told = honest.told(op, lines)
    time.sleep(0 if op == "hello" else float(sys.argv[1]))
    honest.say(*told, "")
