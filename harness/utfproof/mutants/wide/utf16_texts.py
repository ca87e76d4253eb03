"""Mutants: UTF-16 texts whose ends, errors or characters are treated wrongly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from utfproof.model.encoding import ByteOrder, Scheme, facts
from utfproof.model.operation import Mode
from utfproof.model.reading import IllFormed, Part, Value
from utfproof.mutants.byte_orders import UTF_16
from utfproof.mutants.decoder_mutants import in_orders
from utfproof.mutants.faulty_readings import (
    LAX,
    FaultyReading,
    changed,
    errs,
    is_error,
    shows,
    takes,
    unit_value,
)
from utfproof.mutants.mutant import Mutant
from utfproof.reference import replacement
from utfproof.simulation.decoder import Lost, Piece, Pieces, right_parts

_HIGH = rb"[\xd8-\xdb]."
_LOW = rb"[\xdc-\xdf]."
_PAIR = _HIGH + _LOW
_LONE_HIGH = _HIGH + rb"(?!" + _LOW + rb")"

Make = Callable[[Scheme], FaultyReading]


def _took(pattern: bytes) -> Make:
    return lambda scheme: takes(pattern, unit_value, scheme)


def _erred(pattern: bytes) -> Make:
    return lambda scheme: errs(pattern, 2, scheme)


def _showed(pattern: bytes, *values: int) -> Make:
    return lambda scheme: shows(pattern, *values, scheme=scheme)


def _changed(
    change: Callable[[Sequence[Part]], Iterable[Piece]],
    touched: Callable[[Scheme, bytes], object],
    modes: Sequence[Mode] = tuple(Mode),
) -> Make:
    return lambda scheme: changed(lambda octets: touched(scheme, octets), change, modes, scheme)


def _ill_formed(scheme: Scheme, octets: bytes) -> bool:
    return any(map(is_error, right_parts(scheme, octets)))


def _odd(scheme: Scheme, octets: bytes) -> bool:
    del scheme
    return len(octets) % 2 == 1


def _cut_behind_a_high(scheme: Scheme, octets: bytes) -> bool:
    return len(octets) % 2 == 1 and len(right_parts(scheme, octets)[-1].octets) == 3


def _lone_before_more(scheme: Scheme, octets: bytes) -> bool:
    return any(map(is_error, right_parts(scheme, octets)[:-1]))


def _segmented(policy: str, touched: Callable[[Scheme, bytes], bool]) -> Make:
    """Read by a policy that is not the one promised."""

    def make(scheme: Scheme) -> FaultyReading:
        def read(octets: bytes, mode: Mode) -> Pieces:
            del mode
            if not touched(scheme, octets):
                return right_parts(scheme, octets)
            parts = replacement.segments(policy, scheme, octets).parts
            dropped = replacement.Dropped
            return tuple(Lost(p.octets) if isinstance(p, dropped) else p for p in parts)

        return FaultyReading(read, lambda octets: touched(scheme, octets))

    return make


def _rest(change: Callable[[ByteOrder, bytes], Piece]) -> Make:
    """Change half a unit at the end; a high surrogate before it stays an error."""

    def make(scheme: Scheme) -> FaultyReading:
        order = facts(scheme).order or "big"

        def changed_rest(parts: Sequence[Part]) -> Iterable[Piece]:
            last = parts[-1].octets
            whole = (IllFormed(last[:-1]),) if len(last) > 1 else ()
            return (*parts[:-1], *whole, change(order, last[-1:]))

        return _changed(changed_rest, _odd)(scheme)

    return make


def _padded(order: ByteOrder, octet: bytes) -> Piece:
    """Put a zero behind half a unit."""
    return Value(int.from_bytes(octet + b"\0", order), octet)


def _rest_behind_a_pair(parts: Sequence[Part]) -> Iterable[Piece]:
    before = parts[-2].octets if len(parts) > 1 else b""
    lost = len(parts[-1].octets) == 1 and len(before) == 4
    return (*parts[:-1], Lost(parts[-1].octets)) if lost else parts


def _next_is_lost(parts: Sequence[Part]) -> Iterator[Piece]:
    lost = False
    for part in parts:
        yield Lost(part.octets) if lost and isinstance(part, Value) else part
        lost = is_error(part)


def _pair_is_halved(parts: Sequence[Part]) -> Iterator[Piece]:
    """See two errors in a pair that stands behind an error."""
    bad = False
    for part in parts:
        halves = bad and isinstance(part, Value) and len(part.octets) == 4
        yield from ((IllFormed(part.octets[:2]), IllFormed(part.octets[2:])) if halves else (part,))
        bad = is_error(part)


def _at_lane(unit: int) -> Make:
    """Pass on a lone surrogate that is the last unit of a vector."""

    def make(scheme: Scheme) -> FaultyReading:
        pattern = rb"(?<=\A.{%d})" % (2 * unit) + rb"(?:" + _LONE_HIGH + rb"|" + _LOW + rb")"
        return takes(pattern, unit_value, scheme)

    return make


_TABLE: tuple[tuple[str, str, str, Make, Mode, str], ...] = (
    (
        "noncharacters-are-refused",
        "Noncharacter",
        "U+FFFF and U+FDD0 to U+FDEF are refused.",
        _erred(rb"\xff\xff|\xfd[\xd0-\xef]"),
        Mode.STRICT,
        "ffff",
    ),
    (
        "u-fffd-is-refused",
        "ReplacementCharacter",
        "A genuine U+FFFD counts as an error.",
        _erred(rb"\xff\xfd"),
        Mode.STRICT,
        "fffd",
    ),
    (
        "every-u-feff-is-dropped",
        "SignatureInside",
        "Every U+FEFF leaves no trace, and not only the first.",
        _showed(rb"\xfe\xff"),
        Mode.STRICT,
        "0041feff",
    ),
    (
        "nul-ends-the-text",
        "NulByte",
        "U+0000 ends the text.",
        _changed(
            lambda parts: parts[: next(i for i, p in enumerate(parts) if p.octets == b"\0\0")],
            lambda scheme, octets: any(
                part.octets == b"\0\0" for part in right_parts(scheme, octets)
            ),
        ),
        Mode.STRICT,
        "004100000042",
    ),
    (
        "an-odd-octet-is-dropped",
        "OddLength",
        "Half a unit at the end leaves no trace.",
        _rest(lambda _, octet: Lost(octet)),
        Mode.STRICT,
        "004100",
    ),
    (
        "an-odd-octet-is-padded",
        "OddLength",
        "Half a unit at the end is filled up with a zero octet.",
        _rest(_padded),
        Mode.STRICT,
        "41",
    ),
    (
        "an-odd-octet-behind-a-pair-is-dropped",
        "OddLength",
        "Half a unit at the end leaves no trace behind a pair.",
        _changed(_rest_behind_a_pair, _odd),
        Mode.STRICT,
        "d83dde0000",
    ),
    (
        "unit-policy",
        "ReplacementCount",
        "A high surrogate and half a unit at the end are two errors.",
        _segmented("unit", _cut_behind_a_high),
        Mode.REPLACE,
        "d80000",
    ),
    (
        "java-policy",
        "SwallowedByte",
        "A high surrogate takes the unit behind it, good or not, as one error.",
        _segmented("java", _lone_before_more),
        Mode.REPLACE,
        "d800003c",
    ),
    (
        "raw-policy",
        "UnpairedSurrogate",
        "Surrogates without a partner pass and half a unit is dropped.",
        _segmented("raw", _ill_formed),
        Mode.REPLACE,
        "d8000041",
    ),
    (
        "errors-are-dropped",
        "Policy",
        "Errors leave no trace, in any mode.",
        _changed(
            lambda parts: [Lost(part.octets) if is_error(part) else part for part in parts],
            _ill_formed,
        ),
        Mode.STRICT,
        "0041dc00",
    ),
    (
        "a-lone-surrogate-loses-the-next-character",
        "SwallowedByte",
        "The character behind a lone surrogate is lost, a pair as a whole.",
        _changed(_next_is_lost, _ill_formed, LAX),
        Mode.REPLACE,
        "d800d83dde00",
    ),
    (
        "a-pair-behind-an-error-is-halved",
        "SwallowedByte",
        "A pair directly behind an error is two errors: its high surrogate is not recognised.",
        _changed(_pair_is_halved, _ill_formed, LAX),
        Mode.REPLACE,
        "dc00d83dde00",
    ),
    (
        "a-lone-surrogate-passes-in-lane-7",
        "Position",
        "A lone surrogate passes as the eighth unit, the last of a vector.",
        _at_lane(7),
        Mode.STRICT,
        "0041" * 7 + "d800",
    ),
    (
        "a-lone-surrogate-passes-in-lane-15",
        "Position",
        "A lone surrogate passes as the sixteenth unit, the last of a vector.",
        _at_lane(15),
        Mode.STRICT,
        "0041" * 15 + "dc00",
    ),
    (
        "a-lone-surrogate-passes-in-lane-31",
        "Position",
        "A lone surrogate passes as the 32nd unit, the last of a vector.",
        _at_lane(31),
        Mode.STRICT,
        "0041" * 31 + "d800",
    ),
    (
        "a-pair-across-vectors-is-refused",
        "Position",
        "A pair whose high surrogate is the eighth unit is refused.",
        _erred(rb"(?<=\A.{14})" + _PAIR),
        Mode.STRICT,
        "0041" * 7 + "d83dde00",
    ),
)


_IN_BOTH_ORDERS = frozenset(
    {
        "noncharacters-are-refused",
        "an-odd-octet-is-dropped",
        "an-odd-octet-is-padded",
        "unit-policy",
        "java-policy",
        "a-lone-surrogate-passes-in-lane-7",
    }
)
"""Made little-endian too: faults in how octets are put together, and one of each other kind."""


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    yield from in_orders("texts", UTF_16, _TABLE, _IN_BOTH_ORDERS)
