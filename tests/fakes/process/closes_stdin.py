"""Closes its stdin after hello and lives on."""

from __future__ import annotations

import os
import time

import honest

for _ in honest.blocks():
    honest.say(honest.HELLO, "")
    os.close(0)
    time.sleep(60)
