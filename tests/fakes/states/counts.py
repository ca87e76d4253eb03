"""Decoders that write for each octet how many were read: one restores its state, one does not."""

from __future__ import annotations

import sys
from importlib import import_module

protocol, operations = import_module("protocol"), import_module("operations")


class Counter:
    restores = True

    def __init__(self) -> None:
        self.count = 0

    def feed(self, data: bytes) -> str:
        before, self.count = self.count, self.count + len(data)
        return "".join(map(chr, range(before + 1, self.count + 1)))

    def finish(self) -> str:
        return chr(self.count)

    def getstate(self) -> int:
        return self.count

    def setstate(self, state: int) -> None:
        if self.restores:
            self.count = state


class Forgetful(Counter):
    restores = False


class Stepwise:
    def __init__(self, decoder: type[Counter]) -> None:
        self.decoder = decoder


def offer(name: str, decoder: type[Counter]) -> object:
    stepwise = Stepwise(decoder)
    return operations.Offer(name, "UTF-8", "strict", None, stepwise, resets=False, saves=True)


if __name__ == "__main__":
    protocol.serve(
        "counts", sys.version.split()[0], [offer("right", Counter), offer("forgets", Forgetful)]
    )
