"""Decodes UTF-32BE as it should, and labels the strings of a sweep by chance."""

from __future__ import annotations

import json
import random

import reads_by_the_table

from utfproof.model.encoding import Encoding
from utfproof.model.operation import Offer
from utfproof.model.profile import Claims
from utfproof.simulation.codec import SimulatedCodec

OFFERS = ["decode UTF-32BE strict", "sweep UTF-32BE strict"]
RIGHT = SimulatedCodec.right(Claims(("iso10646",)), Encoding.UTF_32BE)
CODEC = {"name": "table", "version": "1", "offers": OFFERS}
GREETING = json.dumps({"protocol": 1, "adapter": "notes", "codecs": [CODEC]})


def answer(header: str, line: str) -> str:
    op, _, encoding, mode = header.split(" ")
    if op != "sweep":
        return RIGHT.answer(Offer.parse(f"{op} {encoding} {mode}"), line)
    _, count = line.split(" ")
    ill_formed = random.SystemRandom().randrange(int(count) + 1)
    # A label that counts nothing is none.
    labels = ((ill_formed, "i0"), (int(count) - ill_formed, "v"))
    return " ".join(["ok", *(f"{number}{label}" for number, label in labels if number)])


if __name__ == "__main__":
    reads_by_the_table.converse(answer, GREETING)
