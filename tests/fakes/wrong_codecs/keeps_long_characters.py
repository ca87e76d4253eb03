"""A codec that keeps a character of four octets at the end of a chunk: a fault of no catalogue."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace

from utfproof.model.encoding import Encoding
from utfproof.model.operation import Mode, Op
from utfproof.model.reading import Value
from utfproof.mutants import Mutant
from utfproof.mutants.line_conditions import chunks
from utfproof.mutants.mutant import WEB, decode, with_reader
from utfproof.mutants.mutant_server import serve
from utfproof.simulation.codec import offers
from utfproof.simulation.decoder import ChunkOutputs, Piece, SimulatedDecoder


def late_behind_four(reader: SimulatedDecoder, given: Sequence[bytes], mode: Mode) -> ChunkOutputs:
    """Give a character of four octets that ends a chunk with the next chunk, or the flush."""
    *outputs, flush = reader.chunk_outputs(given, mode)
    found: list[list[Piece]] = []
    kept: list[Piece] = []
    for output in outputs:
        pieces = [*kept, *output]
        long = bool(pieces) and isinstance(pieces[-1], Value) and len(pieces[-1].octets) == 4
        kept = [pieces.pop()] if long else []
        found.append(pieces)
    return [*found, [*kept, *flush]]


LATE = Mutant(
    id="late",
    about="A character of four octets that ends a chunk comes with the next one.",
    flag="Chunking",
    claims=WEB,
    offers=tuple(offers(Encoding.UTF_8, Op.DECODE, Op.DECODE_CHUNKS, modes=[Mode.STRICT])),
    fault=with_reader(lambda reader: replace(reader, delivers=late_behind_four)),
    touches=chunks(bool),
    exposed_by=(decode(Encoding.UTF_8), "41"),
)

if __name__ == "__main__":
    serve([LATE], sys.stdin.buffer, sys.stdout.buffer)
