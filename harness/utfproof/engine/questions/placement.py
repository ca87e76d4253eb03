"""Placements of an input: text before and after it, which must not change how it is read."""

from __future__ import annotations

from dataclasses import dataclass, replace

from utfproof.engine.questions.expected_answer import Expectation, Gaps, Refusal, Text
from utfproof.model.case import AllowedReading
from utfproof.model.encoding import SIGNATURE, ByteOrder, Encoding, Scheme, facts
from utfproof.model.outcome import Values
from utfproof.model.reading import IllFormed, Reading, Signature, Value

_LETTER = ord("A")
LETTER_SHOWN = " 41"
"""The letter as a field of an answer."""


LAX = frozenset({(15, 0), (63, 0), (0, 16)})
"""Letters before and after in modes other than strict: where an error lies is known from strict."""
PLACEMENTS = {
    (True, False): ((1, 0), (8, 0), (15, 0), (31, 0), (63, 0)),
    (False, True): ((0, 1), (0, 16)),
    (True, True): ((31, 33),),
}
"""Letters before and after, by the sides where there are any.

They lead to both sides of the ends of 8, 16, 32 and 64 octets, which words and vectors have.
"""


def order_of(reads: Reading, scheme: Scheme) -> ByteOrder:
    """Return the byte order of an input: that of its scheme, of its signature, else big-endian."""
    own = facts(scheme).order
    if own:
        return own
    first = reads.parts[0] if reads.parts else None
    little = isinstance(first, Signature) and first.octets.startswith(b"\xff\xfe")
    return "little" if little else "big"


def framed(reads: Reading, scheme: Scheme, *, before: bool, after: bool) -> Reading | None:
    """Put one letter before an input, or after it, or both; None where it would be cut.

    Behind a letter an initial U+FEFF is no longer initial, and a value, unless it rules the byte
    order: then the letter stands behind it.
    """
    parts = list(reads.parts)
    own = Value(_LETTER, letter(reads, scheme))
    if before:
        rules = bool(head_of(reads, scheme))
        if parts and isinstance(parts[0], Signature) and not rules:
            parts[0] = Value(SIGNATURE, parts[0].octets)
        parts.insert(int(rules), own)
    if after:
        if len(reads.octets) % facts(scheme).unit:
            return None
        if parts and isinstance(parts[-1], IllFormed):
            # Now the letter cuts the sequence off, not the end of the input.
            parts[-1] = replace(parts[-1], truncated=False)
        parts.append(own)
    return Reading(tuple(parts))


def head_of(reads: Reading, scheme: Scheme) -> int:
    """Count the octets that stay in front of letters: those of a signature that rules the order."""
    signed = bool(reads.parts) and isinstance(reads.parts[0], Signature)
    return len(reads.parts[0].octets) if signed and unordered(scheme) else 0


def letter(reads: Reading, scheme: Scheme) -> bytes:
    """Return the octets of the letter that is put around an input, in its byte order."""
    return _LETTER.to_bytes(facts(scheme).unit, order_of(reads, scheme))


def framed_others(
    others: tuple[AllowedReading, ...], scheme: Scheme, *, before: bool, after: bool
) -> tuple[AllowedReading, ...]:
    """Prepare the other readings that a document allows in the same way."""
    found = ((other, framed(other.reads, scheme, before=before, after=after)) for other in others)
    return tuple(AllowedReading(reads, other.clauses) for other, reads in found if reads)


@dataclass(frozen=True, slots=True)
class Move:
    """More letters around an input; so many values, and a unit of octets, to put them behind."""

    head: int
    unit: int
    before: int
    after: int

    def values(self, values: Values) -> Values:
        """Put the letters around the output of the whole input."""
        return (*self.start(values), *(_LETTER,) * self.after)

    def start(self, values: Values) -> Values:
        """Put the letters in front of the output."""
        return (*values[: self.head], *(_LETTER,) * self.before, *values[self.head :])


def moved(expectation: Expectation, move: Move) -> Expectation:
    """Move the expected answer for an input to its place between letters."""
    match expectation:
        case Text(values):
            return Text(move.values(values))
        case Gaps(items):
            head, rest = items[: move.head], items[move.head :]
            letters = (_LETTER,)
            return Gaps((*head, *letters * move.before, *rest, *letters * move.after))
        case Refusal(int() as offset, _, before):
            start = None if before is None else move.start(before)
            return replace(expectation, offset=offset + move.before * move.unit, before=start)
        case _:
            return expectation


NEIGHBOURS: dict[int, tuple[tuple[bytes, bytes], ...]] = {
    1: (
        (b"\xe2\x82", b"\xac"),
        (b"A", b"\x80\xbf\xbf\xbf"),
        (b"\xf0\x9f\x98", b"A"),
    ),
    2: ((b"\xd8\x3d", b"\xde\x00"), (b"\x3d\xd8", b"\x00\xde")),
    4: ((b"\x00\x00\xd8\x00", b"\x00\x00\xdc\x00"), (b"\xff" * 4, b"\x00" * 4)),
}
"""Octets that may lie before and after a buffer's slice, by the octets of a code unit.

They would complete or cut a sequence if a decoder read beyond its slice.
"""


_UNORDERED = frozenset({"UTF-16", "UTF-32"})


def unordered(encoding: Encoding | Scheme) -> bool:
    """Tell whether a signature rules the byte order of an encoding."""
    return encoding in _UNORDERED
