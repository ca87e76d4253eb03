"""Gives the next answers together with the ones before, without waiting for a question."""

from __future__ import annotations

import honest

for op, lines in honest.blocks():
    told = honest.told(op, lines)
    honest.say(*told, "", "ok 41", "ok 42", "")
