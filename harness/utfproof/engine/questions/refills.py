"""Acceptable answers where the output goes on in another room when one is full."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from utfproof.engine.questions.expected_answer import Acceptable, BoundedOutput
from utfproof.engine.questions.room_by_room import RoomByRoom
from utfproof.model.encoding import Scheme
from utfproof.model.outcome import Values
from utfproof.model.profile import Settings

REFILLED_ROOMS = (1, 2, 3, 4, 7)
_FOUR = 4
_LONGEST = {Scheme.CESU_8: 6, Scheme.MUTF_8: 6}
"""Octets of the longest character, where they are not four."""


def decoded(choices: Iterable[Acceptable], room: int) -> list[Acceptable]:
    """Make the answers to one room those to one after another, of a decoder.

    A value takes a unit of a room or more. A room that holds any character, whether the codec
    writes UTF-8, UTF-16 or code points, is enough for the next one; what is done with less is the
    codec's choice.
    """
    return list(_decoded(choices, room))


def _decoded(choices: Iterable[Acceptable], room: int) -> Iterator[Acceptable]:
    for choice in choices:
        found = choice.expectation
        if not isinstance(found, BoundedOutput):
            yield choice
            continue
        # The replacements of one error may be parted, as all values may.
        pieces = tuple((value,) for values, _ in found.steps for value in values)
        most = tuple(max(_FOUR, _octets_in_utf_8(value)) for [value] in pieces)
        # A codec may want room before it looks at ill-formed octets, also where it writes nothing.
        looks = found.total is None or (found.steps and not found.steps[-1][0])
        ended = _FOUR if looks else 0
        whole = found.total is not None
        yield Acceptable(RoomByRoom(pieces, (*most, ended), room, whole), choice.verdict)


def encoded(choices: Iterable[Acceptable], room: int, settings: Settings) -> list[Acceptable]:
    """Make the answers to one room those to one after another, of an encoder.

    A room that holds any character is enough for the next one. With less a codec need not write
    a character that would fit, but where it has to use its room as far as characters fit.
    """
    least = 0 if settings.fills else _LONGEST.get(settings.scheme, _FOUR)
    return list(_encoded(choices, room, least, filled=settings.fills))


def _encoded(
    choices: Iterable[Acceptable], room: int, least: int, *, filled: bool
) -> Iterator[Acceptable]:
    for choice in choices:
        found = choice.expectation
        if not isinstance(found, BoundedOutput):
            yield choice
            continue
        pieces: tuple[Values, ...] = tuple(octets for octets, _ in found.steps if octets)
        most = tuple(max(least, len(octets)) for octets in pieces)
        whole = found.total is not None
        yield Acceptable(RoomByRoom(pieces, (*most, 0), room, whole, filled), choice.verdict)


def _octets_in_utf_8(value: int) -> int:
    """Return the octets of a value in UTF-8 as of 1993, which has values beyond U+10FFFF."""
    return 1 + sum(value > last for last in (0x7F, 0x7FF, 0xFFFF, 0x1FFFFF, 0x3FFFFFF))
