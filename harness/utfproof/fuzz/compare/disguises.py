"""Disguises: octets in which a text may be hidden from one decoder and seen by another.

A filter looks for `/` or `../`; another form of these characters, or one that the octets before
it swallow, is found by one decoder and not by the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from utfproof.fuzz.inputs import dictionary
from utfproof.model.encoding import Scheme, facts
from utfproof.oracle.samples import pieces
from utfproof.proof.families.inputs import eaters
from utfproof.reference import schemes, utf16
from utfproof.reference.arithmetic import form

_PLACES = 8
"""Characters of a text that are disguised; those of a longer one are like these."""
_LENGTHS = range(2, 7)
_HIGH_BITS = (0x00, 0x40, 0xC0)
"""What an octet has in the place of the 80 of a tail."""
_CUT_TO = (8, 16)
"""Bits to which values are cut by those who keep them in too small a number."""


def disguises(scheme: Scheme, text: tuple[int, ...]) -> Iterator[bytes]:
    """Yield the text plain, and with each of its characters in turn in every other form.

    Each also stands between letters: some faults need what comes before or after.
    """
    letter = pieces(scheme).letter
    for octets in _disguised(scheme, text):
        yield from (octets, letter + octets + letter)


def _disguised(scheme: Scheme, text: tuple[int, ...]) -> Iterator[bytes]:
    own = [schemes.encode_value(scheme, value) or b"" for value in text]
    yield b"".join(own)
    for at, value in enumerate(text[:_PLACES]):
        before, after = b"".join(own[:at]), b"".join(own[at + 1 :])
        for octets in other_forms(scheme, value):
            yield before + octets + after
        for company in (*_companions(scheme), *dictionary.signatures(scheme)):
            yield before + company + own[at] + after
            yield before + own[at] + company + after
    if facts(scheme).unit == 1:
        yield from (_stretched(text, length) for length in _LENGTHS)


def _stretched(text: Iterable[int], length: int) -> bytes:
    """Write all characters in so many octets each, where that is more than they need."""
    own = [schemes.encode_value(Scheme.RFC_2279, value) or b"" for value in text]
    longer = (form(value, length) for value in text)
    return b"".join(max(one, other, key=len) for one, other in zip(own, longer, strict=True))


@cache
def _companions(scheme: Scheme) -> tuple[bytes, ...]:
    """Return octets that may swallow the character behind them, or spoil the one before."""
    return (*eaters(scheme), *pieces(scheme).cut, *pieces(scheme).rests)


def other_forms(scheme: Scheme, value: int) -> Iterator[bytes]:
    """Yield octets that a careless decoder reads as a value: each lead, longer forms, bits lost."""
    yield from filter(None, (schemes.encode_value(scheme, one) for one in _cut_values(value)))
    yield from _narrow(value) if facts(scheme).unit == 1 else _wide(scheme, value)


def _cut_values(value: int) -> Iterator[int]:
    """Yield values of which only the lower bits are those of a value."""
    for bits in _CUT_TO:
        low = value & (1 << bits) - 1
        yield from (low | high << bits for high in range(0x11) if low | high << bits != value)


def _narrow(value: int) -> Iterator[bytes]:
    """Yield forms of two to six octets, each behind each lead, with tails that are none."""
    for length in _LENGTHS:
        whole = form(value & 0x7FFFFFFF, length)
        for lead in range(0x80, 0x100):
            yield bytes((lead, *whole[1:]))
            yield from (bytes((lead, *whole[1:-1], whole[-1] & 0x3F | bits)) for bits in _HIGH_BITS)
        for bits in _HIGH_BITS:
            yield bytes((whole[0], *(octet & 0x3F | bits for octet in whole[1:])))
    yield from (form(half, 3) for half in _halves(value))
    yield b"".join(form(half, 3) for half in _halves(value))
    # The value cut to one octet, and its low seven bits under a high one that some decoders drop.
    yield bytes((value & 0xFF,))
    yield bytes((value & 0x7F | 0x80,))


def _halves(value: int) -> tuple[int, ...]:
    return utf16.halves(value) if 0xFFFF < value <= 0x10FFFF else ()


def _wide(scheme: Scheme, value: int) -> Iterator[bytes]:
    """Yield units in the other order, and values with bits above them."""
    width, order = facts(scheme).unit, facts(scheme).order or "big"
    own = schemes.encode_value(scheme, value) or b""
    yield b"".join(own[at : at + width][::-1] for at in range(0, len(own), width))
    # A scalar value has 21 bits: some decoders ignore those above.
    if width == 4:
        yield from ((value | 1 << bit).to_bytes(4, order) for bit in range(21, 32))
        yield b"".join(half.to_bytes(4, order) for half in _halves(value))
