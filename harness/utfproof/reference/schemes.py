"""The entry point: the reading of octets, and the writing of a value, in each scheme."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from utfproof.model.encoding import (
    ByteOrder,
    Scheme,
    facts,
    is_surrogate,
    signature_octets,
)
from utfproof.model.profile import Units
from utfproof.model.reading import Reading, Signature
from utfproof.reference import (
    arithmetic,
    marked,
    ranges,
    ucs,
    utf16,
    utf32,
    variants,
)
from utfproof.reference.automaton import Automaton


def read(scheme: Scheme, octets: bytes, *, unmarked: ByteOrder = "big") -> Reading:
    """Read octets by the rules of a scheme, an initial U+FEFF as a signature.

    UTF-16 and UTF-32 are read in the order that the signature shows, or else `unmarked`.
    Source: RFC 3629 section 6, RFC 2781 section 4.3, ISO/IEC 10646 clauses 10.2 to 10.8.
    """
    # The order comes before the text: a signature is U+FEFF in just that order.
    order = order_of(scheme, octets, unmarked=unmarked)
    signature = signature_octets(scheme, order)
    if not octets.startswith(signature):
        return read_text(scheme, octets, order)
    text = read_text(scheme, octets[len(signature) :], order)
    return Reading((Signature(signature), *text.parts))


def read_text(scheme: Scheme, octets: bytes, order: ByteOrder = "big") -> Reading:
    """Read octets in which no signature is looked for: U+FEFF is a value like others.

    `order` is for UTF-16 and UTF-32; the labelled orders have their own.
    """
    order = facts(scheme).order or order
    match scheme:
        case Scheme.UTF_8:
            return arithmetic.read(octets)
        case Scheme.UTF_16 | Scheme.UTF_16BE | Scheme.UTF_16LE:
            return utf16.read(octets, order)
        case Scheme.UTF_32 | Scheme.UTF_32BE | Scheme.UTF_32LE:
            return utf32.read(octets, order)
        case Scheme.UCS_2 | Scheme.UCS_4:
            return ucs.read(scheme, octets)
        case _:
            return variants.read(scheme, octets)


def order_of(scheme: Scheme, octets: bytes, *, unmarked: ByteOrder = "big") -> ByteOrder:
    """Return the byte order in which octets are read; "big" where a scheme has none."""
    known = facts(scheme)
    if known.order or known.unit == 1:
        return known.order or "big"
    for signature, order in marked.signatures(scheme).items():
        if octets.startswith(signature):
            return order
    return unmarked


def ordered(scheme: Scheme, order: ByteOrder) -> Scheme:
    """Return the scheme of one byte order in which UTF-16 and UTF-32 are read after a signature."""
    if scheme in (Scheme.UTF_16, Scheme.UTF_32):
        return Scheme(f"{scheme}{'BE' if order == 'big' else 'LE'}")
    return scheme


def encode_value(scheme: Scheme, value: int) -> bytes | None:
    """Write one value without a signature, UTF-16 and UTF-32 big-endian; None if it cannot be."""
    known = facts(scheme)
    if not 0 <= value <= known.highest or (is_surrogate(value) and not known.surrogates):
        return None
    match scheme:
        case Scheme.UTF_8:
            return arithmetic.encode(value)
        case Scheme.UTF_16 | Scheme.UTF_16BE | Scheme.UTF_16LE:
            return utf16.encode(value, known.order or "big")
        case Scheme.UTF_32 | Scheme.UTF_32BE | Scheme.UTF_32LE:
            return utf32.encode(value, known.order or "big")
        case Scheme.UCS_2 | Scheme.UCS_4:
            return ucs.encode(scheme, value)
        case _:
            return variants.encode(scheme, value)


@dataclass(frozen=True, slots=True)
class Written:
    """The octets of a value; `index` is where it begins among the values given."""

    index: int
    value: int
    octets: bytes


@dataclass(frozen=True, slots=True)
class Unencodable:
    """A value that the scheme cannot express: `[U+D83D]` in notation."""

    index: int
    value: int


Piece = Written | Unencodable


def encode(
    scheme: Scheme, values: Sequence[int], units: Units = Units.CODE_POINTS
) -> tuple[Piece, ...]:
    """Write values piece by piece, without a signature.

    A high surrogate before a low one is one character if the values are UTF-16 units (RFC 3629
    section 3), and always in WTF-8, which has no other form for the two.
    """
    joins = units == Units.UTF_16 or scheme is Scheme.WTF_8
    pieces: list[Piece] = []
    for index, value in _characters(values, joins=joins):
        octets = encode_value(scheme, value)
        piece = Unencodable(index, value) if octets is None else Written(index, value, octets)
        pieces.append(piece)
    return tuple(pieces)


@cache
def automaton(scheme: Scheme, *, unmarked: ByteOrder = "big") -> Automaton:
    """Return the minimal automaton of the strings that are well-formed in a scheme."""
    match scheme:
        case Scheme.UTF_8:
            return ranges.automaton()
        case Scheme.UTF_16:
            return marked.automaton(scheme, utf16.automaton, unmarked)
        case Scheme.UTF_32:
            return marked.automaton(scheme, utf32.automaton, unmarked)
        case Scheme.UTF_16BE | Scheme.UTF_16LE:
            return utf16.automaton(order_of(scheme, b""))
        case Scheme.UTF_32BE | Scheme.UTF_32LE:
            return utf32.automaton(order_of(scheme, b""))
        case Scheme.UCS_2 | Scheme.UCS_4:
            return ucs.automaton(scheme)
        case _:
            return variants.automaton(scheme)


def _characters(values: Sequence[int], *, joins: bool) -> Iterator[tuple[int, int]]:
    """Yield each character with the index of its first value."""
    index = 0
    while index < len(values):
        pair = values[index : index + 2]
        joined = joins and len(pair) > 1 and utf16.is_pair(*pair)
        yield index, utf16.joined(*pair) if joined else pair[0]
        index += 2 if joined else 1
