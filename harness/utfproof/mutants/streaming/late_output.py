"""Mutants: output that comes later than with the chunk that decides it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from utfproof.model.encoding import Encoding
from utfproof.model.operation import Mode, Op
from utfproof.model.outcome import Values
from utfproof.model.profile import PROMPT, WHATWG, Claims
from utfproof.model.reading import IllFormed, Value
from utfproof.mutants.byte_orders import line_in
from utfproof.mutants.encoder.encoders import encoder
from utfproof.mutants.line_conditions import calls
from utfproof.mutants.mutant import UNICODE, WEB, Mutant, with_writer
from utfproof.mutants.streaming.chunk_conditions import (
    Chunks,
    ends_early,
    ill_formed_together,
)
from utfproof.mutants.streaming.chunks import Deliver, Needs, deliverer
from utfproof.simulation.decoder import ChunkOutputs, Piece, Pieces, SimulatedDecoder
from utfproof.simulation.encoder import SimulatedEncoder


def _holding(chosen: Callable[[Piece], bool]) -> Deliver:
    """Keep a chosen piece that ends what a chunk delivers, until something comes behind it."""

    def deliver(reader: SimulatedDecoder, given: Chunks, mode: Mode) -> ChunkOutputs:
        *outputs, flush = reader.chunk_outputs(given, mode)
        found: list[Pieces] = []
        kept: list[Piece] = []
        for output in outputs:
            pieces = [*kept, *output]
            kept = [pieces.pop()] if pieces and chosen(pieces[-1]) else []
            found.append(pieces)
        return (*found, [*kept, *flush])

    return deliver


def _at_the_end(reader: SimulatedDecoder, given: Chunks, mode: Mode) -> ChunkOutputs:
    everything = [piece for output in reader.chunk_outputs(given, mode) for piece in output]
    return (*((),) * len(given), everything)


def _is_value(piece: Piece) -> bool:
    return isinstance(piece, Value)


def _is_error(piece: Piece) -> bool:
    return isinstance(piece, IllFormed)


def _written_at_the_end(
    writer: SimulatedEncoder, given: Sequence[Values], mode: Mode
) -> list[bytes]:
    """Write everything with the flush.

    Raises:
        Unwritable: a value cannot be written and the mode is strict.
    """
    return [*(b"" for _ in given), b"".join(writer.chunk_outputs(given, mode))]


_TABLE: tuple[tuple[str, Needs, str, Deliver, Mode, dict[int, str]], ...] = (
    (
        "a-character-is-held-back",
        ends_early,
        "The last character of a chunk is kept until another one comes.",
        _holding(_is_value),
        Mode.STRICT,
        {1: "41 42", 2: "0041 0042"},
    ),
    (
        "an-error-is-held-back",
        ill_formed_together,
        "An error that ends a chunk is kept until something comes behind it.",
        _holding(_is_error),
        Mode.REPLACE,
        {1: "f0 8f 92", 2: "dc00 0041"},
    ),
    (
        "all-comes-with-the-flush",
        ends_early,
        "The text only comes when it has ended.",
        _at_the_end,
        Mode.STRICT,
        {1: "41 42", 2: "0041 0042"},
    ),
)

_STATED = Claims(UNICODE.profiles, {**UNICODE.options, "delivery": PROMPT})
_WRITES = Claims((WHATWG,), {"units": "utf-16"})


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for encoding, unit in ((Encoding.UTF_8, 1), (Encoding.UTF_16LE, 2)):
        for name, needs, about, deliver, mode, exposed in _TABLE:
            line = line_in(encoding, exposed[unit])
            yield deliverer(
                encoding, name, about, deliver, line, mode=mode, needs=needs, claims=WEB
            )
    yield deliverer(
        Encoding.UTF_8,
        "what-was-stated-is-held-back",
        "The last character of a chunk is kept, where the documentation says that none is.",
        _holding(_is_value),
        "41 42",
        needs=ends_early,
        claims=_STATED,
    )
    yield encoder(
        "encoder/all-comes-with-the-flush",
        "The octets of all chunks only come when the text has ended.",
        "Chunking",
        with_writer(lambda writer: replace(writer, calls=_written_at_the_end)),
        "41 | 42",
        touches=calls(any, (Op.ENCODE_CHUNKS,)),
        op=Op.ENCODE_CHUNKS,
        mode=Mode.REPLACE,
        claims=_WRITES,
    )
