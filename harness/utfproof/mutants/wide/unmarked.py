"""Mutants: UTF-16 and UTF-32 whose byte order is taken from elsewhere than the signature."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from utfproof.model.encoding import SIGNATURE, ByteOrder, Encoding, Scheme, signature_octets
from utfproof.model.operation import Mode
from utfproof.model.profile import Claims
from utfproof.model.reading import IllFormed, Part, Signature, Value
from utfproof.mutants.decoder_mutants import misreads
from utfproof.mutants.faulty_readings import FaultyReading
from utfproof.mutants.mutant import DECODERS, Mutant
from utfproof.simulation.decoder import Lost, Piece, Pieces, right_parts

_ORDERS: tuple[ByteOrder, ByteOrder] = ("big", "little")

BIG = {
    encoding: Claims(DECODERS[encoding].profiles, {**DECODERS[encoding].options, "unmarked": "big"})
    for encoding in (Encoding.UTF_16, Encoding.UTF_32)
}
"""The promise that makes another order of unmarked text wrong, and no alternative."""


def _in(scheme: Scheme, order: ByteOrder, octets: bytes) -> tuple[Part, ...]:
    """Read text in an order, U+FEFF as a value."""
    own = Scheme(f"{scheme}{'BE' if order == 'big' else 'LE'}")
    return tuple(
        Value(SIGNATURE, part.octets) if isinstance(part, Signature) else part
        for part in right_parts(own, octets)
    )


def _mark_of(scheme: Scheme, octets: bytes) -> bytes:
    """Return the signature at the start, empty without one."""
    marks = [signature_octets(scheme, order) for order in _ORDERS]
    return next((mark for mark in marks if octets.startswith(mark)), b"")


def _other(order: ByteOrder) -> ByteOrder:
    return "little" if order == "big" else "big"


def _order(scheme: Scheme, mark: bytes) -> ByteOrder:
    return "big" if mark == signature_octets(scheme, "big") else "little"


Body = Callable[[Scheme, bytes, bytes], Sequence[Piece] | None]
"""What is read, given the signature and the text behind it; None where nothing is wrong."""


def _reading(scheme: Scheme, body: Body) -> FaultyReading:
    def split(octets: bytes) -> Sequence[Piece] | None:
        mark = _mark_of(scheme, octets)
        return body(scheme, mark, octets[len(mark) :]) if octets else None

    def read(octets: bytes, mode: Mode) -> Pieces:
        del mode
        found = split(octets)
        return right_parts(scheme, octets) if found is None else found

    return FaultyReading(read, lambda octets: split(octets) is not None)


def _unmarked_is_little(scheme: Scheme, mark: bytes, text: bytes) -> Sequence[Piece] | None:
    return None if mark else _in(scheme, "little", text)


def _guessed(scheme: Scheme, mark: bytes, text: bytes) -> Sequence[Piece] | None:
    """Take the order from where the first zero octet stands."""
    little = not mark and text[:1] != b"\0" and text[1:2] == b"\0"
    return _in(scheme, "little", text) if little else None


def _unmarked_is_refused(scheme: Scheme, mark: bytes, text: bytes) -> Sequence[Piece] | None:
    return None if mark else (IllFormed(b""), *right_parts(scheme, text))


def _kept(scheme: Scheme, mark: bytes, text: bytes) -> Sequence[Piece] | None:
    if not mark:
        return None
    return (Value(SIGNATURE, mark), *_in(scheme, _order(scheme, mark), text))


def _alone_is_kept(scheme: Scheme, mark: bytes, text: bytes) -> Sequence[Piece] | None:
    return None if text or not mark else _kept(scheme, mark, text)


def _alone_is_refused(scheme: Scheme, mark: bytes, text: bytes) -> Sequence[Piece] | None:
    del scheme
    return None if text or not mark else (IllFormed(mark),)


def _swapped(scheme: Scheme, mark: bytes, text: bytes) -> Sequence[Piece] | None:
    if not mark:
        return None
    return (Lost(mark), *_in(scheme, _other(_order(scheme, mark)), text))


def _little_is_unknown(scheme: Scheme, mark: bytes, text: bytes) -> Sequence[Piece] | None:
    little = mark and _order(scheme, mark) == "little"
    return _in(scheme, "big", mark + text) if little else None


def _only_the_first_unit(scheme: Scheme, mark: bytes, text: bytes) -> Sequence[Piece] | None:
    """Keep to the order of the signature for one unit only."""
    if not mark or _order(scheme, mark) == "big":
        return None
    unit = len(mark)
    first, rest = text[:unit], text[unit:]
    return (Lost(mark), *_in(scheme, "little", first), *_in(scheme, "big", rest))


def _second_is_stripped(scheme: Scheme, mark: bytes, text: bytes) -> Sequence[Piece] | None:
    if not mark or not text.startswith(mark):
        return None
    return (Lost(mark + mark), *_in(scheme, _order(scheme, mark), text[len(mark) :]))


def _inner_switches(scheme: Scheme, mark: bytes, text: bytes) -> Sequence[Piece] | None:
    """Turn the order round at a signature of the other order inside the text."""
    order = _order(scheme, mark) if mark else "big"
    swapped = signature_octets(scheme, _other(order))
    unit = len(swapped)
    places = range(0, len(text) - unit + 1, unit)
    at = next((at for at in places if text[at : at + unit] == swapped), None)
    if at is None:
        return None
    before, after = text[:at], text[at + unit :]
    return (
        Lost(mark),
        *_in(scheme, order, before),
        Lost(swapped),
        *_in(scheme, _other(order), after),
    )


def _zeros_are_utf_32(scheme: Scheme, mark: bytes, text: bytes) -> Sequence[Piece] | None:
    """Take FF FE 00 00 for the signature of UTF-32."""
    if scheme is not Scheme.UTF_16 or mark != b"\xff\xfe" or not text.startswith(b"\0\0"):
        return None
    return (Lost(mark + text[:2]), *right_parts(Scheme.UTF_32LE, text[2:]))


def _short_mark(scheme: Scheme, mark: bytes, text: bytes) -> Sequence[Piece] | None:
    """Take the signature of UTF-16 for one of UTF-32."""
    if scheme is not Scheme.UTF_32 or mark or not text.startswith((b"\xfe\xff", b"\xff\xfe")):
        return None
    order: ByteOrder = "big" if text.startswith(b"\xfe\xff") else "little"
    return (Lost(text[:2]), *_in(scheme, order, text[2:]))


_TABLE: tuple[tuple[str, str, str, Body, str], ...] = (
    (
        "is-little",
        "ByteOrder",
        "Text without a signature is read little-endian where big-endian is promised.",
        _unmarked_is_little,
        "{letter}",
    ),
    (
        "is-guessed",
        "ByteOrder",
        "Text without a signature is read little-endian where its second octet is zero.",
        _guessed,
        "{turned}",
    ),
    (
        "is-refused",
        "ByteOrder",
        "Text without a signature is refused where big-endian is promised.",
        _unmarked_is_refused,
        "{letter}",
    ),
    (
        "signature-is-kept",
        "Signature",
        "The signature comes out as U+FEFF.",
        _kept,
        "{big}{letter}",
    ),
    (
        "signature-alone-is-kept",
        "Signature",
        "A signature without text behind it comes out as U+FEFF.",
        _alone_is_kept,
        "{big}",
    ),
    (
        "signature-alone-is-refused",
        "Signature",
        "A signature without text behind it is an error.",
        _alone_is_refused,
        "{little}",
    ),
    (
        "signatures-are-swapped",
        "ByteOrder",
        "Each signature is taken for that of the other order.",
        _swapped,
        "{big}{letter}",
    ),
    (
        "little-endian-signature-is-unknown",
        "ByteOrder",
        "The signature of little-endian text is not known, and the text read big-endian.",
        _little_is_unknown,
        "{little}{turned}",
    ),
    (
        "order-is-kept-for-one-unit",
        "ByteOrder",
        "The order of the signature is kept for the first unit only.",
        _only_the_first_unit,
        "{little}{turned}{turned}",
    ),
    (
        "second-signature-is-stripped",
        "SignatureInside",
        "A second signature is stripped too.",
        _second_is_stripped,
        "{big}{big}{letter}",
    ),
    (
        "inner-signature-turns-the-order",
        "SignatureInside",
        "The signature of the other order turns the order round inside the text.",
        _inner_switches,
        "{big}{letter}{little}{turned}",
    ),
    (
        "zeros-are-utf-32",
        "Signature",
        "FF FE 00 00 is taken for the signature of UTF-32.",
        _zeros_are_utf_32,
        "fffe000041000000",
    ),
    (
        "signature-of-utf-16-is-enough",
        "Signature",
        "FE FF or FF FE is taken for the signature of UTF-32.",
        _short_mark,
        "feff00000041",
    ),
)
_ONLY = {
    "zeros-are-utf-32": Encoding.UTF_16,
    "signature-of-utf-16-is-enough": Encoding.UTF_32,
    # In UTF-32 not one letter would be read rightly, and that is no codec.
    "signatures-are-swapped": Encoding.UTF_16,
}


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for encoding, claims in BIG.items():
        scheme = Scheme(encoding.value)
        unit = len(signature_octets(scheme))
        words = {
            "big": signature_octets(scheme, "big").hex(),
            "little": signature_octets(scheme, "little").hex(),
            "letter": (0x41).to_bytes(unit, "big").hex(),
            "turned": (0x41).to_bytes(unit, "little").hex(),
        }
        for name, flag, about, body, exposed in _TABLE:
            if _ONLY.get(name, encoding) is encoding:
                yield misreads(
                    f"unmarked/{name}",
                    about,
                    flag,
                    _reading(scheme, body),
                    exposed.format(**words),
                    encoding=encoding,
                    claims=claims,
                )
