"""How a specimen goes on in another room when one is full."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from utfproof.model.fields import render, spaced
from utfproof.model.operation import Mode
from utfproof.model.outcome import Values
from utfproof.simulation.decoder import Rooms, SimulatedDecoder, error_words, first_error
from utfproof.simulation.encoder import SimulatedEncoder, Unwritable


def filled(pieces: Iterable[Values], room: int) -> Rooms:
    """Fill one room after another with pieces that no room parts; one too large stands alone."""
    rooms: list[Values] = [()]
    for piece in pieces:
        if rooms[-1] and len(rooms[-1]) + len(piece) > room:
            rooms.append(())
        rooms[-1] += piece
    return tuple(rooms)


def decode_refill(decoder: SimulatedDecoder, room: int, octets: bytes, mode: Mode) -> str:
    """Answer decode-refill; the unit of output is the code point."""
    pieces = decoder.pieces(octets, mode)
    bad = first_error(pieces) if mode is Mode.STRICT else None
    report = None if bad is None else decoder.report(pieces, bad)
    shown = pieces if report is None else report.before
    # A value is a piece of its own: the replacements of one error may be parted.
    rooms = filled(((value,) for value in decoder.values(shown, mode)), room)
    changed = decoder.refills(rooms, shown, room) if decoder.refills else rooms
    if isinstance(changed, str):
        return changed
    text = " |".join(map(spaced, changed))
    return f"ok{text}" if report is None else f"{error_words(report)}{text}"


def encode_refill(encoder: SimulatedEncoder, room: int, values: Values, mode: Mode) -> str:
    """Answer encode-refill; the unit of output is the octet."""
    try:
        characters = [encoder.piece(one, mode) for one in encoder.characters(values)]
    except Unwritable as error:
        return encoder.refusal(values, error)
    pieces = [encoder.signature(values), *characters]
    fitting = list(takewhile(lambda piece: len(piece) <= room, pieces))
    rooms = filled(map(tuple, fitting), room)
    changed = encoder.refills(encoder, rooms, values, room) if encoder.refills else rooms
    if isinstance(changed, str):
        return changed
    short = len(fitting) < len(pieces)
    # Where even an empty room is too small, that one is told too.
    if short and changed[-1]:
        changed = (*changed, ())
    return f"{'short' if short else 'ok'} {shown_rooms(changed)}"


def shown_rooms(rooms: Rooms) -> str:
    """Render rooms of octets as fields of an answer."""
    return " | ".join(render(bytes(room)) for room in rooms)
