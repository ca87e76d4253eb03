"""The form of the tables: a fault, the verdict and exit status that it must get, and why."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

BROKEN = ("broken", 3)
FAIL = ("fail", 1)
NOT_RUN = ("not-run", 5)
PASS = ("pass", 0)

BYTES = "utf-8/ill-formed/forbidden-bytes/f[def]"
"""Three cases: the octets FD, FE and FF, each alone and in other text; 27 questions."""
EVERY = "fd fe ff"
NONE = ""
ANY = "*"
SOON = 0.5
"""The deadline of a line where it is known to be missed."""


@dataclass(frozen=True, slots=True)
class Row:
    """A fault: a program of tests/fakes with its arguments.

    `guilty` are the cases that are not green: the others keep their own verdicts. `asked` are
    options that narrow, and `seconds` is the deadline of a line alone. A fault that `notes` in its
    folder what it has seen is shown without confinement, where it could not.
    """

    fake: str
    verdict: str
    status: int
    why: str = ""
    guilty: str = NONE
    asked: tuple[str, ...] = ("--op", "decode")
    case: str = BYTES
    seconds: float = 10.0
    memory: str = "1 GiB"
    notes: bool = False

    def __str__(self) -> str:
        """Name the row."""
        return self.fake.replace(" ", ":")


def waiting(row: Row) -> object:
    """Mark a row that waits for deadlines, or until something is full, as slow."""
    return pytest.param(row, marks=pytest.mark.slow)
