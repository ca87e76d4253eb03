"""Reads an octet past each text that ends inside a character, and answers ED A0 80 in two ways."""

from __future__ import annotations

from itertools import count

import reads_by_the_table

number = count()


def answer(header: str, line: str) -> str:
    right = reads_by_the_table.answer(header, line)
    octets = b"" if line == "-" else bytes.fromhex(line)
    if octets[-1:] >= b"\xc2":
        return "overrun read 1 past the end"
    if octets == b"\xed\xa0\x80":
        first, second = right, "error 0 2"
        order = (first, second) if next(number) % 2 else (second, first)
        return "unstable {} ; {}".format(*order)
    return right


if __name__ == "__main__":
    reads_by_the_table.converse(answer)
