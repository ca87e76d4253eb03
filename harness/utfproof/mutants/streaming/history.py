"""Mutants: a reused decoder object keeps state from the previous text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from utfproof.model.encoding import SIGNATURE, Encoding, Scheme
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Claims
from utfproof.model.reading import IllFormed, Signature, Value
from utfproof.mutants.byte_orders import line_in
from utfproof.mutants.faulty_readings import is_error
from utfproof.mutants.line_conditions import pairs
from utfproof.mutants.mutant import DECODERS, PLAIN, WEB, Mutant, decoding, with_reader
from utfproof.mutants.streaming.chunk_conditions import pending
from utfproof.mutants.wide.unmarked import BIG
from utfproof.reference import schemes
from utfproof.simulation.decoder import Lost, Pieces, SimulatedDecoder, first_error, right_parts

Again = Callable[[SimulatedDecoder, bytes, bytes, Mode], Pieces]
Needs = Callable[[Scheme, bytes, bytes], object]
"""What two texts must be like for a fault to show in the second."""


def _pending_is_kept(reader: SimulatedDecoder, past: bytes, octets: bytes, mode: Mode) -> Pieces:
    del mode
    return reader.right(pending(reader, past) + octets)


def _pending_is_reported(
    reader: SimulatedDecoder, past: bytes, octets: bytes, mode: Mode
) -> Pieces:
    del mode
    reported = (IllFormed(b""),) if pending(reader, past) else ()
    return (*reported, *reader.right(octets))


def _error_is_told_again(
    reader: SimulatedDecoder, past: bytes, octets: bytes, mode: Mode
) -> Pieces:
    failed = _strictly_failed(reader, past, mode)
    return (*((IllFormed(b""),) if failed else ()), *reader.right(octets))


def _strictly_failed(reader: SimulatedDecoder, past: bytes, mode: Mode) -> bool:
    return mode is Mode.STRICT and first_error(reader.right(past)) is not None


def _error_loses_a_character(
    reader: SimulatedDecoder, past: bytes, octets: bytes, mode: Mode
) -> Pieces:
    found = reader.right(octets)
    if not found or not _strictly_failed(reader, past, mode):
        return found
    return (Lost(found[0].octets), *found[1:])


def _error_is_told_once(reader: SimulatedDecoder, past: bytes, octets: bytes, mode: Mode) -> Pieces:
    del mode
    found = reader.right(octets)
    if first_error(reader.right(past)) is None:
        return found
    return [Value(part.octets[0], part.octets) if is_error(part) else part for part in found]


def _text_comes_again(reader: SimulatedDecoder, past: bytes, octets: bytes, mode: Mode) -> Pieces:
    """Deliver the text before the first error once more."""
    before = reader.right(past)
    end = first_error(before) if mode is Mode.STRICT else None
    kept = [part for part in before[: end or 0] if isinstance(part, Value)]
    return (*(Value(part.value, b"") for part in kept), *reader.right(octets))


def _offset_goes_on(reader: SimulatedDecoder, past: bytes, octets: bytes, mode: Mode) -> Pieces:
    del mode
    return (Lost(past), *reader.right(octets))


def _bits_leak(reader: SimulatedDecoder, past: bytes, octets: bytes, mode: Mode) -> Pieces:
    """Put the bits of a cut lead in front of those of the first longer character."""
    del mode
    held = pending(reader, past)
    found = list(reader.right(octets))
    first = found[0] if found else None
    if held and isinstance(first, Value) and len(first.octets) > 1:
        found[0] = Value(first.value | (held[0] & 0x0F) << 16, first.octets)
    return found


def _mark_kept(reader: SimulatedDecoder, octets: bytes) -> Pieces:
    return tuple(
        Value(SIGNATURE, part.octets) if isinstance(part, Signature) else part
        for part in reader.right(octets)
    )


def _mark_is_seen_once(reader: SimulatedDecoder, past: bytes, octets: bytes, mode: Mode) -> Pieces:
    del mode
    first = reader.right(past)[:1]
    seen = first and isinstance(first[0], Signature)
    return _mark_kept(reader, octets) if seen else reader.right(octets)


def _mark_is_never_seen_again(
    reader: SimulatedDecoder, past: bytes, octets: bytes, mode: Mode
) -> Pieces:
    del past, mode
    return _mark_kept(reader, octets)


def _order_is_kept(reader: SimulatedDecoder, past: bytes, octets: bytes, mode: Mode) -> Pieces:
    """Read unmarked text in the order of the text before."""
    del mode
    order = schemes.order_of(reader.scheme, past)
    return right_parts(reader.scheme, octets, order)


def _first_cut(scheme: Scheme, first: bytes, second: bytes) -> object:
    del second
    return pending(SimulatedDecoder(scheme), first)


def _first_bad(scheme: Scheme, first: bytes, second: bytes) -> object:
    del second
    return first_error(right_parts(scheme, first)) is not None


def _second_bad(scheme: Scheme, first: bytes, second: bytes) -> object:
    return first and first_error(right_parts(scheme, second)) is not None


def _second_signed(scheme: Scheme, first: bytes, second: bytes) -> object:
    del first
    found = right_parts(scheme, second)
    return found and isinstance(found[0], Signature)


def _first_little(scheme: Scheme, first: bytes, second: bytes) -> object:
    return second and schemes.order_of(scheme, first) == "little"


_TABLE: tuple[tuple[str, str, Again, Needs, str], ...] = (
    (
        "pending-octets-are-kept",
        "What the first text is cut in is put before the second.",
        _pending_is_kept,
        _first_cut,
        "{cut} {last}",
    ),
    (
        "pending-octets-are-told-again",
        "The cut end of the first text is an error of the second.",
        _pending_is_reported,
        _first_cut,
        "{cut} {letter}",
    ),
    (
        "an-error-is-told-again",
        "The second text is refused when the first one was.",
        _error_is_told_again,
        _first_bad,
        "{bad} {letter}",
    ),
    (
        "an-error-loses-a-character",
        "The first character of the second text is lost when the first text was refused.",
        _error_loses_a_character,
        _first_bad,
        "{bad} {letter}",
    ),
    (
        "an-error-is-told-once",
        "Bad octets pass in the second text when the first one had some.",
        _error_is_told_once,
        _first_bad,
        "{bad} {bad}",
    ),
    (
        "text-comes-again",
        "What stood before the error of the first text comes out again with the second.",
        _text_comes_again,
        _first_bad,
        "{letter}{bad} {letter}",
    ),
    (
        "offset-goes-on",
        "The offset of an error counts the octets of the first text too.",
        _offset_goes_on,
        _second_bad,
        "{letter} {bad}",
    ),
    (
        "bits-leak",
        "The bits of a cut end leak into the first character of the second text.",
        _bits_leak,
        _first_cut,
        "c3 e282ac",
    ),
)

_EVERYWHERE = frozenset(
    {"pending-octets-are-kept", "an-error-is-told-again", "pending-octets-are-told-again"}
)
"""The faults that are made in UTF-16 and UTF-32 too."""

_WORDS = {
    Encoding.UTF_8: {"cut": "e282", "last": "ac", "bad": "ff", "letter": "41"},
    Encoding.UTF_16BE: {"cut": "d83d", "last": "de00", "bad": "dc00", "letter": "0041"},
    Encoding.UTF_32BE: {"cut": "0000", "last": "0041", "bad": "00110000", "letter": "00000041"},
}
_WORDS[Encoding.UTF_16LE] = _WORDS[Encoding.UTF_16BE]
_WORDS[Encoding.UTF_32LE] = _WORDS[Encoding.UTF_32BE]

_MARKS: tuple[tuple[Encoding, str, str, Again, Needs, str], ...] = (
    (
        Encoding.UTF_8,
        "a-signature-is-seen-once",
        "The signature of the second text is kept when the first one had one.",
        _mark_is_seen_once,
        _second_signed,
        "efbbbf41 efbbbf41",
    ),
    (
        Encoding.UTF_8,
        "a-signature-is-never-seen-again",
        "The signature of the second text is kept, whatever the first one was.",
        _mark_is_never_seen_again,
        _second_signed,
        "41 efbbbf41",
    ),
    (
        Encoding.UTF_16,
        "a-signature-is-seen-once",
        "The signature of the second text is kept when the first one had one.",
        _mark_is_seen_once,
        _second_signed,
        "feff0041 feff0041",
    ),
    (
        Encoding.UTF_16,
        "the-order-is-kept",
        "Text without a signature is read in the order of the text before.",
        _order_is_kept,
        _first_little,
        "fffe4100 0041",
    ),
    (
        Encoding.UTF_32,
        "the-order-is-kept",
        "Text without a signature is read in the order of the text before.",
        _order_is_kept,
        _first_little,
        "fffe000041000000 00000041",
    ),
)


def _mutant(  # noqa: PLR0913, PLR0917  (a line of a table)
    encoding: Encoding,
    name: str,
    about: str,
    again: Again,
    needs: Needs,
    exposed: str,
    claims: Claims | None = None,
) -> Mutant:
    scheme = Scheme(encoding.value)
    return Mutant(
        id=f"{encoding.lower()}/history/{name}",
        about=about,
        flag="Reuse",
        claims=claims or DECODERS[encoding],
        offers=decoding(encoding, *PLAIN, Op.DECODE_AGAIN),
        fault=with_reader(lambda reader: replace(reader, again=again)),
        touches=pairs(lambda first, second: needs(scheme, first, second)),
        exposed_by=(Offer(Op.DECODE_AGAIN, encoding, Mode.STRICT), exposed),
    )


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for encoding in (Encoding.UTF_8, Encoding.UTF_16BE, Encoding.UTF_32LE):
        for name, about, again, needs, exposed in _TABLE:
            if encoding is Encoding.UTF_8 or name in _EVERYWHERE:
                line = _line(encoding, exposed)
                yield _mutant(encoding, name, about, again, needs, line)
    for encoding, name, about, again, needs, exposed in _MARKS:
        web = WEB if encoding is Encoding.UTF_8 else BIG[encoding]
        yield _mutant(encoding, name, about, again, needs, exposed, web)


def _line(encoding: Encoding, exposed: str) -> str:
    """Fill in the words; a split unit is byte-swapped together with its rest."""
    line = exposed.format(**_WORDS[encoding])
    if "{last}" in exposed:
        return line_in(encoding, line)
    return " ".join(line_in(encoding, word) for word in line.split(" "))
