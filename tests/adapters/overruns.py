"""The planted touches beside an input, and how each is told."""

from __future__ import annotations

from collections.abc import Iterable

ANSWERS = {
    "reads-past": "overrun read 1 past the end",
    "reads-far": "overrun read 3 past the end",
    "reads-before": "overrun read 1 before the beginning",
    "writes-past": "overrun write 1 past the end",
    "writes-before": "overrun write 1 before the beginning",
}


def touches(ops: Iterable[str]) -> list[tuple[str, str]]:
    """List the faults with the operations in which each can show."""
    return [
        (fault, op)
        for op in ops
        for fault in ANSWERS
        # A sweep is asked once, with the guard behind its strings.
        if op != "sweep" or not fault.endswith("before")
    ]
