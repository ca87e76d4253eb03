"""Mutants: well-formed sequences come out as the wrong value."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from utfproof.model.reading import Value
from utfproof.mutants.decoder_mutants import misreads
from utfproof.mutants.faulty_readings import FaultyReading, bits, local, shows, takes
from utfproof.mutants.mutant import Mutant
from utfproof.reference import utf16

_T = rb"[\x80-\xbf]"
_TWO = rb"[\xc2-\xdf]" + _T
_THREE = rb"(?:\xe0[\xa0-\xbf]|\xed[\x80-\x9f]|[\xe1-\xec\xee\xef]" + _T + rb")" + _T
_FOUR = rb"(?:\xf0[\x90-\xbf]|\xf4[\x80-\x8f]|[\xf1-\xf3]" + _T + rb")" + _T * 2
_PLANE_16 = rb"\xf4[\x80-\x8f]" + _T * 2
_LONG = _TWO + rb"|" + _THREE + rb"|" + _FOUR


def _masked(mask: int) -> Callable[[bytes], int]:
    return lambda octets: bits(octets) & mask


def _signed(octets: bytes) -> int:
    """Join octets as signed numbers, whose highest bit fills all that is above it."""
    value = octets[0] & (0x7F >> len(octets))
    for octet in octets[1:]:
        value = value << 6 | (octet - 0x100)
    return value & 0xFFFFFFFF


def _tails_swapped(octets: bytes) -> int:
    # The lead, and then the tails from the last on.
    return bits(octets[:1] + octets[:0:-1])


def _shifted_by_five(octets: bytes) -> int:
    return (octets[0] & 0x0F) << 11 | (octets[1] & 0x3F) << 5 | octets[2] & 0x3F


def _halves(match: re.Match[bytes]) -> tuple[Value, Value]:
    high, low = utf16.halves(bits(match[0]))
    return Value(high, match[0]), Value(low, b"")


_TABLE: tuple[tuple[str, str, str, FaultyReading, str], ...] = (
    (
        "have-16-bits",
        "OneBit",
        "Values are cut to 16 bits.",
        takes(_FOUR, _masked(0xFFFF)),
        "f0908080",
    ),
    (
        "have-20-bits",
        "OneBit",
        "Values are cut to 20 bits, or two bits of the lead of four are looked at: plane 16 is 0.",
        takes(_PLANE_16, _masked(0xFFFFF)),
        "f4808080",
    ),
    (
        "have-18-bits",
        "OneBit",
        "No bit of the lead of four octets is looked at.",
        takes(_FOUR, _masked(0x3FFFF)),
        "f1808080",
    ),
    (
        "two-octet-leads-have-four-bits",
        "OneBit",
        "Four bits of the lead of two octets are looked at, and not five.",
        takes(_TWO, _masked(0x3FF)),
        "d080",
    ),
    (
        "three-octet-leads-have-three-bits",
        "OneBit",
        "Three bits of the lead of three octets are looked at, and not four.",
        takes(_THREE, _masked(0x7FFF)),
        "e88080",
    ),
    (
        "four-octet-leads-have-five-bits",
        "OneBit",
        "Five bits of the lead of four octets are looked at, and not three: a mark is a bit.",
        takes(_FOUR, lambda octets: bits(octets) | (octets[0] & 0x10) << 18),
        "f0908080",
    ),
    (
        "last-tail-has-five-bits",
        "OneBit",
        "Five bits of the last tail are looked at, and not six.",
        takes(_LONG, _masked(~0x20)),
        "c2a0",
    ),
    (
        "last-tail-has-no-bits",
        "OneBit",
        "The bits of the last of four octets are lost.",
        takes(_FOUR, _masked(~0x3F)),
        "f0908081",
    ),
    (
        "middle-tail-has-five-bits",
        "OneBit",
        "Five bits of the second octet of three are looked at, and not six.",
        takes(_THREE, _masked(~0x800)),
        "e0a080",
    ),
    (
        "tails-are-swapped",
        "OneBit",
        "The tails of three octets are taken in the wrong order.",
        takes(_THREE, _tails_swapped),
        "e282ac",
    ),
    (
        "tails-are-shifted-by-five",
        "OneBit",
        "The octets of three are put together by steps of five bits, then six.",
        takes(_THREE, _shifted_by_five),
        "e282ac",
    ),
    (
        "octets-are-signed",
        "OneBit",
        "Octets are signed numbers, so that a tail fills all bits above its own.",
        takes(_LONG, _signed),
        "c3a9",
    ),
    (
        "10000-is-subtracted",
        "OneBit",
        "Values of four octets come out 10000 too small, as the bits of a pair.",
        takes(_FOUR, lambda octets: bits(octets) - 0x10000),
        "f09f9880",
    ),
    (
        "supplementary-become-u-fffd",
        "Unassigned",
        "A value above FFFF comes out as U+FFFD, even in strict mode.",
        shows(_FOUR, 0xFFFD),
        "f0908080",
    ),
    (
        "supplementary-are-dropped",
        "Unassigned",
        "A value above FFFF leaves no trace.",
        shows(_FOUR),
        "41f09f988042",
    ),
    (
        "octets-are-latin-1",
        "Encoder",
        "Each octet of a character comes out as a character of its own.",
        takes(rb"[\xc2-\xf4](?=[\x80-\xbf])|[\x80-\xbf]", lambda octets: octets[0]),
        "c3a9",
    ),
    (
        "supplementary-are-two-surrogates",
        "SurrogatePair",
        "A value above FFFF comes out as its two surrogates.",
        local(_FOUR, _halves),
        "f0908080",
    ),
)


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for name, flag, about, reading, exposed in _TABLE:
        yield misreads(f"values/{name}", about, flag, reading, exposed)
