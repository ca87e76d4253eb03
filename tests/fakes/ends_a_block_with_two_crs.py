"""Ends a block with CR CR LF, which is no empty line."""

from __future__ import annotations

import honest

for op, lines in honest.blocks():
    honest.say(*[honest.answer(op, line) for line in lines], "\r\r")
