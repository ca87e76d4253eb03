"""The frames of a core: the places that it takes among other characters, and the cores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

from utfproof.model.encoding import Scheme, facts
from utfproof.oracle.samples import pieces
from utfproof.reference import schemes


class InputFrame(NamedTuple):  # hashed by the hundred wherever the answers to frames are looked up
    """So many times a filling before the core, and so many letters behind it.

    `first` letters stand before the filling; where `behind` is not empty, that character stands
    behind the core instead of the letter.
    """

    filling: bytes
    before: int
    after: int
    first: int = 0
    behind: bytes = b""


Frames = tuple[InputFrame, ...]


def fillings(scheme: Scheme) -> tuple[bytes, ...]:
    """Return a character of each length of the scheme, the letter first.

    Where a signature rules the order there is the letter alone.
    """
    characters = pieces(scheme).characters[:4]
    if scheme in (Scheme.UTF_16, Scheme.UTF_32):
        return characters[:1]
    shortest_first = sorted(characters, key=len)
    # Reversed, so that of several characters of one length the first listed stays; then turned
    # back.
    return tuple({len(octets): octets for octets in reversed(shortest_first)}.values())[::-1]


AFTER = (0, 1, 16, 64, 128)
"""Letters behind a core."""
# Two vectors of 64 octets, and a little into a third.
PLACES = 131
# Common sizes of buffers.
_FAR = (4095, 4096, 8191)
_SURROUNDINGS = (0x00, 0xE9, 0x20AC, 0xFFFD, 0x10FFFF)
"""NUL, one of two octets in UTF-8, one of three, the replacement character, a noncharacter."""
EDGE_AFTER = 41
FEW_AFTER = 4
LONG = tuple(power + near for power in map((1).__lshift__, range(8, 17)) for near in (-1, 0, 1))
"""Octets before a core in long inputs: around the powers of two from 256 to 65,536."""


TURNS = 30
"""What stands around one core is not what stands around the next, and round again after so many."""


@cache
def placements(scheme: Scheme, turn: int, *, strict: bool) -> Frames:
    """Return every place from 0 to 130 octets behind letters, and some behind longer characters.

    How many letters follow, and which of the places behind longer characters are taken, goes round
    by turns; far places are strict only.
    """
    unit = facts(scheme).unit
    if scheme in (Scheme.UTF_16, Scheme.UTF_32):
        return _letters(scheme, range(0, PLACES, unit * 4), (0, 1))
    letter = pieces(scheme).letter
    near = tuple(
        InputFrame(letter, place, AFTER[(place + turn) % len(AFTER)])
        for place in range(-(-PLACES // unit))
    )
    longer = tuple(
        InputFrame(filling, count, (0, 16)[(count + turn) // 3 % 2])
        for number, filling in enumerate(fillings(scheme)[1:])
        for count in range(1, -(-PLACES // len(filling)))
        if (count + turn + number) % 3 == 0
    )
    far = _letters(scheme, (octets // unit * unit for octets in _FAR), (0,))
    return (*near, *longer, *(far if strict else ()))


def _letters(scheme: Scheme, octets: Iterable[int], after: Iterable[int]) -> Frames:
    letter = pieces(scheme).letter
    behind = tuple(after)
    return tuple(
        InputFrame(letter, count // len(letter), more) for count in octets for more in behind
    )


@cache
def edges(scheme: Scheme) -> Frames:
    """Return every place from 0 to 130 octets with every number of letters behind, up to forty.

    Behind these stand the places in a block among other characters than letters.
    """
    if scheme in (Scheme.UTF_16, Scheme.UTF_32):
        return _letters(scheme, range(0, PLACES, facts(scheme).unit), range(FEW_AFTER))
    among_letters = _letters(scheme, range(0, PLACES, facts(scheme).unit), range(EDGE_AFTER))
    return (*among_letters, *_among_others(scheme))


def surroundings(scheme: Scheme) -> tuple[bytes, ...]:
    """Return the characters other than letters among which `edges` has its cores."""
    encoded = (schemes.encode_value(scheme, value) for value in _SURROUNDINGS)
    return tuple(octets for octets in encoded if octets is not None)


def block(scheme: Scheme) -> int:
    """Return how many octets the largest block has: a register, two of them for wide units."""
    return 64 if facts(scheme).unit == 1 else 128


def _among_others(scheme: Scheme) -> Iterator[InputFrame]:
    """Yield every place in a block that is full of one character, as are those beside it."""
    letter, size = pieces(scheme).letter, block(scheme)
    for character, place in product(
        surroundings(scheme), range(size, 2 * size, facts(scheme).unit)
    ):
        before, rest = divmod(place, len(character))
        after = -(-size // len(character))
        yield InputFrame(character, before, after, rest // len(letter), character)


@cache
def lengths(scheme: Scheme, turn: int) -> Frames:
    """Return long fillings of letters and of one longer character, with a letter behind or nothing.

    Which character it is, and behind which lengths the letter stands, goes round by turns.
    """
    letter, *longer = fillings(scheme)
    return tuple(
        InputFrame(filling, octets // len(filling), (number + turn) % 2)
        for filling in (letter, *([longer[turn % len(longer)]] if longer else []))
        for number, octets in enumerate(LONG)
    )


def cores(scheme: Scheme) -> tuple[bytes, ...]:
    """List the cores: characters of every length, errors, truncated sequences, nothing."""
    found = pieces(scheme)
    return (b"", *found.characters[:4], *found.bad, *found.cut, *found.rests)
