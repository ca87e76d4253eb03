"""Tries to get at what is not its own, and answers honestly otherwise: `tries ATTEMPT`.

It tells as its version what came of an attempt that it makes before its hello.
"""

from __future__ import annotations

import errno
import re
import sys
from collections.abc import Callable

import honest
from attempts import on_files, on_limits, on_processes, on_services, on_the_kernel
from attempts.reach import Attempts

FIRST: Attempts = on_files.FIRST | on_processes.FIRST | on_services.FIRST | on_the_kernel.FIRST
WAITING: dict[str, Callable[[], str | None]] = {}
AMONG_QUESTIONS: Attempts = on_files.AMONG_QUESTIONS | on_limits.AMONG_QUESTIONS


def told(attempt: Callable[[], str | None]) -> str:
    try:
        return (attempt() or "done")[:150]
    except OSError as error:
        return f"refused: {errno.errorcode.get(error.errno or 0, str(error))}"


def answer(op: str, line: str) -> str:
    if line == "ff" and WAITING:
        told(WAITING.popitem()[1])
    return honest.answer(op, line)


if __name__ == "__main__":
    NAME = sys.argv[1]
    if NAME in FIRST:
        # What lies behind a secret in memory may read as letters of any script.
        outcome = re.sub(r"[^\w .:-]", "?", told(FIRST[NAME]), flags=re.ASCII)
        said = f'"version":"{NAME}: {outcome}"'
        honest.converse(hello=honest.HELLO.replace('"version":"1"', said))
    else:
        WAITING[NAME] = AMONG_QUESTIONS[NAME]
        honest.converse(answer)
