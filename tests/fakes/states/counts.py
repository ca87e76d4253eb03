"""Decoders and encoders that write how much they were given; some do not restore their state.

A decoder writes a number for each octet; a call with FF beside other octets is refused as a whole.
An encoder writes one for each character; U+FFFF is refused.
"""

from __future__ import annotations

import sys
from importlib import import_module

protocol, operations = import_module("protocol"), import_module("operations")


class Count:
    restores = True

    def __init__(self) -> None:
        self.count = 0

    def after(self, more: int) -> range:
        before, self.count = self.count, self.count + more
        return range(before + 1, self.count + 1)

    def getstate(self) -> int:
        return self.count

    def setstate(self, state: int) -> None:
        if self.restores:
            self.count = state


class Counter(Count):
    def feed(self, data: bytes) -> str:
        if b"\xff" in data and len(data) > 1:
            raise UnicodeDecodeError("counts", data, 0, 1, "refused")
        return "".join(map(chr, self.after(len(data))))

    def finish(self) -> str:
        return chr(self.count)


class Writer(Count):
    def feed(self, text: str) -> bytes:
        at = text.find("\uffff")
        given = self.after(len(text) if at < 0 else at)
        if at >= 0:
            raise UnicodeEncodeError("counts", text, at, at + 1, "refused")
        return bytes(given)

    def finish(self) -> bytes:
        return bytes([self.count])


class Forgetful(Counter):
    restores = False


class ForgetfulWriter(Writer):
    restores = False


class Stepwise:
    def __init__(self, decoder: type[Counter], encoder: type[Writer]) -> None:
        self.decoder, self.encoder = decoder, encoder


def offer(name: str, decoder: type[Counter], encoder: type[Writer]) -> object:
    both = Stepwise(decoder, encoder)
    return operations.Offer(
        name, "UTF-8", "strict", None, both, None, both, resets=False, saves=True
    )


if __name__ == "__main__":
    protocol.serve(
        "counts",
        sys.version.split()[0],
        [offer("right", Counter, Writer), offer("forgets", Forgetful, ForgetfulWriter)],
    )
