"""Sweeps as the standard has it, whatever its decoder does; the argument names what is wrong.

`lax`: it decodes what is ill-formed as Latin-1. `sum`: a sweep labels too many strings. `length`: a
sweep of 96 MiB.
"""

from __future__ import annotations

import sys

import reads_by_the_table as right

from utfproof.model.encoding import Scheme
from utfproof.reference import runs, schemes

GREETING = right.hello("table").replace('"decode UTF-8 replace"', '"sweep UTF-8 strict"')


def answer(header: str, line: str) -> str:
    if not header.startswith("sweep"):
        told = right.answer(header, line)
        wrong = "".join(f" {octet:x}" for octet in bytes.fromhex(line.strip("-")))
        return f"ok{wrong}" if told.startswith("error") and FAULT == "lax" else told
    prefix, count = line.split(" ")
    octets = b"" if prefix == "-" else bytes.fromhex(prefix)
    found = [f"{n}{label}" for n, label in runs.runs(TABLE, octets, int(count))]
    if FAULT == "sum":
        found[-1] = f"1{found[-1]}"
    told = " ".join(["ok", *found])
    return told + " 1v 1i0" * (96 << 20 >> 3) if FAULT == "length" else told


FAULT = sys.argv[1]
TABLE = schemes.automaton(Scheme.UTF_8)
right.converse(answer, GREETING)
