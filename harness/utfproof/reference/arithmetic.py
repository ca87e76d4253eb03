"""UTF-8 by the arithmetic of RFC 3629 section 3: leading ones, data bits, shortest form.

One rule refuses everything that must be refused: octets are kept only as long as some way to go
on gives a number that the sequence length is meant for. Overlong forms, surrogates and numbers
above 10FFFF fail it at the first octet that makes them inevitable.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache, lru_cache
from typing import NamedTuple

from utfproof.model.encoding import is_scalar
from utfproof.model.reading import IllFormed, Part, Reading, Value
from utfproof.reference import automaton as automata
from utfproof.reference.automaton import OCTETS, Automaton

LAST = 0x10FFFF
FIRST_SURROGATE, LAST_SURROGATE = 0xD800, 0xDFFF

# The first column of the table in section 3: where the rows of 1, 2, 3 and 4 octets begin.
ROW_STARTS = (0x0000, 0x0080, 0x0800, 0x10000)


class _Pending(NamedTuple):
    """A sequence so far: octets announced by the lead, octets still to come, bits collected."""

    length: int
    left: int
    bits: int


_ENDED = _Pending(0, 0, 0)


def read(octets: bytes) -> Reading:
    """Read octets as UTF-8 by RFC 3629 section 3."""
    parts: list[Part] = []
    offset = 0
    while offset < len(octets):
        # Four octets hold any character: those behind decide nothing about this one.
        part = _part(octets[offset : offset + len(ROW_STARTS)])
        parts.append(part)
        offset += len(part.octets)
    return Reading(tuple(parts))


def encode(value: int) -> bytes:
    """Write a character number as 1 to 4 octets (RFC 3629 section 3, encoding steps 1 to 3).

    Raises:
        ValueError: for D800..DFFF and above 10FFFF, which section 3 prohibits.

    """
    if not is_scalar(value):
        message = f"U+{value:04X} cannot be encoded: it is no character number"
        raise ValueError(message)
    length = bisect_right(ROW_STARTS, value)
    if length == 1:
        return bytes((value,))
    tails = []
    for _ in range(length - 1):
        tails.append(0x80 | value & 0x3F)
        value >>= 6
    lead = 0xFF00 >> length & 0xFF  # as many ones as octets, then a zero
    return bytes((lead | value, *reversed(tails)))


def form(value: int, length: int) -> bytes:
    """Write a number in the form of 1 to 7 octets, although another length may be its own.

    It is the table of section 3 without its first column, continued as in RFC 2279: faults and
    overlong forms are spelled by it.
    """
    if length == 1:
        # Faults spell values in forms that have no room for them: the bits above are cut off.
        return bytes((value & 0xFF,))
    tails = [0x80 | value >> 6 * place & 0x3F for place in range(length - 1)]
    lead = (0xFF00 >> length & 0xFF) | value >> 6 * (length - 1)
    return bytes((lead & 0xFF, *reversed(tails)))


@cache
def automaton() -> Automaton:
    """Return the automaton that asking this decoder octet by octet yields, minimised."""

    def step(pending: _Pending, octet: int) -> _Pending | None:
        following = _BEGUN[octet] if pending == _ENDED else _continued(pending, octet)
        # A finished character leaves nothing behind: it is the state before the first.
        return _ENDED if following is not None and following.left == 0 else following

    return automata.minimised(automata.explored(_ENDED, step, lambda state: state == _ENDED))


@lru_cache(1 << 16)
def _part(octets: bytes) -> Part:
    """Read the character or the maximal subpart at the start of four octets (Unicode 3.9, D93b).

    Fewer than four end the input. Results are cached.
    """
    pending = _BEGUN[octets[0]]
    if pending is None:
        return IllFormed(octets[:1])
    end = 1
    while pending.left:
        if end == len(octets):
            return IllFormed(octets, truncated=True)
        following = _continued(pending, octets[end])
        if following is None:
            return IllFormed(octets[:end])
        pending, end = following, end + 1
    return Value(pending.bits, octets[:end])


def _begun(lead: int) -> _Pending | None:
    """Take the first octet: as many ones as octets, a zero, bits (decoding steps 1 and 2)."""
    # Inverted, the ones at the top are zeros, which bit_length does not count.
    ones = 8 - (lead ^ 0xFF).bit_length()
    if ones == 1 or ones > len(ROW_STARTS):
        return None  # the pattern of a tail, or of more than four octets
    length = ones or 1
    return _hopeful(_Pending(length, length - 1, lead & 0x7F >> ones))


def _continued(pending: _Pending, octet: int) -> _Pending | None:
    """Take one octet more: 10, then six bits (decoding step 3)."""
    if octet & 0xC0 != 0x80:
        return None
    return _hopeful(_Pending(pending.length, pending.left - 1, pending.bits << 6 | octet & 0x3F))


def _hopeful(pending: _Pending) -> _Pending | None:
    """Return the sequence back if some ending makes it a number of its row, else None.

    Not so: overlong forms (rows are mutually exclusive, encoding step 1), D800..DFFF, above 10FFFF.
    """
    lowest = pending.bits << 6 * pending.left
    # What is still to come adds six bits an octet: all zeros at least, all ones at most. E0 80 can
    # so become 0..3F alone, and is refused at its second octet (Unicode, Table 3-7: E0 A0..BF).
    highest = lowest | (1 << 6 * pending.left) - 1
    if highest < ROW_STARTS[pending.length - 1] or lowest > LAST:
        return None
    return None if FIRST_SURROGATE <= lowest <= highest <= LAST_SURROGATE else pending


_BEGUN = tuple(_begun(lead) for lead in OCTETS)
