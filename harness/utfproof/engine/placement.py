"""Placements of an input: text before and after it, which must not change how it is read."""

from __future__ import annotations

from dataclasses import replace

from utfproof.model.case import OtherReading
from utfproof.model.encoding import SIGNATURE, ByteOrder, Encoding, Scheme, facts
from utfproof.model.reading import IllFormed, Part, Reading, Signature, Value

_LETTER = ord("A")
_UNORDERED = frozenset({Scheme.UTF_16.value, Scheme.UTF_32.value})


def order_of(reads: Reading, scheme: Scheme) -> ByteOrder:
    """Give the byte order of an input: that of its scheme, of its signature, else big-endian."""
    own = facts(scheme).order
    if own:
        return own
    first = reads.parts[0] if reads.parts else None
    little = isinstance(first, Signature) and first.octets.startswith(b"\xff\xfe")
    return "little" if little else "big"


def placed(reads: Reading, scheme: Scheme, before: int, after: int) -> Reading | None:
    """Put so many letters before and after an input; None where they would change its units.

    Before means behind the signature where the signature rules the byte order; elsewhere an
    initial U+FEFF is no longer initial, and a value.
    """
    parts = list(reads.parts)
    letter = _letter(reads, scheme)
    head: list[Part] = []
    if parts and isinstance(parts[0], Signature) and before:
        if scheme.value in _UNORDERED:
            head = [parts.pop(0)]
        else:
            parts[0] = Value(SIGNATURE, parts[0].octets)
    if parts and after and isinstance(parts[-1], IllFormed) and parts[-1].truncated:
        if len(reads.octets) % facts(scheme).unit:
            return None
        parts[-1] = replace(parts[-1], truncated=False)
    return Reading((*head, *[letter] * before, *parts, *[letter] * after))


def _letter(reads: Reading, scheme: Scheme) -> Value:
    unit = facts(scheme).unit
    return Value(_LETTER, _LETTER.to_bytes(unit, order_of(reads, scheme)))


def placed_others(
    others: tuple[OtherReading, ...], scheme: Scheme, before: int, after: int
) -> tuple[OtherReading, ...]:
    """Place the other readings that a document allows in the same way."""
    found = ((other, placed(other.reads, scheme, before, after)) for other in others)
    return tuple(OtherReading(reads, other.clauses) for other, reads in found if reads)


NEIGHBOURS: dict[int, tuple[tuple[bytes, bytes], ...]] = {
    1: (
        (b"", b""),
        (b"\xe2\x82", b"\xac"),
        (b"A", b"\x80\xbf\xbf\xbf"),
        (b"\xf0\x9f\x98", b"A"),
        (b"\xff", b"\x00"),
    ),
    2: ((b"", b""), (b"\xd8\x3d", b"\xde\x00"), (b"\x3d\xd8", b"\x00\xde"), (b"\x00A", b"A\x00")),
    4: ((b"", b""), (b"\x00\x00\xd8\x00", b"\x00\x00\xdc\x00"), (b"\xff" * 4, b"\x00" * 4)),
}
"""Octets that may lie before and after a buffer's slice, by the octets of a code unit.

They would complete or cut a sequence if a decoder read beyond its slice.
"""


def unordered(encoding: Encoding) -> bool:
    """Tell whether a signature rules the byte order of an encoding."""
    return encoding.value in _UNORDERED
