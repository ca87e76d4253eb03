"""Gives another answer to every eleventh question, whatever it is."""

from __future__ import annotations

from itertools import count

import honest

number = count()


def answer(op: str, line: str) -> str:
    return "ok 2603" if next(number) % 11 == 7 else honest.answer(op, line)


honest.converse(answer)
