"""Mutants: faults where the output has limited room."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from utfproof.model.encoding import Encoding
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.outcome import Values
from utfproof.model.profile import Claims
from utfproof.mutants.encoder.encoders import (
    FILLS_THE_ROOM,
    FROM_UTF_16,
    WRITES_UTF_8,
    encoder,
)
from utfproof.mutants.line_conditions import calls_of, lines_of, texts_of
from utfproof.mutants.mutant import (
    PLAIN,
    UNICODE,
    Change,
    Mutant,
    decoding,
    with_reader,
    with_writer,
)
from utfproof.reference import utf16
from utfproof.simulation.decoder import OutputFilling, Pieces
from utfproof.simulation.encoder import SimulatedEncoder

ReadInto = Callable[[OutputFilling, Pieces, int], OutputFilling | str]
WriteInto = Callable[[SimulatedEncoder, OutputFilling, Values, int], OutputFilling | str]

_MOST_OCTETS = 4
_REPLACED = b"\xef\xbf\xbd"


def _next_is_taken(filling: OutputFilling, pieces: Pieces, room: int) -> OutputFilling:
    """Count the character as taken that did not fit."""
    del room
    at = 0
    for piece in pieces:
        at += len(piece.octets)
        if filling.short and at > filling.consumed:
            return replace(filling, consumed=at)
    return filling


def _last_is_given_back(filling: OutputFilling, pieces: Pieces, room: int) -> OutputFilling:
    """Count the last character that was written as not taken."""
    del room
    at = 0
    for piece in pieces:
        end = at + len(piece.octets)
        if filling.short and filling.output and end >= filling.consumed:
            return replace(filling, consumed=at)
        at = end
    return filling


def _in_characters(filling: OutputFilling, pieces: Pieces, room: int) -> OutputFilling:
    del pieces, room
    return replace(filling, consumed=len(filling.output))


def _all_is_read(filling: OutputFilling, pieces: Pieces, room: int) -> OutputFilling:
    """Claim that all was read."""
    del room
    return replace(filling, short=False, consumed=sum(len(piece.octets) for piece in pieces))


def _reads_beyond(filling: OutputFilling, pieces: Pieces, room: int) -> OutputFilling | str:
    """Write the character that did not fit."""
    del pieces, room
    return "overrun 1" if filling.short else filling


def _full_is_short(filling: OutputFilling, pieces: Pieces, room: int) -> OutputFilling:
    """Take a room that is full for one that is too small."""
    del pieces
    return replace(filling, short=filling.short or len(filling.output) == room > 0)


def _last_is_lost(filling: OutputFilling, pieces: Pieces, room: int) -> OutputFilling:
    """Lose the last character that fitted, and count it as taken."""
    del pieces, room
    return replace(filling, output=filling.output[:-1]) if filling.short else filling


_READS: tuple[tuple[str, str, ReadInto, str], ...] = (
    (
        "the-next-character-is-taken",
        "The character that did not fit is counted as taken.",
        _next_is_taken,
        "1 41e282ac",
    ),
    (
        "the-last-character-is-given-back",
        "The last character that was delivered is counted as not taken.",
        _last_is_given_back,
        "1 e282ac41",
    ),
    (
        "taken-is-in-characters",
        "What was taken is counted in characters.",
        _in_characters,
        "1 e282ac41",
    ),
    ("all-is-taken", "The text is said to be read whole.", _all_is_read, "1 4142"),
    ("writes-beyond", "One unit is written beyond the room.", _reads_beyond, "1 4142"),
    (
        "a-full-room-is-short",
        "A room that the text just fills is said to be too small.",
        _full_is_short,
        "1 41",
    ),
    (
        "the-last-character-is-lost",
        "The last character that fitted is lost where the room ends.",
        _last_is_lost,
        "1 4142",
    ),
)


def _partly_written(
    writer: SimulatedEncoder, filling: OutputFilling, values: Values, room: int
) -> OutputFilling:
    """Write the octets of the next character for which there is room."""
    if not filling.short:
        return filling
    octets = writer.octets(values[filling.consumed]) or b""
    part = octets[: room - len(filling.output)]
    return replace(filling, output=(*filling.output, *part))


def _written_beyond(
    writer: SimulatedEncoder, filling: OutputFilling, values: Values, room: int
) -> OutputFilling | str:
    del writer, values, room
    return "overrun 1" if filling.short else filling


def _next_value_is_taken(
    writer: SimulatedEncoder, filling: OutputFilling, values: Values, room: int
) -> OutputFilling:
    """Count the value as taken that did not fit."""
    del writer, values, room
    return replace(filling, consumed=filling.consumed + 1) if filling.short else filling


def _all_is_written(
    writer: SimulatedEncoder, filling: OutputFilling, values: Values, room: int
) -> OutputFilling:
    """Claim that all was written."""
    del writer, room
    return replace(filling, short=False, consumed=len(values))


def _in_octets(
    writer: SimulatedEncoder, filling: OutputFilling, values: Values, room: int
) -> OutputFilling:
    del writer, values, room
    return replace(filling, consumed=len(filling.output))


def _full_room_is_short(
    writer: SimulatedEncoder, filling: OutputFilling, values: Values, room: int
) -> OutputFilling:
    """Take a room that is full for one that is too small."""
    del writer, values
    return replace(filling, short=filling.short or len(filling.output) == room > 0)


def _sized_by_highs(
    writer: SimulatedEncoder, filling: OutputFilling, values: Values, room: int
) -> OutputFilling | str:
    """Reserve four octets for each high surrogate and its successor, pair or not."""
    reckoned = 0
    at = 0
    while at < len(values):
        high = utf16.is_high(values[at])
        # A value without octets is replaced by U+FFFD, which has three.
        reckoned += 4 if high else len(writer.octets(values[at]) or b"\xef\xbf\xbd")
        at += 2 if high else 1
    return "overrun 1" if filling.short and reckoned <= room else filling


def _pieces_written(
    writer: SimulatedEncoder, filling: OutputFilling, values: Values
) -> Iterator[tuple[int, bytes]]:
    """Yield the pieces of a filling, each with the place of its character."""
    left = bytes(filling.output)
    for character in writer.characters(values):
        if filling.short and character.at >= filling.consumed:
            return
        # A value without octets is replaced, or in skip mode leaves nothing.
        shown = _REPLACED if left.startswith(_REPLACED) else b""
        octets = writer.octets(character.value) or shown
        left = left[len(octets) :]
        yield character.at, octets


def _one_octet_unused(
    writer: SimulatedEncoder, filling: OutputFilling, values: Values, room: int
) -> OutputFilling:
    """Take back the last character where it fills the room to the end."""
    if not filling.output or len(filling.output) < room:
        return filling
    *_, (at, octets) = (one for one in _pieces_written(writer, filling, values) if one[1])
    return OutputFilling(at, filling.output[: -len(octets)], short=True)


def _four_octets_wanted(
    writer: SimulatedEncoder, filling: OutputFilling, values: Values, room: int
) -> OutputFilling:
    """Stop before the first character that finds less room than the longest form has."""
    output: Values = ()
    for at, octets in _pieces_written(writer, filling, values):
        if octets and room - len(output) < _MOST_OCTETS:
            return OutputFilling(at, output, short=True)
        output = (*output, *octets)
    return filling


_WRITES: tuple[tuple[str, str, WriteInto, Claims, Mode, str], ...] = (
    (
        "a-character-is-written-partly",
        "The beginning of a character that does not fit is written.",
        _partly_written,
        WRITES_UTF_8,
        Mode.STRICT,
        "2 20ac",
    ),
    (
        "writes-beyond",
        "One octet is written beyond the room.",
        _written_beyond,
        WRITES_UTF_8,
        Mode.STRICT,
        "2 20ac",
    ),
    (
        "the-next-value-is-taken",
        "The value that did not fit is counted as taken.",
        _next_value_is_taken,
        WRITES_UTF_8,
        Mode.STRICT,
        "1 41 20ac",
    ),
    (
        "all-is-taken",
        "The text is said to be written whole.",
        _all_is_written,
        WRITES_UTF_8,
        Mode.STRICT,
        "1 41 42",
    ),
    (
        "taken-is-in-octets",
        "What was taken is counted in octets.",
        _in_octets,
        WRITES_UTF_8,
        Mode.STRICT,
        "3 20ac 41",
    ),
    (
        "a-full-room-is-short",
        "A room that the text just fills is said to be too small.",
        _full_room_is_short,
        WRITES_UTF_8,
        Mode.STRICT,
        "3 20ac",
    ),
    (
        "room-is-left-of-one-octet",
        "One octet of the room is never used.",
        _one_octet_unused,
        FILLS_THE_ROOM,
        Mode.STRICT,
        "3 20ac",
    ),
    (
        "room-is-left-below-four-octets",
        "Writing stops as soon as fewer octets are left than the longest form has.",
        _four_octets_wanted,
        FILLS_THE_ROOM,
        Mode.STRICT,
        "3 20ac",
    ),
    (
        "a-lone-high-surrogate-is-sized-as-a-pair",
        "A lone high surrogate is sized as a pair with what follows, and written in more octets.",
        _sized_by_highs,
        FROM_UTF_16,
        Mode.REPLACE,
        "4 d800 20ac",
    ),
)


def _room_of(line: str) -> int:
    return int(line.partition(" ")[0])


def _reads_into(line: str) -> bool:
    """Tell whether the room may end, or characters are longer than an octet."""
    [octets] = texts_of(Op.DECODE_ROOM, line)
    return len(octets) >= _room_of(line) or not octets.isascii()


def _writes_into(line: str) -> bool:
    [values] = calls_of(Op.ENCODE_ROOM, line)
    return _MOST_OCTETS * len(values) >= _room_of(line) or any(value > 0x7F for value in values)


def _reading_into(fills: ReadInto) -> Change:
    return with_reader(lambda reader: replace(reader, fills=fills))


def _writing_into(fills: WriteInto) -> Change:
    return with_writer(lambda writer: replace(writer, fills=fills))


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for name, about, read_into, exposed in _READS:
        yield Mutant(
            id=f"utf-8/rooms/{name}",
            about=about,
            flag="Truncated",
            claims=UNICODE,
            offers=decoding(Encoding.UTF_8, *PLAIN, Op.DECODE_ROOM),
            fault=_reading_into(read_into),
            touches=lines_of(Op.DECODE_ROOM, _reads_into),
            exposed_by=(Offer(Op.DECODE_ROOM, Encoding.UTF_8, Mode.STRICT), exposed),
        )
    for name, about, write_into, claims, mode, exposed in _WRITES:
        yield encoder(
            f"encoder-rooms/{name}",
            about,
            "Encoder",
            _writing_into(write_into),
            exposed,
            touches=lines_of(Op.ENCODE_ROOM, _writes_into),
            op=Op.ENCODE_ROOM,
            mode=mode,
            claims=claims,
        )
