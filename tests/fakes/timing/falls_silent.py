"""Says hello, and nothing after it."""

from __future__ import annotations

import honest

for op, _ in honest.blocks():
    if op == "hello":
        honest.say(honest.HELLO, "")
