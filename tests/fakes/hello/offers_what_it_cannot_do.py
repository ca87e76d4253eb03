"""Offers to decode in chunks, and knows no such op."""

from __future__ import annotations

import honest

honest.converse(hello=honest.HELLO.replace("validate UTF-8", "decode-chunks UTF-8"))
