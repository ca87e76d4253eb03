"""Reads everything and never answers, not even hello."""

from __future__ import annotations

import honest

for _ in honest.blocks():
    pass
