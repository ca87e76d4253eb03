"""A right validator that keeps what its argument says: of errors, of all, for a while, or nothing.

errors   every ill-formed text, for ever
all      every text, for ever
cache    every text, until there are 100,000
garbage  4 KiB for each sixteenth text, until 12 MiB lie about; then all are given back
burden   64 octets for each octet of a text, until it is answered
nothing
"""

from __future__ import annotations

import mmap
import sys

import reads_by_the_table

OFFER = "validate UTF-8 strict"
MANNER = sys.argv[1] if len(sys.argv) > 1 else "nothing"
CACHED = 100_000
BURDEN = 64
PIECE, MOST, EACH = 4 << 10, 12 << 20, 16

kept: list[str] = []
garbage: list[mmap.mmap] = []
asked = 0


def answer(_header: str, line: str) -> str:
    octets = b"" if line == "-" else bytes.fromhex(line)
    told = validated(octets)
    keeps = {"all": True, "errors": told != "ok", "cache": len(kept) < CACHED}
    if keeps.get(MANNER):
        kept.append(f"{line} {len(kept)}")
    elif MANNER == "garbage":
        leave_garbage()
    elif MANNER == "burden" and octets:
        fill_for_a_moment(BURDEN * len(octets))
    return told


def fill_for_a_moment(size: int) -> None:
    with mmap.mmap(-1, size) as memory:
        memory.write(b"\1" * size)


def leave_garbage() -> None:
    global asked  # noqa: PLW0603  (one program, one count)
    asked += 1
    if asked % EACH:
        return
    if len(garbage) * PIECE >= MOST:
        while garbage:
            garbage.pop().close()
    piece = mmap.mmap(-1, PIECE)
    piece.write(b"\1" * PIECE)
    garbage.append(piece)


def validated(octets: bytes) -> str:
    try:
        octets.decode("utf-8")
    except UnicodeDecodeError as error:
        return f"error {error.start} ?"
    return "ok"


if __name__ == "__main__":
    reads_by_the_table.converse(answer, reads_by_the_table.hello("table", offers=(OFFER,)))
