"""Offers an op that the protocol does not have."""

from __future__ import annotations

import honest

honest.converse(hello=honest.HELLO.replace("validate UTF-8", "guess UTF-8"))
