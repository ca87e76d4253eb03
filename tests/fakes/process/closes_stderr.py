"""Closes stderr, and thinks for half a second before it answers."""

from __future__ import annotations

import os
import time

import honest

os.close(2)
for op, lines in honest.blocks():
    time.sleep(0.5)
    honest.say(*honest.told(op, lines), "")
