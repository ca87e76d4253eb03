"""Ends a block with CR CR LF, which is no empty line."""

from __future__ import annotations

import honest

for op, lines in honest.blocks():
    honest.say(*honest.told(op, lines), "" if op == "hello" else "\r\r")
