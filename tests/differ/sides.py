"""Sides without a process: decoders of UTF-8 that are lenient to chosen classes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import cast

from utfproof.adapters.manifest import Manifest
from utfproof.adapters.session.blocks import Answer
from utfproof.adapters.session.session import Session
from utfproof.confinement.command import Command
from utfproof.fuzz.compare.compared_codec import ComparedCodec
from utfproof.fuzz.targets import octet_classes
from utfproof.fuzz.targets.fuzz_target import fuzz_targets
from utfproof.fuzz.targets.running_adapter import RunningAdapter
from utfproof.model.encoding import Scheme
from utfproof.model.operation import Offer
from utfproof.model.profile import Claims
from utfproof.model.reading import Value
from utfproof.reference import schemes

Decoder = Callable[[bytes], Answer]
[LANE] = fuzz_targets("in/process", Claims(), [Offer.parse("decode UTF-8 strict")])


class Called(ComparedCodec):
    """A side that calls a function; `later` is what a fresh process would answer."""

    def __init__(self, decoder: Decoder, later: Decoder | None = None) -> None:
        command = Command(("none",), Path(), {}, 0)
        session = Session(command, 1)
        super().__init__(LANE, RunningAdapter(cast("Manifest", None), session, lambda: session))
        self.decoder = decoder
        self.later = later or decoder
        self.asked = 0

    def ask(self, inputs: Sequence[bytes]) -> list[Answer]:
        self.asked += len(inputs)
        return [self.decoder(octets) for octets in inputs]

    def once_more(self, inputs: Sequence[bytes]) -> list[Answer]:
        return [self.later(octets) for octets in inputs]


def lenient(reads: Collection[str] = (), drops: Collection[str] = ()) -> Decoder:
    """Return a strict decoder that reads `/` in some classes, and passes others over.

    It never tells where an error is.
    """

    def decoder(octets: bytes) -> Answer:
        values, at = [], 0
        while at < len(octets):
            part = schemes.read_text(Scheme.UTF_8, octets[at:]).parts[0]
            if isinstance(part, Value):
                values.append(part.value)
                at += len(part.octets)
                continue
            kind = octet_classes.ill_formed(Scheme.UTF_8, octets, at)
            if kind not in (*reads, *drops):
                return b"error ? ?"
            values += [0x2F] if kind in reads else []
            at += octet_classes.length_at(Scheme.UTF_8, octets, at)
        return " ".join(["ok", *(f"{value:x}" for value in values)]).encode("ascii")

    return decoder
