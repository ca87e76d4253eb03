"""Two codecs with a fault that no catalogue has: in one place, and in one way to cut an input."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from utfproof.model.encoding import Encoding
from utfproof.model.operation import Mode, Op
from utfproof.model.reading import IllFormed, Part, Value
from utfproof.mutants import Mutant
from utfproof.mutants.faulty_readings import changed
from utfproof.mutants.line_conditions import chunks, has, texts
from utfproof.mutants.mutant import UNICODE, decode, reads, with_reader
from utfproof.mutants.mutant_server import serve
from utfproof.simulation.codec import offers
from utfproof.simulation.decoder import ChunkOutputs, Piece, SimulatedDecoder

PLACE = 63


def nul_at_63(parts: Sequence[Part]) -> Iterator[Piece]:
    """Read C0 80 as U+0000 where C0 stands at offset 63."""
    ends = [0, *accumulate(len(part.octets) for part in parts)]
    at_place = [part for part, at in zip(parts, ends, strict=False) if at >= PLACE]
    yield from parts[: len(parts) - len(at_place)]
    long = [part.octets for part in at_place[:2]] == [b"\xc0", b"\x80"]
    if long and PLACE in ends:
        yield Value(0, b"\xc0\x80")
    yield from at_place[2 if long else 0 :]


def cut_within_four(reader: SimulatedDecoder, given: Sequence[bytes], mode: Mode) -> ChunkOutputs:
    """Lose the plane of a character of four octets that lies in two chunks."""
    ends = frozenset(accumulate(map(len, given)))
    at = 0
    found: list[list[Piece]] = []
    for output in reader.chunk_outputs(given, mode):
        found.append([])
        for piece in output:
            begin, at = at, at + len(piece.octets)
            cut = at - begin == 4 and not ends.isdisjoint(range(begin + 1, at))
            wrong = cut and not isinstance(piece, IllFormed)
            found[-1].append(Value(0xFFFC, piece.octets) if wrong else piece)
    return found


LONG = changed(has(rb"\A.{63}\xc0\x80"), nul_at_63)
FAULTS = (
    Mutant(
        id="place",
        about="C0 80 at offset 63 is U+0000.",
        flag="Position",
        claims=UNICODE,
        offers=tuple(offers(Encoding.UTF_8, Op.DECODE, modes=[Mode.STRICT])),
        fault=reads(LONG.read),
        touches=texts(LONG.touched),
        exposed_by=(decode(Encoding.UTF_8), "41" * PLACE + "c080"),
    ),
    Mutant(
        id="cut",
        about="A character of four octets that lies in two chunks is U+FFFC.",
        flag="Chunking",
        claims=UNICODE,
        offers=tuple(offers(Encoding.UTF_8, Op.DECODE, Op.DECODE_CHUNKS, modes=[Mode.STRICT])),
        fault=with_reader(lambda reader: replace(reader, delivers=cut_within_four)),
        touches=chunks(bool),
        exposed_by=(decode(Encoding.UTF_8), "41"),
    ),
)

if __name__ == "__main__":
    serve(FAULTS, sys.stdin.buffer, sys.stdout.buffer)
