"""Answers that are right for another byte order, or for the signature of another encoding.

They look like many faults at once: nearly every unit comes out as another value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from utfproof.engine.attribution.expected_text import common
from utfproof.engine.attribution.rules import Kind
from utfproof.model.encoding import ByteOrder, Scheme, facts, signature_octets
from utfproof.model.outcome import Accepted, Decoded, Outcome, Refused
from utfproof.model.reading import IllFormed, Part, Reading, Signature, Value
from utfproof.reference import schemes

_MARKS = 64
"""Units in which a signature of the other order is looked for."""


@dataclass(frozen=True, slots=True)
class OtherReading:
    """A wrong way to read a text, and the kind of divergence of a codec that reads it so."""

    kind: Kind
    reads: Reading
    scheme: Scheme


def other_readings(scheme: Scheme, octets: bytes, outcome: Outcome) -> Iterator[OtherReading]:
    """Yield the readings of a text in which its byte order or its signature is mistaken.

    Of all places at which the order can turn round those are tried that the outcome suggests.
    """
    unit = facts(scheme).unit
    if unit == 1:
        # Octets have no order, but a decoder of them may obey a signature of UTF-16.
        yield from _utf_16(scheme, octets)
        return
    order = schemes.order_of(scheme, octets)
    unordered = facts(scheme).order is None
    marked = unordered and octets.startswith(signature_octets(scheme, order))
    # A label or a signature fixes the order; only for the rest the sentence on unmarked text
    # counts.
    own = Kind.UNMARKED if unordered and not marked else Kind.BYTE_ORDER
    right, wrong = _labelled(scheme, order), _labelled(scheme, _other(order))
    start = unit if marked else 0
    swapped = signature_octets(wrong)
    if marked:
        # The signature itself is turned too: it is read as U+FFFE.
        yield OtherReading(own, schemes.read_text(wrong, octets), scheme)
    for at in _turns(right, octets, start, swapped, outcome):
        before = schemes.read_text(right, octets[start:at]).parts
        mark = (Signature(octets[:start]),) if marked else ()
        after = schemes.read_text(wrong, octets[at:]).parts
        yield OtherReading(own, Reading((*mark, *before, *after)), scheme)
        # Some codecs turn round at a U+FEFF of the other order, wherever it stands, and drop it.
        if octets.startswith(swapped, at):
            kind = Kind.SIGNATURE_INSIDE if at > start or marked else own
            lost = (*mark, *before, Signature(swapped), *after[1:])
            yield OtherReading(kind, Reading(lost), scheme)
    # A codec that refuses unmarked text reports an error of no octets before all of it.
    if own is Kind.UNMARKED and octets:
        parts = (IllFormed(b""), *schemes.read_text(right, octets).parts)
        yield OtherReading(own, Reading(parts), scheme)
    if unordered:
        yield from _other_signatures(scheme, octets)


def _turns(right: Scheme, octets: bytes, start: int, swapped: bytes, outcome: Outcome) -> list[int]:
    """List the offsets at which the order may turn round."""
    unit = len(swapped)
    found = {start, start + unit}
    end = min(len(octets), start + _MARKS * unit)
    found |= {at for at in range(start, end, unit) if octets.startswith(swapped, at)}
    if isinstance(outcome, Decoded | Refused):
        values = outcome.values if isinstance(outcome, Decoded) else outcome.delivered
        parts = schemes.read_text(right, octets[start:]).parts
        same = common([part.value for part in parts if isinstance(part, Value)], values)
        differs = start + sum(len(part.octets) for part in parts[:same])
        found |= {differs, differs - unit}
    return sorted(at for at in found if start <= at < len(octets))


def _other_signatures(scheme: Scheme, octets: bytes) -> Iterator[OtherReading]:
    """Yield the reading of a codec that takes a signature for that of UTF-32."""
    # FF FE 00 00 is the signature of UTF-16LE and U+0000, or that of UTF-32LE.
    if scheme is Scheme.UTF_16 and octets.startswith(signature_octets(Scheme.UTF_32LE)):
        found = schemes.read(Scheme.UTF_32LE, octets)
        yield OtherReading(Kind.SIGNATURE, found, scheme)
    # FE FF or FF FE alone is no signature of UTF-32, but a codec may look at two octets only.
    for order in _ORDERS:
        mark = signature_octets(Scheme.UTF_16, order)
        if scheme is Scheme.UTF_32 and octets.startswith(mark):
            text: Sequence[Part] = schemes.read_text(_labelled(scheme, order), octets[2:]).parts
            yield OtherReading(Kind.SIGNATURE, Reading((Signature(mark), *text)), scheme)


def _utf_16(scheme: Scheme, octets: bytes) -> Iterator[OtherReading]:
    """Yield the reading of a codec of octets that obeys the signatures of UTF-16."""
    for order in _ORDERS:
        if octets.startswith(signature_octets(Scheme.UTF_16, order)):
            found = schemes.read(_labelled(Scheme.UTF_16, order), octets)
            yield OtherReading(Kind.FORBIDDEN, found, scheme)


def shows_text(outcome: Outcome, stand_ins: frozenset[int]) -> bool:
    """Tell whether an outcome has values by which an order can be told."""
    match outcome:
        case Decoded(values) | Refused(delivered=values):
            return any(value not in stand_ins for value in values)
        case Accepted():
            return False
        case _:
            return False


_ORDERS: tuple[ByteOrder, ByteOrder] = ("big", "little")


def _other(order: ByteOrder) -> ByteOrder:
    return "little" if order == "big" else "big"


def _labelled(scheme: Scheme, order: ByteOrder) -> Scheme:
    """Return the scheme of the same width in one byte order; UCS-2 and UCS-4 are read alike."""
    width = 8 * facts(scheme).unit
    return Scheme(f"UTF-{width}{'BE' if order == 'big' else 'LE'}")
