"""The limits of PROTOCOL.md, on which adapters rely: a block that is sent, and an answer."""

from __future__ import annotations

MOST_LINES = 65_536
MOST_OCTETS = 4 * 1024 * 1024
LONGEST_ANSWER = 64 * 1024 * 1024
