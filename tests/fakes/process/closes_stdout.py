"""Closes stdout in the middle of a block and lives on."""

from __future__ import annotations

import os
import time

import honest

for op, lines in honest.blocks():
    if op == "hello":
        honest.say(honest.HELLO, "")
        continue
    honest.say(honest.answer(op, lines[0]))
    os.close(1)
    time.sleep(60)
