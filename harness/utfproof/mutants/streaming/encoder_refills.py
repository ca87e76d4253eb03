"""Mutants: faults of encoders that go on in another room when one is full."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain, pairwise

from utfproof.model.encoding import Encoding
from utfproof.model.operation import Mode, Op
from utfproof.model.outcome import Values
from utfproof.model.profile import Claims
from utfproof.mutants.encoder.encoders import (
    FILLS_THE_ROOM,
    FROM_UTF_16,
    WRITES_UTF_8,
    WRITES_UTF_16,
    encoder,
)
from utfproof.mutants.line_conditions import calls_of, lines_of
from utfproof.mutants.mutant import Change, Mutant, with_writer
from utfproof.simulation.decoder import Rooms
from utfproof.simulation.encoder import SimulatedEncoder
from utfproof.simulation.refills import filled, shown_rooms

Rewrite = Callable[[SimulatedEncoder, Rooms, Values, int], Rooms | str]

_MOST_OCTETS = 4


def _octets_are_parted(writer: SimulatedEncoder, rooms: Rooms, values: Values, room: int) -> Rooms:
    """Fill each room to the last octet, whatever character that ends in."""
    del writer, values
    octets = tuple(chain.from_iterable(rooms))
    return tuple(octets[at : at + room] for at in range(0, len(octets), room)) or rooms


def _first_character(octets: Values) -> int:
    """Return how many octets the first character of a room has."""
    return next((at for at in range(1, len(octets)) if octets[at] & 0xC0 != 0x80), len(octets))


def _character_is_lost(writer: SimulatedEncoder, rooms: Rooms, values: Values, room: int) -> Rooms:
    del writer, values, room
    return (rooms[0], *(one[_first_character(one) :] for one in rooms[1:]))


def _character_comes_again(
    writer: SimulatedEncoder, rooms: Rooms, values: Values, room: int
) -> Rooms:
    """Begin each room with the last character of the one before."""
    del writer, values, room
    return (
        rooms[0],
        *((*_last_character(before), *one) for before, one in pairwise(rooms)),
    )


def _last_character(octets: Values) -> Values:
    at = max((at for at, octet in enumerate(octets) if octet & 0xC0 != 0x80), default=0)
    return octets[at:]


def _nothing_more(writer: SimulatedEncoder, rooms: Rooms, values: Values, room: int) -> Rooms | str:
    """Call the second room too small, however large it is."""
    del writer, values, room
    return f"short {shown_rooms((rooms[0], ()))}" if rooms[1:] else rooms


def _signature_in_each(writer: SimulatedEncoder, rooms: Rooms, values: Values, room: int) -> Rooms:
    """Forget that the signature is written: it stands in each room that it fits."""
    head = tuple(writer.signature(values))
    fits = ((*head, *one) if len(head) + len(one) <= room else one for one in rooms[1:])
    return (rooms[0], *fits)


def _one_is_left(writer: SimulatedEncoder, rooms: Rooms, values: Values, room: int) -> Rooms:
    """Leave an octet of each room unused."""
    del writer, values
    left = tuple(chain.from_iterable(rooms))
    characters: list[Values] = []
    while left:
        size = _first_character(left)
        characters.append(left[:size])
        left = left[size:]
    fits = all(len(character) < room for character in characters)
    return filled(characters, room - 1) if fits else rooms


_WRITES: tuple[tuple[str, str, Rewrite, Claims, Encoding, Mode, str], ...] = (
    (
        "a-character-is-parted",
        "The octets of a character are parted between two rooms.",
        _octets_are_parted,
        WRITES_UTF_8,
        Encoding.UTF_8,
        Mode.STRICT,
        "4 41 1f600",
    ),
    (
        "what-did-not-fit-is-lost",
        "The character that did not fit is missing in the next room.",
        _character_is_lost,
        WRITES_UTF_8,
        Encoding.UTF_8,
        Mode.STRICT,
        "3 41 20ac",
    ),
    (
        "the-last-character-comes-again",
        "The last character of a full room comes again in the next one.",
        _character_comes_again,
        FROM_UTF_16,
        Encoding.UTF_8,
        Mode.STRICT,
        "4 20ac 42 43 44",
    ),
    (
        "the-second-room-is-too-small",
        "Behind a full room nothing is written any more.",
        _nothing_more,
        WRITES_UTF_8,
        Encoding.UTF_8,
        Mode.STRICT,
        "4 41 1f600",
    ),
    (
        "each-room-has-a-signature",
        "The signature is written at the beginning of each room.",
        _signature_in_each,
        WRITES_UTF_16,
        Encoding.UTF_16,
        Mode.STRICT,
        "6 41 42 43",
    ),
    (
        "room-is-left-of-one-octet",
        "One octet of each room is never used.",
        _one_is_left,
        FILLS_THE_ROOM,
        Encoding.UTF_8,
        Mode.STRICT,
        "3 41 42 43 44",
    ),
)


def _writes_on(line: str) -> bool:
    [values] = calls_of(Op.ENCODE_REFILL, line)
    return _MOST_OCTETS * (len(values) + 1) >= int(line.partition(" ")[0])


def _writing_on(refills: Rewrite) -> Change:
    return with_writer(lambda writer: replace(writer, refills=refills))


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for name, about, rewrite, claims, encoding, mode, exposed in _WRITES:
        yield encoder(
            f"encoder-refills/{name}",
            about,
            "Encoder",
            _writing_on(rewrite),
            exposed,
            touches=lines_of(Op.ENCODE_REFILL, _writes_on),
            op=Op.ENCODE_REFILL,
            mode=mode,
            encoding=encoding,
            claims=claims,
        )
