"""Mutants: a split inside a character hides the octets on its other side."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import accumulate

from utfproof.model.encoding import Encoding, Scheme, signature_octets
from utfproof.model.operation import Mode
from utfproof.model.reading import IllFormed, Value
from utfproof.mutants.byte_orders import UTF_16, line_in
from utfproof.mutants.faulty_readings import bits
from utfproof.mutants.mutant import Mutant
from utfproof.mutants.streaming.chunk_conditions import (
    Chunks,
    ill_formed_together,
    pending,
    pending_between,
)
from utfproof.mutants.streaming.chunks import Deliver, Needs, deliverer, fed
from utfproof.simulation.decoder import ChunkOutputs, Piece, Pieces, SimulatedDecoder, part_at

_T = rb"[\x80-\xbf]"


def _across(pattern: bytes) -> Deliver:
    """Read a match as one character where its first octet ends a chunk."""
    here = re.compile(pattern, re.DOTALL).match

    def walked(octets: bytes, leads: frozenset[int]) -> Iterator[Piece]:
        at = 0
        while at < len(octets):
            match = here(octets, at) if at in leads else None
            piece = Value(bits(match[0]), match[0]) if match else part_at(Scheme.UTF_8, octets, at)
            yield piece
            at += len(piece.octets)

    def deliver(reader: SimulatedDecoder, given: Chunks, mode: Mode) -> ChunkOutputs:
        leads = frozenset(end - 1 for end in accumulate(map(len, given)))
        octets = b"".join(given)
        if any(here(octets, lead) for lead in leads if lead >= 0):
            return reader.distributed(tuple(walked(octets, leads)), given, mode)
        return reader.chunk_outputs(given, mode)

    return deliver


def _low_bits_lost(reader: SimulatedDecoder, given: Chunks, mode: Mode) -> ChunkOutputs:
    """Lose the bits of the last tail of a character that lies in two chunks."""
    ends = frozenset(accumulate(map(len, given)))
    at = 0
    found: list[Pieces] = []
    for output in reader.chunk_outputs(given, mode):
        pieces: list[Piece] = []
        for piece in output:
            begin, at = at, at + len(piece.octets)
            split = not ends.isdisjoint(range(begin + 1, at))
            if split and isinstance(piece, Value):
                pieces.append(Value(piece.value & ~0x3F, piece.octets))
            else:
                pieces.append(piece)
        found.append(pieces)
    return found


def _pending_is_lost_before_ascii(reader: SimulatedDecoder, seen: bytes, given: Chunks) -> bytes:
    ascii_follows = given[0] and given[0] < b"\x80"
    return seen[: len(seen) - len(pending(reader, seen))] if ascii_follows else seen


def _overtaken(reader: SimulatedDecoder, given: Chunks, mode: Mode) -> ChunkOutputs:
    """Deliver a chunk of ASCII before the error that was pending when it came."""
    found = [list(output) for output in reader.chunk_outputs(given, mode)]
    seen = b""
    # `found` is longer by one, the flush, before which no chunk comes.
    for chunk, output in zip(given, found, strict=False):
        if chunk and chunk.isascii() and pending(reader, seen):
            output.append(output.pop(0))
        seen += chunk
    return found


def _late(chosen: Callable[[IllFormed], bool], octets: int) -> Deliver:
    """Tell some errors so many octets late, where a decoder is strict and stops at them."""

    def deliver(reader: SimulatedDecoder, given: Chunks, mode: Mode) -> ChunkOutputs:
        if mode is not Mode.STRICT:
            return reader.chunk_outputs(given, mode)
        ends = list(accumulate(map(len, given)))
        found: list[list[Piece]] = [[] for _ in (*given, b"")]
        at = earliest = 0
        for chunk, pieces in enumerate(reader.chunk_outputs(given, mode)):
            for piece in pieces:
                at += len(piece.octets)
                late = isinstance(piece, IllFormed) and not piece.truncated and chosen(piece)
                reporting = bisect_right(ends, at - 1 + octets) if late else chunk
                # Nothing overtakes a late error: the pieces behind it come with it or later.
                earliest = max(earliest, chunk, reporting)
                found[earliest].append(piece)
        return found

    return deliver


def _narrow(part: IllFormed) -> bool:
    return part.octets in (b"\xe0", b"\xed", b"\xf0", b"\xf4")


def _mark_behind_a_high(reader: SimulatedDecoder, given: Chunks, mode: Mode) -> ChunkOutputs:
    """Take U+FEFF for a signature at the beginning of a chunk, where a surrogate is pending."""
    seen: list[bytes] = []
    mark = signature_octets(reader.scheme)
    for chunk in given:
        high = len(pending(reader, b"".join(seen))) == 2
        seen.append(chunk.removeprefix(mark) if high else chunk)
    return reader.chunk_outputs(seen, mode)


def _halves_alone(reader: SimulatedDecoder, given: Chunks, mode: Mode) -> ChunkOutputs:
    """Take the halves of a pair for lone surrogates where a chunk ends between them."""
    ends = frozenset(accumulate(map(len, given)))
    at = 0
    pieces: list[Piece] = []
    for piece in reader.pieces(b"".join(given), mode):
        middle, at = at + 2, at + len(piece.octets)
        halves = isinstance(piece, Value) and middle < at and middle in ends
        own = piece.octets
        pieces += [IllFormed(own[:2]), IllFormed(own[2:])] if halves else [piece]
    return reader.distributed(pieces, given, mode)


_TABLE: tuple[tuple[str, Needs, str, Deliver, Mode, str], ...] = (
    (
        "overlong-three-octets-are-read-across",
        pending_between,
        "Any tail is read behind E0 where a chunk ends between them.",
        _across(rb"\xe0[\x80-\x9f]" + _T),
        Mode.STRICT,
        "e0 8080",
    ),
    (
        "overlong-four-octets-are-read-across",
        pending_between,
        "Any tail is read behind F0 where a chunk ends between them.",
        _across(rb"\xf0[\x80-\x8f]" + _T * 2),
        Mode.STRICT,
        "f0 808080",
    ),
    (
        "surrogates-are-read-across",
        pending_between,
        "Any tail is read behind ED where a chunk ends between them.",
        _across(rb"\xed[\xa0-\xbf]" + _T),
        Mode.STRICT,
        "ed a080",
    ),
    (
        "values-above-the-limit-are-read-across",
        pending_between,
        "Any tail is read behind F4 where a chunk ends between them.",
        _across(rb"\xf4[\x90-\xbf]" + _T * 2),
        Mode.STRICT,
        "f4 908080",
    ),
    (
        "a-tail-is-not-looked-at-across",
        pending_between,
        "The octet behind a lead of two is not looked at where a chunk ends between them.",
        _across(rb"[\xc2-\xdf]."),
        Mode.STRICT,
        "c3 41",
    ),
    (
        "low-bits-are-lost-across",
        pending_between,
        "A character that lies in two chunks loses the bits of its last tail.",
        _low_bits_lost,
        Mode.STRICT,
        "e282 ac",
    ),
    (
        "pending-octets-are-lost-before-ascii",
        pending_between,
        "Octets that want more are lost when the next chunk begins with ASCII.",
        fed(_pending_is_lost_before_ascii),
        Mode.STRICT,
        "e2 41",
    ),
    (
        "ascii-overtakes-an-error",
        pending_between,
        "A chunk of ASCII is delivered before the error that was pending.",
        _overtaken,
        Mode.REPLACE,
        "e2 41",
    ),
    (
        "surrogates-and-overlongs-are-told-late",
        ill_formed_together,
        "A lead and a tail that is out of its range are kept until a third octet comes.",
        _late(_narrow, 2),
        Mode.STRICT,
        "eda0 80",
    ),
    (
        "errors-are-told-with-the-flush",
        ill_formed_together,
        "Errors are only told when the text ends.",
        _late(lambda _: True, 1 << 30),
        Mode.STRICT,
        "ff 41",
    ),
)

_PAIRS: tuple[tuple[str, str, Deliver, Mode, str], ...] = (
    (
        "a-mark-behind-a-high-surrogate-is-dropped",
        "U+FEFF is dropped at the beginning of a chunk while a high surrogate is pending.",
        _mark_behind_a_high,
        Mode.REPLACE,
        "d83d feff0041",
    ),
    (
        "halves-in-two-chunks-are-lone",
        "The halves of a pair are two errors where a chunk ends between them.",
        _halves_alone,
        Mode.STRICT,
        "d83d de00",
    ),
    (
        "odd-octets-are-lost",
        "Half a unit at the end of a chunk is lost.",
        fed(lambda reader, seen, _: seen[: len(seen) - len(pending(reader, seen)) % 2]),
        Mode.STRICT,
        "d83dde 00",
    ),
)


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for name, needs, about, deliver, mode, exposed in _TABLE:
        yield deliverer(Encoding.UTF_8, name, about, deliver, exposed, mode=mode, needs=needs)
    for encoding in UTF_16:
        for name, about, deliver, mode, exposed in _PAIRS:
            line = line_in(encoding, exposed)
            yield deliverer(encoding, name, about, deliver, line, mode=mode)
