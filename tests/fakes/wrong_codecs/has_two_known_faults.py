"""A codec with two faults of the catalogue at once: C0 80 is U+0000, and surrogates are read."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace

from utfproof.model.operation import Offer
from utfproof.mutants import catalogue
from utfproof.mutants.mutant_server import serve
from utfproof.simulation.codec import SimulatedCodec

FIRST, SECOND = (
    next(mutant for mutant in catalogue() if mutant.id == name)
    for name in ("utf-8/overlong/c0-80-is-nul", "utf-8/surrogates/are-read")
)


@dataclass(frozen=True)
class Both(SimulatedCodec):
    """Errs as the first fault where that one shows, else as the second; `sound` has neither."""

    first: SimulatedCodec = field(default_factory=FIRST.make)
    second: SimulatedCodec = field(default_factory=SECOND.make)
    sound: SimulatedCodec = field(default_factory=FIRST.right)

    def answer(self, offer: Offer, line: str) -> str:
        answer = self.first.answer(offer, line)
        if answer == self.sound.answer(offer, line):
            return self.second.answer(offer, line)
        return answer


if __name__ == "__main__":
    both = replace(FIRST, id="both", fault=lambda _: Both())
    serve([both], sys.stdin.buffer, sys.stdout.buffer)
