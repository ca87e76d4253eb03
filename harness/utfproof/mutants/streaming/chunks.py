"""Mutants: faults where a text is split into chunks, in every encoding."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import accumulate

from utfproof.model.encoding import Encoding, Scheme, facts
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Claims
from utfproof.model.reading import IllFormed, Value
from utfproof.mutants.byte_orders import line_in
from utfproof.mutants.line_conditions import chunks
from utfproof.mutants.mutant import DECODERS, PLAIN, Mutant, decoding, with_reader
from utfproof.mutants.streaming.chunk_conditions import (
    Chunks,
    ends_cut,
    has_an_empty_one,
    has_three,
    ill_formed_between,
    ill_formed_together,
    pending,
    pending_between,
)
from utfproof.simulation.decoder import (
    ChunkOutputs,
    Lost,
    Piece,
    Pieces,
    SimulatedDecoder,
)

Deliver = Callable[[SimulatedDecoder, Chunks, Mode], ChunkOutputs]
Feed = Callable[[SimulatedDecoder, bytes, Chunks], bytes]
"""What becomes of the octets that stand before a chunk; all chunks from there on are given."""


def fed(change: Feed) -> Deliver:
    """Read a stream of which something is lost or doubled between chunks."""

    def deliver(reader: SimulatedDecoder, given: Chunks, mode: Mode) -> ChunkOutputs:
        seen = b""
        ends: list[int] = []
        for index, chunk in enumerate(given):
            before = change(reader, seen, given[index:])
            # Octets that are lost take back the ends of the chunks that they came in.
            ends = [min(end, len(before)) for end in ends]
            seen = before + chunk
            ends.append(len(seen))
        begins = [0, *ends[:-1]]
        fields = [seen[begin:end] for begin, end in zip(begins, ends, strict=True)]
        return reader.chunk_outputs(fields, mode)

    return deliver


def _losing(count: Callable[[int, bool], int]) -> Feed:
    """Lose pending octets: how many, by how many there are and whether the chunk is empty."""

    def feed(reader: SimulatedDecoder, seen: bytes, given: Chunks) -> bytes:
        held = len(pending(reader, seen))
        return seen[: len(seen) - count(held, not given[0])]

    return feed


def _doubled(reader: SimulatedDecoder, seen: bytes, given: Chunks) -> bytes:
    held = pending(reader, seen)
    return seen + held if given[0] and held else seen


def _flushed(reader: SimulatedDecoder, given: Chunks, mode: Mode) -> ChunkOutputs:
    """Read each chunk as a text of its own, the last one to the end."""
    del mode
    filled = [index for index, chunk in enumerate(given) if chunk]
    # A signature is one at the head of the stream only: later chunks keep U+FEFF.
    later = replace(reader, keeps=True)
    chunk_outputs: list[Pieces] = []
    flush: Pieces = ()
    for index, chunk in enumerate(given):
        parts = (reader if filled and index <= filled[0] else later).right(chunk)
        # What the last chunk leaves unfinished is an error only when the text has ended.
        if index in filled[-1:] and _cut(parts[-1]):
            parts, flush = parts[:-1], parts[-1:]
        chunk_outputs.append([IllFormed(part.octets) if _cut(part) else part for part in parts])
    return (*chunk_outputs, flush)


def _cut(piece: object) -> bool:
    return isinstance(piece, IllFormed) and piece.truncated


def _without_flush(reader: SimulatedDecoder, given: Chunks, mode: Mode) -> ChunkOutputs:
    *chunk_outputs, flush = reader.chunk_outputs(given, mode)
    return (*chunk_outputs, [Lost(piece.octets) if _cut(piece) else piece for piece in flush])


def _until_empty(reader: SimulatedDecoder, given: Chunks, mode: Mode) -> ChunkOutputs:
    """Take an empty chunk for the end, unless nothing came before it."""
    read = [bool(any(given[:at])) and not chunk for at, chunk in enumerate(given)]
    end = read.index(True) if any(read) else len(given)
    return reader.chunk_outputs([*given[:end], *(b"" for _ in given[end:])], mode)


def offset_in_chunk(reader: SimulatedDecoder, given: Chunks, mode: Mode) -> ChunkOutputs:
    """Let the offset count from the chunk in which the error begins."""
    ends = list(accumulate(map(len, given)))
    at = 0
    chunk_outputs: list[Pieces] = []
    for output in reader.chunk_outputs(given, mode):
        found: list[Piece] = []
        for piece in output:
            if isinstance(piece, IllFormed):
                start = max((end for end in ends if end <= at), default=0)
                # An offset is the sum of the octets before it: zeros stand for those of this chunk.
                found += [Lost(bytes(at - start)), piece]
            else:
                found.append(replace(piece, octets=b""))
            at += len(piece.octets)
        chunk_outputs.append(found)
    return chunk_outputs


def _pending_counts_twice(reader: SimulatedDecoder, given: Chunks, mode: Mode) -> ChunkOutputs:
    """Let the offset of an error count the octets that were pending before its chunk twice."""
    chunk_outputs = [list(output) for output in reader.chunk_outputs(given, mode)]
    seen = b""
    for index, chunk in enumerate(given):
        held = pending(reader, seen)
        if held and chunk:
            # Lost octets deliver nothing, but count for the offset.
            chunk_outputs[index].insert(0, Lost(held))
        seen += chunk
    return chunk_outputs


def _rest_of_chunk_is_lost(reader: SimulatedDecoder, given: Chunks, mode: Mode) -> ChunkOutputs:
    """Lose the rest of a chunk behind an error, in modes where errors do not end the text."""
    chunk_outputs = reader.chunk_outputs(given, mode)
    if mode is Mode.STRICT:
        return chunk_outputs
    found: list[Pieces] = []
    for output in chunk_outputs:
        bad = next((at for at, one in enumerate(output) if isinstance(one, IllFormed)), len(output))
        found.append((*output[: bad + 1], *(Lost(one.octets) for one in output[bad + 1 :])))
    return found


def _from_one_chunk_only(reader: SimulatedDecoder, given: Chunks, mode: Mode) -> ChunkOutputs:
    """Refuse a character that lies in more than two chunks."""
    ends = list(accumulate(map(len, given)))
    at = 0
    found: list[Pieces] = []
    for output in reader.chunk_outputs(given, mode):
        pieces: list[Piece] = []
        for piece in output:
            begin, at = at, at + len(piece.octets)
            cuts = len({end for end in ends if begin < end < at})
            split = isinstance(piece, Value) and cuts > 1
            pieces.append(IllFormed(piece.octets) if split else piece)
        found.append(pieces)
    return found


Needs = Callable[[Scheme, Chunks], object]
"""What the chunks must be like for a fault to show; cheap, and never too narrow."""


_BAD = {1: "ff", 2: "dc00", 4: "00110000"}
_CUT = {1: "e282", 2: "d83d", 4: "000001"}
_LAST = {1: "ac", 2: "de00", 4: "f6"}
_LETTER = {1: "41", 2: "0041", 4: "00000041"}

TABLE: tuple[tuple[str, Needs, str, Deliver, Mode, str], ...] = (
    (
        "pending-octets-are-lost",
        pending_between,
        "The octets at the end of a chunk that want more are lost.",
        fed(_losing(lambda held, _: held)),
        Mode.STRICT,
        "{cut} {last}",
    ),
    (
        "last-pending-octet-is-lost",
        pending_between,
        "Of several octets at the end of a chunk that want more the last is lost.",
        fed(_losing(lambda held, _: int(held > 1))),
        Mode.STRICT,
        "{cut} {last}",
    ),
    (
        "third-pending-octet-is-lost",
        pending_between,
        "Of three octets at the end of a chunk that want more the last is lost.",
        fed(_losing(lambda held, _: int(held > 2))),
        Mode.STRICT,
        "{three} {fourth}",
    ),
    (
        "an-empty-chunk-loses-what-is-pending",
        pending_between,
        "An empty chunk makes a decoder forget the octets that want more.",
        fed(_losing(lambda held, empty: held if empty else 0)),
        Mode.STRICT,
        "{cut} - {last}",
    ),
    (
        "pending-octets-come-twice",
        pending_between,
        "The octets at the end of a chunk that want more are put before the next chunk twice.",
        fed(_doubled),
        Mode.STRICT,
        "{cut} {last}",
    ),
    (
        "chunks-are-flushed",
        pending_between,
        "Every chunk is read as a text of its own: what wants more is an error at its end.",
        _flushed,
        Mode.STRICT,
        "{cut} {last}",
    ),
    (
        "an-empty-chunk-is-the-end",
        has_an_empty_one,
        "An empty chunk ends the text: what follows is not looked at.",
        _until_empty,
        Mode.STRICT,
        "{letter} - {letter}",
    ),
    (
        "flush-drops-what-is-pending",
        ends_cut,
        "Octets that still want more at the end are dropped without an error.",
        _without_flush,
        Mode.STRICT,
        "{cut}",
    ),
    (
        "offset-is-in-the-chunk",
        ill_formed_between,
        "The offset of an error counts from the beginning of its chunk.",
        offset_in_chunk,
        Mode.STRICT,
        "{letter} {bad}",
    ),
    (
        "offset-counts-pending-octets-twice",
        ill_formed_between,
        "The offset of an error counts octets that were pending before its chunk twice.",
        _pending_counts_twice,
        Mode.STRICT,
        "{cut} {last}{bad}",
    ),
    (
        "an-error-loses-its-chunk",
        ill_formed_together,
        "What stands behind an error in its chunk is lost.",
        _rest_of_chunk_is_lost,
        Mode.REPLACE,
        "{bad}{letter} {letter}",
    ),
    (
        "a-character-lies-in-two-chunks-at-most",
        has_three,
        "A character that lies in three chunks is refused.",
        _from_one_chunk_only,
        Mode.STRICT,
        "{one} {two} {last}",
    ),
)


_ENCODINGS = (Encoding.UTF_8, Encoding.UTF_16BE, Encoding.UTF_16LE, Encoding.UTF_32LE)
_EVERYWHERE = frozenset(
    {
        "pending-octets-are-lost",
        "third-pending-octet-is-lost",
        "an-empty-chunk-loses-what-is-pending",
        "chunks-are-flushed",
        "flush-drops-what-is-pending",
        "offset-is-in-the-chunk",
    }
)
"""The faults that are made in UTF-16 and UTF-32 too."""


def words(unit: int) -> dict[str, str]:
    """Return the octets that the exposing inputs name, by the size of a code unit."""
    cut, last = _CUT[unit], _LAST[unit]
    whole = "f09f9880" if unit == 1 else cut + last
    return {
        "cut": cut,
        "last": last,
        "bad": _BAD[unit],
        "letter": _LETTER[unit],
        "three": whole[:6],
        "fourth": whole[6:],
        "one": cut[:2],
        "two": cut[2:],
    }


def deliverer(  # noqa: PLR0913  (a line of a table)
    encoding: Encoding,
    name: str,
    about: str,
    deliver: Deliver,
    exposed: str,
    *,
    mode: Mode = Mode.STRICT,
    needs: Needs = pending_between,
    claims: Claims | None = None,
) -> Mutant:
    """Make a decoder that errs in how it delivers chunks."""
    scheme = Scheme(encoding.value)
    return Mutant(
        id=f"{encoding.lower()}/chunks/{name}",
        about=about,
        flag="Chunking",
        claims=claims or DECODERS[encoding],
        offers=decoding(encoding, *PLAIN, Op.DECODE_CHUNKS),
        fault=with_reader(lambda reader: replace(reader, delivers=deliver)),
        touches=chunks(lambda given: needs(scheme, given)),
        exposed_by=(Offer(Op.DECODE_CHUNKS, encoding, mode), exposed),
    )


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for encoding in _ENCODINGS:
        known = words(facts(Scheme(encoding.value)).unit)
        for name, needs, about, deliver, mode, exposed in TABLE:
            if encoding is Encoding.UTF_8 or name in _EVERYWHERE:
                line = line_in(encoding, exposed.format(**known))
                yield deliverer(encoding, name, about, deliver, line, mode=mode, needs=needs)
