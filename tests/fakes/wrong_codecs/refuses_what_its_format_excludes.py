"""A right codec for UTF-8 inside a format that keeps all of ASCII but `A` from it."""

from __future__ import annotations

import reads_by_the_table

EXCLUDED = frozenset(range(0x80)) - {0x41}


def answer(header: str, line: str) -> str:
    octets = b"" if line == "-" else bytes.fromhex(line)
    if EXCLUDED.isdisjoint(octets):
        return reads_by_the_table.answer(header, line)
    return "error ? ?"


if __name__ == "__main__":
    reads_by_the_table.converse(answer)
