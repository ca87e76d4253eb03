"""Writes 8 MiB to stderr before each answer."""

from __future__ import annotations

import sys

import honest


def answer(op: str, line: str) -> str:
    sys.stderr.write("noise " * (8 * 1024 * 1024 // 6) + "last words")
    sys.stderr.flush()
    return honest.answer(op, line)


honest.converse(answer)
