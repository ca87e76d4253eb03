"""Mutants: faults of decoders that go on in another room when one is full."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain, pairwise

from utfproof.model.encoding import REPLACEMENT, SIGNATURE, Encoding
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.outcome import Values
from utfproof.model.reading import IllFormed
from utfproof.mutants.line_conditions import lines_of, texts_of
from utfproof.mutants.mutant import PLAIN, UNICODE, Change, Mutant, decoding, with_reader
from utfproof.simulation.decoder import Pieces, Rooms

Refill = Callable[[Rooms, Pieces, int], Rooms | str]


def _first_is_lost(rooms: Rooms, pieces: Pieces, room: int) -> Rooms:
    """Lose the first value of each room but the first one."""
    del pieces, room
    return (rooms[0], *(one[1:] for one in rooms[1:]))


def _last_is_repeated(rooms: Rooms, pieces: Pieces, room: int) -> Rooms:
    """Begin each room with the last value of the room before, as if it had not been taken."""
    del pieces, room
    found = [rooms[0], *((before[-1], *one) for before, one in pairwise(rooms))]
    return tuple(found)


def _cut_end_is_lost(rooms: Rooms, pieces: Pieces, room: int) -> Rooms:
    """Forget the octets that want more where the room for their replacement is another one."""
    del room
    ends = bool(pieces) and isinstance(pieces[-1], IllFormed) and pieces[-1].truncated
    lost = ends and rooms[1:] and rooms[-1] == (REPLACEMENT,)
    return rooms[:-1] if lost else rooms


def _replacement_comes_twice(rooms: Rooms, pieces: Pieces, room: int) -> Rooms:
    """Write a replacement that was the last of a room into the next one too."""
    del pieces, room
    found = [rooms[0]]
    for before, one in pairwise(rooms):
        found.append((REPLACEMENT, *one) if before[-1:] == (REPLACEMENT,) else one)
    return tuple(found)


def _pair_is_parted(rooms: Rooms, pieces: Pieces, room: int) -> Rooms:
    """Write the high half of a pair where one unit is left, and the low one into the next room."""
    del pieces
    found: list[Values] = [()]
    for value in chain.from_iterable(rooms):
        above = value - 0x10000
        units = (value,) if above < 0 else (0xD800 + (above >> 10), 0xDC00 + (above & 0x3FF))
        for unit in units:
            if len(found[-1]) == room:
                found.append(())
            found[-1] += (unit,)
    return tuple(map(_joined, found))


def _joined(units: Values) -> Values:
    octets = b"".join(unit.to_bytes(2, "big") for unit in units)
    return tuple(map(ord, octets.decode("utf-16-be", "surrogatepass")))


def _begins_anew(rooms: Rooms, pieces: Pieces, room: int) -> Rooms:
    """Forget that the text has begun: a U+FEFF that is first in a room is taken for a signature."""
    del pieces, room
    return (rooms[0], *(one[1:] if one[:1] == (SIGNATURE,) else one for one in rooms[1:]))


def _stands_still(rooms: Rooms, pieces: Pieces, room: int) -> Rooms | str:
    """Call the second room too small, however large it is."""
    del pieces, room
    return f"short {' '.join(f'{one:x}' for one in rooms[0])} |" if rooms[1:] else rooms


def _flushed(rooms: Rooms, pieces: Pieces, room: int) -> Rooms:
    """Flush with a full room: the octets that were begun are replaced, and read no more."""
    del pieces, room
    return (rooms[0], *((REPLACEMENT, *one[1:]) for one in rooms[1:]))


def _ends_early(rooms: Rooms, pieces: Pieces, room: int) -> Rooms:
    """Take the second room for the last."""
    del pieces, room
    return rooms[:2]


def _writes_beyond(rooms: Rooms, pieces: Pieces, room: int) -> Rooms | str:
    """Write the value that did not fit behind each room, and go on behind it."""
    del pieces
    if not rooms[1:]:
        return rooms
    values = tuple(chain.from_iterable(rooms))
    size = room + 1
    return tuple(values[at : at + size] for at in range(0, len(values), size))


def _ends_with_an_empty_one(rooms: Rooms, pieces: Pieces, room: int) -> Rooms:
    """Fill nothing in a room between two others."""
    del pieces, room
    return (rooms[0], (), *rooms[1:]) if rooms[1:] else rooms


_READS: tuple[tuple[str, str, Refill, Mode, str], ...] = (
    (
        "what-did-not-fit-is-lost",
        "The character that did not fit is missing in the next room.",
        _first_is_lost,
        Mode.STRICT,
        "1 4142",
    ),
    (
        "the-last-character-comes-again",
        "The last character of a full room comes again in the next one.",
        _last_is_repeated,
        Mode.STRICT,
        "4 4142434445",
    ),
    (
        "a-cut-end-is-lost",
        "A sequence that the end cuts off is lost where its replacement needs another room.",
        _cut_end_is_lost,
        Mode.REPLACE,
        "1 41e282",
    ),
    (
        "a-replacement-comes-twice",
        "A replacement that fills a room comes again in the next one.",
        _replacement_comes_twice,
        Mode.REPLACE,
        "2 41ff42",
    ),
    (
        "a-pair-is-parted",
        "The halves of a pair are written into two rooms.",
        _pair_is_parted,
        Mode.STRICT,
        "2 41f09f9880",
    ),
    (
        "a-room-begins-the-text-anew",
        "A U+FEFF that is first in a room is taken for a signature.",
        _begins_anew,
        Mode.STRICT,
        "1 41efbbbf",
    ),
    (
        "the-second-room-is-too-small",
        "Behind a full room nothing is written any more.",
        _stands_still,
        Mode.STRICT,
        "4 4142434445",
    ),
    (
        "a-full-room-is-flushed",
        "The decoder is flushed with each full room: the character that did not fit is replaced.",
        _flushed,
        Mode.STRICT,
        "1 41e282ac",
    ),
    (
        "the-second-room-is-the-last",
        "What needs a third room is lost.",
        _ends_early,
        Mode.STRICT,
        "1 414243",
    ),
    (
        "one-more-than-fits-is-written",
        "Each room is given one value more than it holds.",
        _writes_beyond,
        Mode.STRICT,
        "1 4142",
    ),
    (
        "a-room-stays-empty",
        "Behind a full room one stays empty before the text goes on.",
        _ends_with_an_empty_one,
        Mode.STRICT,
        "4 4142434445",
    ),
)


def _reads_on(line: str) -> bool:
    """Tell whether there may be a second room."""
    [octets] = texts_of(Op.DECODE_REFILL, line)
    return len(octets) >= int(line.partition(" ")[0])


def _reading_on(refills: Refill) -> Change:
    return with_reader(lambda reader: replace(reader, refills=refills))


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for name, about, refill, mode, exposed in _READS:
        yield Mutant(
            id=f"utf-8/refills/{name}",
            about=about,
            flag="Truncated",
            claims=UNICODE,
            offers=decoding(Encoding.UTF_8, *PLAIN, Op.DECODE_REFILL),
            fault=_reading_on(refill),
            touches=lines_of(Op.DECODE_REFILL, _reads_on),
            exposed_by=(Offer(Op.DECODE_REFILL, Encoding.UTF_8, mode), exposed),
        )
