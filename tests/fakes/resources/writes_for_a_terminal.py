"""Writes escape sequences of terminals and elements of HTML wherever it can write anything."""

from __future__ import annotations

import sys

import honest

MARKS = "\\u001b]0;owned\\u0007<script>alert(1)</script>"


def answer(op: str, line: str) -> str:
    honest.complain("\033[2J<script>alert(2)</script>")
    marks = {"ff": "\033[31m<script>alert(3)</script>", "fe": "<script>alert(4)</script>"}
    return marks.get(line) or honest.answer(op, line)


if "ends" in sys.argv:
    sys.exit("\033[2J<script>alert(2)</script>")
honest.converse(answer, honest.HELLO.replace('"version":"1"', f'"version":"{MARKS}"'))
