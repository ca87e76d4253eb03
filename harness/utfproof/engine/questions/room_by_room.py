"""The output in one room after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from utfproof.model.outcome import Refilled, Values


@dataclass(frozen=True, slots=True)
class RoomByRoom:
    """The output in one room after another, none of which parts a piece or leaves it out.

    `room` is the size of each; `most` are the units that a codec may want for each piece, and for
    the end: an empty room is right only where what comes next may want more. `whole` is false where
    an error follows the pieces. Where it is `filled`, nothing fits behind what a room holds, but in
    the last one.
    """

    pieces: tuple[Values, ...]
    most: tuple[int, ...]
    room: int
    whole: bool
    filled: bool = False


def rooms_are_right(expected: RoomByRoom, found: Refilled) -> bool:
    """Tell whether rooms hold all that is expected, each as far as it has to."""
    at, last = 0, len(found.rooms) - 1
    for index, room in enumerate(found.rooms):
        end = _piece_behind(expected.pieces, at, room)
        if end is None or len(room) > expected.room:
            return False
        goes_on = index < last or found.short
        # A full room may be the end of all output: a codec may tell it with the next one.
        uses = not room or (expected.filled and end < len(expected.pieces))
        if goes_on and uses and len(room) + expected.most[end] <= expected.room:
            return False
        at = end
    return found.short or (expected.whole and at == len(expected.pieces))


def _piece_behind(pieces: Sequence[Values], at: int, room: Values) -> int | None:
    """Return the index of the piece behind those that a room holds; None for other output."""
    start = 0
    while start < len(room):
        if at == len(pieces) or room[start : start + len(pieces[at])] != pieces[at]:
            return None
        start += len(pieces[at])
        at += 1
    return at
