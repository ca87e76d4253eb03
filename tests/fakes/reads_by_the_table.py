"""A right codec for UTF-8, read off Table 3-7 of the Unicode Standard by hand; speaks the protocol.

The other programs here depart from it. It asks no codec of Python: bytes and integers are all.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence

Ranges = list[range]
Table = list[tuple[range, Ranges]]

TAIL = range(0x80, 0xC0)
TABLE: Table = [
    (range(0x80), []),
    (range(0xC2, 0xE0), [TAIL]),
    (range(0xE0, 0xE1), [range(0xA0, 0xC0), TAIL]),
    (range(0xE1, 0xED), [TAIL, TAIL]),
    (range(0xED, 0xEE), [range(0x80, 0xA0), TAIL]),
    (range(0xEE, 0xF0), [TAIL, TAIL]),
    (range(0xF0, 0xF1), [range(0x90, 0xC0), TAIL, TAIL]),
    (range(0xF1, 0xF4), [TAIL, TAIL, TAIL]),
    (range(0xF4, 0xF5), [range(0x80, 0x90), TAIL, TAIL]),
]
BITS = {1: 0x7F, 2: 0x1F, 3: 0x0F, 4: 0x07}
OFFERS = ("decode UTF-8 strict", "decode UTF-8 replace", "validate UTF-8 strict")


def tails(table: Table, lead: int) -> Ranges | None:
    return next((ranges for leads, ranges in table if lead in leads), None)


def step(octets: bytes, at: int, table: Table) -> tuple[int, int | None]:
    """Return how many octets belong together at an offset, and their value; None for ill-formed."""
    ranges = tails(table, octets[at])
    if ranges is None:
        return 1, None
    value = octets[at] & BITS[len(ranges) + 1]
    for length, allowed in enumerate(ranges, 1):
        if at + length >= len(octets) or octets[at + length] not in allowed:
            return length, None
        value = value << 6 | octets[at + length] & 0x3F
    return len(ranges) + 1, value


def decode(octets: bytes, mode: str, table: Table = TABLE) -> str:
    values: list[int] = []
    at = 0
    while at < len(octets):
        if octets[at] < 0x80:  # most octets of most questions, the same in every table
            values.append(octets[at])
            at += 1
            continue
        length, value = step(octets, at, table)
        if value is None and mode == "strict":
            return said(f"error {at} {length}", values)
        values.append(0xFFFD if value is None else value)
        at += length
    return said("ok", values)


def said(word: str, values: list[int]) -> str:
    return " ".join([word, *(f"{value:x}" for value in values)])


def answer(header: str, line: str, table: Table = TABLE) -> str:
    op, _, _, mode = header.split(" ")
    octets = b"" if line == "-" else bytes.fromhex(line)
    told = decode(octets, mode, table)
    if op == "validate":  # the same, without the text
        return " ".join(told.split(" ")[: 3 if told.startswith("error") else 1])
    return told


def blocks() -> Iterator[tuple[str, list[str]]]:
    for header in sys.stdin:
        lines = []
        for line in sys.stdin:
            if line == "\n":
                break
            lines.append(line.rstrip("\n"))
        yield header.rstrip("\n"), lines


def hello(*codecs: str, offers: Sequence[str] = OFFERS) -> str:
    entries = [{"name": name, "version": "1.0", "offers": list(offers)} for name in codecs]
    # Words of ASCII alone; the module json would double the time that a fake takes to start.
    return str({"protocol": 1, "adapter": "fake", "codecs": entries}).replace("'", '"')


def converse(answer: Callable[[str, str], str] = answer, greeting: str = hello("table")) -> None:
    for header, lines in blocks():
        answers = [greeting] if header == "hello 1" else [answer(header, line) for line in lines]
        sys.stdout.write("".join(f"{text}\n" for text in [*answers, ""]))
        sys.stdout.flush()


if __name__ == "__main__":
    converse()
