"""Mutants: faults of validators that are given a text in chunks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate

from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.reading import IllFormed
from utfproof.mutants.line_conditions import chunks
from utfproof.mutants.mutant import UNICODE, Mutant, decoding, with_reader
from utfproof.mutants.streaming.chunk_conditions import Chunks, ill_formed_between
from utfproof.mutants.streaming.chunks import TABLE, Deliver, Needs, words
from utfproof.simulation.decoder import ChunkOutputs, Lost, Pieces, SimulatedDecoder

_NARROW = re.compile(
    rb"\xe0[\x80-\x9f][\x80-\xbf]|\xed[\xa0-\xbf][\x80-\xbf]|"
    rb"\xf0[\x80-\x8f][\x80-\xbf]{2}|\xf4[\x90-\xbf][\x80-\xbf]{2}"
)
"""Forms that the range of their second octet alone makes ill-formed (Unicode, Table 3-7)."""
_PERMITTED = {0xE0: 0xA0, 0xED: 0x80, 0xF0: 0x90, 0xF4: 0x80}


def _error_is_forgotten(reader: SimulatedDecoder, given: Chunks, mode: Mode) -> ChunkOutputs:
    """Let the last chunk and the flush alone decide."""
    *earlier, last, flush = reader.chunk_outputs(given, mode)
    return (*map(_without_errors, earlier), last, flush)


def _without_errors(pieces: Pieces) -> Pieces:
    return [Lost(one.octets) if isinstance(one, IllFormed) else one for one in pieces]


def _number_of_tails_is_kept(reader: SimulatedDecoder, given: Chunks, mode: Mode) -> ChunkOutputs:
    """Remember how many octets are to come, and not that the next one has a narrower range."""
    return reader.chunk_outputs([any_tail_permitted(given)], mode)


def any_tail_permitted(given: Chunks) -> bytes:
    """Return the text with permitted tails for those that are too low or too high behind a cut."""
    octets = bytearray(b"".join(given))
    for begin in _narrow_at_a_cut(given):
        octets[begin + 1] = _PERMITTED[octets[begin]]
    return bytes(octets)


def _narrow_at_a_cut(given: Chunks) -> Iterator[int]:
    ends = set(accumulate(map(len, given)))
    for found in _NARROW.finditer(b"".join(given)):
        if found.start() + 1 in ends:
            yield found.start()


def narrow_cut(scheme: Scheme, given: Chunks) -> bool:
    """Chunks with such a tail behind a cut."""
    del scheme
    return any(True for _ in _narrow_at_a_cut(given))


_OWN: tuple[tuple[str, Needs, str, Deliver, Mode, str], ...] = (
    (
        "an-earlier-error-is-forgotten",
        ill_formed_between,
        "An error in a chunk is forgotten with the next one: the last chunk alone decides.",
        _error_is_forgotten,
        Mode.STRICT,
        "{bad} {letter}",
    ),
    (
        "the-number-of-tails-alone-is-kept",
        narrow_cut,
        "Behind a chunk that ends in a lead any tail passes: E0 and then 80 80 is accepted.",
        _number_of_tails_is_kept,
        Mode.STRICT,
        "e0 8080",
    ),
)

_SHOWN = {"an-empty-chunk-is-the-end": "{letter} - {bad}"}
"""The input that exposes a fault by the verdict, where that of a decoder shows it by the text."""


def _mutant(name: str, needs: Needs, about: str, deliver: Deliver, exposed: str) -> Mutant:
    return Mutant(
        id=f"utf-8/chunk-validators/{name}",
        about=about,
        flag="Chunking",
        claims=UNICODE,
        offers=decoding(Encoding.UTF_8, Op.VALIDATE, Op.VALIDATE_CHUNKS),
        fault=with_reader(lambda reader: replace(reader, delivers=deliver)),
        touches=chunks(lambda given: needs(Scheme.UTF_8, given)),
        exposed_by=(Offer(Op.VALIDATE_CHUNKS, Encoding.UTF_8, Mode.STRICT), exposed),
    )


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module: what goes wrong in a strict decoder too, and their own."""
    known = words(1)
    for name, needs, about, deliver, mode, exposed in (*TABLE, *_OWN):
        if mode is Mode.STRICT:
            shown = _SHOWN.get(name, exposed)
            yield _mutant(name, needs, about, deliver, shown.format(**known))
