"""Answers the second line of a block in the place of the third, and the third in its place."""

from __future__ import annotations

import honest

for op, lines in honest.blocks():
    told = honest.told(op, lines)
    told[1:3] = reversed(told[1:3])
    honest.say(*told, "")
