"""How a specimen reads octets: the reference's way, each step of which a fault can replace."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from utfproof.model.encoding import (
    REPLACEMENT,
    SIGNATURE,
    ByteOrder,
    Scheme,
    facts,
    signature_octets,
)
from utfproof.model.fields import spaced
from utfproof.model.operation import Mode
from utfproof.model.outcome import Values
from utfproof.model.reading import IllFormed, Part, Signature, Value
from utfproof.reference import chunks as chunked
from utfproof.reference import schemes


@dataclass(frozen=True, slots=True)
class Lost:
    """Octets that leave no trace: no value, no error. No right reading has them."""

    octets: bytes


Piece = Part | Lost
Pieces = Sequence[Piece]
ChunkOutputs = Sequence[Pieces]
"""What is delivered with each chunk, and with the flush at the end."""

Rooms = tuple[Values, ...]
"""What each of one room after another was left with."""

Read = Callable[[bytes, Mode], Pieces]


class ErrorReport(NamedTuple):
    """A strict decoder's report of its first error; None is `?`. `before` came out before it."""

    offset: int | None
    length: int | None
    before: Pieces


class BufferSlice(NamedTuple):
    """The octets to decode, between others of the same buffer."""

    before: bytes
    octets: bytes
    after: bytes


@dataclass(frozen=True, slots=True)
class OutputFilling:
    """The filling of a room: the input taken, the output, and whether the room ended first."""

    consumed: int
    output: Values
    short: bool


@dataclass(frozen=True)
class SimulatedDecoder:
    """A decoder of one scheme. Every step is right unless a fault stands in its field.

    `keeps`: an initial U+FEFF is kept. `tells`: errors are told with their place.
    `read`: the pieces of a text; `validates` the same for a validator alone. `shows`: what comes
    out for an error. `reports`: the report of the first error, given its index. `delivers`: chunks.
    `resumes`: chunks behind each of which the state is saved and resumed.
    `within`: a slice of a buffer. `again`: a text after another, by one object. `fills`: a room.
    `refills`: one room after another. `predicts`: the size of what comes out.
    """

    scheme: Scheme = Scheme.UTF_8
    keeps: bool = True
    unmarked: ByteOrder = "big"
    tells: bool = True
    read: Read | None = None
    validates: Read | None = None
    shows: Callable[[IllFormed, Mode], Values] | None = None
    reports: Callable[[Pieces, int], ErrorReport] | None = None
    delivers: Callable[[SimulatedDecoder, Sequence[bytes], Mode], ChunkOutputs] | None = None
    resumes: Callable[[SimulatedDecoder, Sequence[bytes], Mode], ChunkOutputs] | None = None
    within: Callable[[SimulatedDecoder, BufferSlice, Mode], Pieces] | None = None
    again: Callable[[SimulatedDecoder, bytes, bytes, Mode], Pieces] | None = None
    fills: Callable[[OutputFilling, Pieces, int], OutputFilling | str] | None = None
    refills: Callable[[Rooms, Pieces, int], Rooms | str] | None = None
    predicts: Callable[[SimulatedDecoder, bytes, Mode], int] | None = None

    def pieces(self, octets: bytes, mode: Mode) -> Pieces:
        """Read a text."""
        return self.read(octets, mode) if self.read else self.right(octets)

    def right(self, octets: bytes) -> tuple[Part, ...]:
        """Return the reference's reading."""
        return right_parts(self.scheme, octets, self.unmarked)

    def values(self, pieces: Pieces, mode: Mode) -> list[int]:
        """Return the values that come out for pieces."""
        found: list[int] = []
        for piece in pieces:
            if isinstance(piece, Value):
                found.append(piece.value)
            elif isinstance(piece, IllFormed):
                found += self._shown(piece, mode)
            elif isinstance(piece, Signature) and self.keeps:
                found.append(SIGNATURE)
        return found

    def _shown(self, piece: IllFormed, mode: Mode) -> Values:
        if self.shows:
            return self.shows(piece, mode)
        return (REPLACEMENT,) if mode is Mode.REPLACE else ()

    def report(self, pieces: Pieces, index: int) -> ErrorReport:
        """Return the report of the error at an index."""
        if not self.tells:
            return ErrorReport(None, None, ())
        return self.reports(pieces, index) if self.reports else reports(pieces, index)

    def decode(self, octets: bytes, mode: Mode) -> str:
        """Answer decode."""
        return self.answer(self.pieces(octets, mode), mode)

    def answer(self, pieces: Pieces, mode: Mode) -> str:
        """Render the reading as an answer."""
        # Other modes go on behind an error, and have none to report.
        bad = first_error(pieces) if mode is Mode.STRICT else None
        if bad is None:
            return f"ok{spaced(self.values(pieces, mode))}"
        report = self.report(pieces, bad)
        return f"{error_words(report)}{spaced(self.values(report.before, mode))}"

    def validate(self, octets: bytes) -> str:
        """Answer validate."""
        # A codec without a validator of its own validates as it decodes.
        read = self.validates or self.pieces
        pieces = read(octets, Mode.STRICT)
        bad = first_error(pieces)
        return "ok" if bad is None else error_words(self.report(pieces, bad))

    def decode_chunks(self, chunks: Sequence[bytes], mode: Mode) -> str:
        """Answer decode-chunks: each value with the chunk that completes it."""
        deliver = self.delivers or SimulatedDecoder.chunk_outputs
        chunk_outputs = deliver(self, chunks, mode)
        pieces = [piece for output in chunk_outputs for piece in output]
        bad = first_error(pieces) if mode is Mode.STRICT else None
        texts = [spaced(self.values(output, mode)) for output in chunk_outputs]
        if bad is None:
            return f"ok{' |'.join(texts)}"
        report = self.report(pieces, bad)
        if not self.tells:
            return error_words(report)
        # The chunk in which the error became certain; those before it are delivered whole.
        finished = bisect_right(list(accumulate(map(len, chunk_outputs))), bad)
        last = chunk_outputs[finished]
        before = last[: bad - sum(map(len, chunk_outputs[:finished]))]
        shown = "".join(f"{text} |" for text in texts[:finished])
        return f"{error_words(report)}{shown}{spaced(self.values(before, mode))}"

    def chunk_outputs(self, chunks: Sequence[bytes], mode: Mode) -> ChunkOutputs:
        """Read chunks as one stream, each piece at the moment when it is certain."""
        octets = b"".join(chunks)
        pieces = tuple(self.pieces(octets, mode))
        if self.read is None or pieces == self.right(octets):
            # The reference knows when each piece is certain; `distributed` can only count octets.
            return right_chunk_outputs(self.scheme, tuple(chunks), self.unmarked)
        return self.distributed(pieces, chunks, mode)

    def distributed(self, pieces: Pieces, chunks: Sequence[bytes], mode: Mode) -> ChunkOutputs:
        """Put the pieces of a stream, however they were read, where they become certain."""
        ends = list(accumulate(map(len, chunks)))
        # One entry more than chunks, for what only the end makes certain.
        found: list[list[Piece]] = [[] for _ in (*chunks, b"")]
        end = 0
        for piece in pieces:
            end += len(piece.octets)
            certain = end - 1
            if isinstance(piece, IllFormed) and piece.truncated:
                # Only the end of the text shows a truncated part: it comes with the flush.
                certain = sum(map(len, chunks))
            elif isinstance(piece, IllFormed) and _unfinished(self, piece.octets, mode):
                certain = end + facts(self.scheme).unit - 1  # what follows ended it
            # To the right: a chunk that ends where the octet begins does not hold it.
            found[bisect_right(ends, certain)].append(piece)
        return found

    def decode_within(self, found: BufferSlice, mode: Mode) -> str:
        """Answer decode-within."""
        pieces = self.within(self, found, mode) if self.within else self.pieces(found.octets, mode)
        return self.answer(pieces, mode)

    def decode_again(self, first: bytes, second: bytes, mode: Mode) -> str:
        """Answer decode-again: one object decodes both."""
        # One object for both texts: what it remembers of the first is what is asked.
        decoder = ReusedDecoder(self, mode)
        return f"{decoder.decode(first)} / {decoder.decode(second)}"

    def decode_room(self, room: int, octets: bytes, mode: Mode) -> str:
        """Answer decode-room; the unit of output is the code point."""
        pieces = self.pieces(octets, mode)
        filling = self._filled(pieces, room, mode)
        if filling is None:
            return self.answer(pieces, mode)
        changed = self.fills(filling, pieces, room) if self.fills else filling
        if isinstance(changed, str):
            return changed
        word = "short" if changed.short else "ok"
        return f"{word} {changed.consumed}{spaced(changed.output)}"

    def _filled(self, pieces: Pieces, room: int, mode: Mode) -> OutputFilling | None:
        """Fill a room; None where a strict decoder meets an error before the room ends."""
        output: list[int] = []
        consumed = 0
        for piece in pieces:
            if mode is Mode.STRICT and isinstance(piece, IllFormed):
                return None
            values = self.values([piece], mode)
            # A piece is written whole or not at all, and its octets are not consumed before it is.
            if len(output) + len(values) > room:
                return OutputFilling(consumed, tuple(output), short=True)
            output += values
            consumed += len(piece.octets)
        return OutputFilling(consumed, tuple(output), short=False)


class ReusedDecoder:
    """One decoder object, used for one text after another; its memory of the past is its fault."""

    def __init__(self, reader: SimulatedDecoder, mode: Mode) -> None:
        """Make a new object, which remembers nothing."""
        self._reader = reader
        self._mode = mode
        self._past: bytes | None = None

    def decode(self, octets: bytes) -> str:
        """Decode a text, flush, and be ready for the next."""
        reader, past = self._reader, self._past
        self._past = octets
        if past is None or reader.again is None:
            return reader.decode(octets, self._mode)
        return reader.answer(reader.again(reader, past, octets, self._mode), self._mode)


def _unfinished(decoder: SimulatedDecoder, octets: bytes, mode: Mode) -> bool:
    """Return whether octets began a character that the octets behind them broke off."""
    alone = (IllFormed(octets, truncated=True),)
    # Either reading counts: a fault may have made the piece longer than it would be by itself.
    return decoder.right(octets) == alone or tuple(decoder.pieces(octets, mode)) == alone


def reports(pieces: Pieces, index: int) -> ErrorReport:
    """Report an error rightly: its offset in octets, its length, the text before it."""
    before = pieces[:index]
    offset = sum(len(piece.octets) for piece in before)
    return ErrorReport(offset, len(pieces[index].octets), before)


def error_words(report: ErrorReport) -> str:
    """Render the report of an error without the text before it."""
    offset, length = ("?" if number is None else number for number in report[:2])
    return f"error {offset} {length}"


def first_error(pieces: Pieces) -> int | None:
    """Return the index of the first ill-formed piece, None without one."""
    for index, piece in enumerate(pieces):
        if isinstance(piece, IllFormed):
            return index
    return None


_SHORT = 256
_REACH = 4
"""Octets in the longest sequence of UTF-8, UTF-16 and UTF-32."""


def right_parts(scheme: Scheme, octets: bytes, unmarked: ByteOrder = "big") -> tuple[Part, ...]:
    """Read octets by the reference; short strings are cached, since many codecs ask them."""
    # Long texts would fill the cache, and come once.
    read = _remembered if len(octets) <= _SHORT else _read
    return read(scheme, octets, unmarked)


def _read(scheme: Scheme, octets: bytes, unmarked: ByteOrder) -> tuple[Part, ...]:
    """Read octets, UTF-8 character by character, since most of them have been read before."""
    if scheme is not Scheme.UTF_8:
        return schemes.read(scheme, octets, unmarked=unmarked).parts
    signature = signature_octets(scheme)
    parts: list[Part] = [Signature(signature)] if octets.startswith(signature) else []
    at = len(signature) if parts else 0
    while at < len(octets):
        part = part_at(scheme, octets, at)
        parts.append(part)
        at += len(part.octets)
    return tuple(parts)


@lru_cache(1 << 12)
def right_chunk_outputs(
    scheme: Scheme, chunks: tuple[bytes, ...], unmarked: ByteOrder
) -> ChunkOutputs:
    """Deliver chunks by the reference."""
    return chunked.decode(scheme, chunks, unmarked=unmarked).delivered


_remembered = lru_cache(1 << 14)(_read)


def part_at(scheme: Scheme, octets: bytes, at: int) -> Part:
    """Return the reference's part at an offset of UTF-8, UTF-16BE or -LE, UTF-32BE or -LE.

    No signature is looked for. The octets of the longest sequence decide; fewer end the input.
    """
    octet = octets[at]
    if octet < 0x80 and scheme is Scheme.UTF_8:
        return _ASCII[octet]
    # So few octets decide, and are therefore often found in the cache.
    return _first_part(scheme, octets[at : at + _REACH])


@lru_cache(1 << 16)
def _first_part(scheme: Scheme, window: bytes) -> Part:
    return schemes.read_text(scheme, window).parts[0]


_ASCII = tuple(Value(octet, bytes((octet,))) for octet in range(0x80))
