"""Answers with a line that never ends."""

from __future__ import annotations

import sys

import honest

for _ in honest.blocks():
    while True:
        sys.stdout.write("ok 41" * 10_000)
