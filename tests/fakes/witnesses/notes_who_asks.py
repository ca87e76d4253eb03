"""A right codec for UTF-32BE that notes its process and its parent's, and every sweep.

It notes them in the folder that NOTES names; each sweep takes a while.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

import reads_by_the_table

from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.operation import Offer
from utfproof.model.profile import Claims
from utfproof.reference import runs, schemes
from utfproof.simulation.codec import SimulatedCodec

OFFERS = ["decode UTF-32BE strict", "sweep UTF-32BE strict"]
RIGHT = SimulatedCodec.right(Claims(("iso10646",)), Encoding.UTF_32BE)
SECONDS = 0.01
NOTES = Path(sys.argv[1])
GREETING = json.dumps(
    {
        "protocol": 1,
        "adapter": "notes",
        "codecs": [{"name": "table", "version": "1", "offers": OFFERS}],
    }
)


def answer(header: str, line: str) -> str:
    op, _, encoding, mode = header.split(" ")
    if op != "sweep":
        return RIGHT.answer(Offer.parse(f"{op} {encoding} {mode}"), line)
    prefix, count = line.split(" ")
    with (NOTES / "swept").open("a", encoding="ascii") as file:
        file.write(f"{os.getpid()} {os.getppid()} {line}\n")
    time.sleep(SECONDS)
    octets = b"" if prefix == "-" else bytes.fromhex(prefix)
    found = runs.runs(schemes.automaton(Scheme.UTF_32BE), octets, int(count))
    return " ".join(["ok", *(f"{length}{label}" for length, label in found)])


if __name__ == "__main__":
    reads_by_the_table.converse(answer, GREETING)
