"""Takes a second hello for a header that it does not know."""

from __future__ import annotations

import honest

greeted = False
for op, lines in honest.blocks():
    if op == "hello" and not greeted:
        honest.say(honest.HELLO, "")
        greeted = True
    else:
        honest.say(*[honest.answer("unknown", line) for line in lines], "")
