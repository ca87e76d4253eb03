"""Writes what the protocol writes in one way only in the way that its argument names."""

from __future__ import annotations

import sys
from collections.abc import Callable

import honest

SPELLINGS: dict[str, Callable[[str, str], str]] = {
    "space-behind": lambda _, told: f"{told} ",
    "tab-between": lambda _, told: told.replace(" ", "\t"),
    "nul-behind": lambda _, told: f"{told}\0",
    "leading-zero": lambda _, told: told.replace("ok ", "ok 0"),
    "upper-case": lambda _, told: told.upper().replace("OK", "ok"),
    "beyond-32-bits": lambda _, told: told.replace("ok", "ok 100000000"),
    "prefix": lambda _, told: told.replace("ok ", "ok U+"),
    "nothing": lambda op, told: "" if op == "decode" else told,
    "offset-beyond-input": lambda _, told: told.replace("error ", "error 9"),
    "offset-of-many-digits": lambda _, told: told.replace("error ", "error " + "9" * 5000),
    "negative-offset": lambda _, told: told.replace("error ", "error -"),
    "values-in-a-refusal": lambda _, told: f"{told} 41" if "error" in told else told,
    "impossible": lambda *_: "impossible no such thing here",
    "failed": lambda *_: "failed no memory",
}


def answer(op: str, line: str) -> str:
    return SPELLINGS[sys.argv[1]](op, honest.answer(op, line))


honest.converse(answer)
