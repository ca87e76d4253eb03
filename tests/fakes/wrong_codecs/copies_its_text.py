"""A right validator that copies the text so far at every sixteenth octet of a run of tails."""

from __future__ import annotations

import reads_by_the_table

OFFER = "validate UTF-8 strict"
STEP = 16


def answer(header: str, line: str) -> str:
    octets = b"" if line == "-" else bytes.fromhex(line)
    if octets.startswith(b"\x80\x80"):
        text = b""
        for at in range(0, len(octets), STEP):
            text = text + octets[at : at + STEP]
        return "error 0 ?"
    if len(octets) > 1 << 10:
        return validated(octets)
    return reads_by_the_table.answer(header, line)


def validated(octets: bytes) -> str:
    """Say the same quickly; it is right, as the table says of the beginnings of such texts."""
    try:
        octets.decode("utf-8")
    except UnicodeDecodeError as error:
        return f"error {error.start} ?"
    return "ok"


if __name__ == "__main__":
    reads_by_the_table.converse(answer, reads_by_the_table.hello("table", offers=(OFFER,)))
