"""Mutants: UTF-32 is misread, in both byte orders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from utfproof.model.encoding import Scheme
from utfproof.model.operation import Mode
from utfproof.model.reading import IllFormed, Part, Value
from utfproof.mutants.byte_orders import UTF_32
from utfproof.mutants.decoder_mutants import in_orders
from utfproof.mutants.faulty_readings import (
    FaultyReading,
    changed,
    errs,
    is_error,
    shows,
    takes,
    unit_value,
)
from utfproof.mutants.mutant import Mutant
from utfproof.reference import utf16
from utfproof.simulation.decoder import Lost, Piece, Pieces, right_parts

_SURROGATE = rb"\x00\x00[\xd8-\xdf]."
_TOO_LARGE = rb"(?:\x00[\x11-\xff]|[^\x00].).."
_NONCHARACTER = rb"\x00[\x00-\x10]\xff[\xfe\xff]|\x00\x00\xfd[\xd0-\xef]"

Make = Callable[[Scheme], FaultyReading]


def _took(pattern: bytes, value: Callable[[bytes], int] = unit_value) -> Make:
    return lambda scheme: takes(pattern, value, scheme)


def _masked(pattern: bytes, mask: int) -> Make:
    return _took(pattern, lambda octets: unit_value(octets) & mask)


def _erred(pattern: bytes) -> Make:
    return lambda scheme: errs(pattern, 4, scheme)


def _changed(
    change: Callable[[Sequence[Part]], Iterable[Piece]],
    touched: Callable[[Scheme, bytes], object],
) -> Make:
    return lambda scheme: changed(lambda octets: touched(scheme, octets), change, scheme=scheme)


def _ill_formed(scheme: Scheme, octets: bytes) -> bool:
    return any(map(is_error, right_parts(scheme, octets)))


def _has_rest(scheme: Scheme, octets: bytes) -> bool:
    del scheme
    return len(octets) % 4 > 0


def _bad_unit(scheme: Scheme, octets: bytes) -> bool:
    return len(octets) > 3 and _ill_formed(scheme, octets)


def _rest(change: Callable[[bytes], Iterable[Piece]]) -> Make:
    """Change the octets at the end that are too few for a code unit."""
    return _changed(lambda parts: (*parts[:-1], *change(parts[-1].octets)), _has_rest)


def _two_are_lost(octets: bytes) -> Iterable[Piece]:
    return (Lost(octets) if len(octets) == 2 else IllFormed(octets, truncated=True),)


def _by_octets(parts: Sequence[Part]) -> Iterator[Piece]:
    """See one error for each octet of a bad unit."""
    for part in parts:
        whole = is_error(part) and len(part.octets) == 4
        octets = (IllFormed(bytes((octet,))) for octet in part.octets)
        yield from octets if whole else (part,)


def _resynchronised(scheme: Scheme) -> FaultyReading:
    """Go on one octet behind the beginning of a bad unit."""

    def read(octets: bytes, mode: Mode) -> Pieces:
        found: list[Piece] = []
        at = 0
        while at < len(octets):
            parts = right_parts(scheme, octets[at:])
            good = next((i for i, part in enumerate(parts) if is_error(part)), len(parts))
            found += parts[:good]
            at += sum(len(part.octets) for part in parts[:good])
            if good < len(parts):
                found.append(IllFormed(octets[at : at + 1]))
                at += 1
        return found if _bad_unit(scheme, octets) and mode else right_parts(scheme, octets)

    return FaultyReading(read, lambda octets: _bad_unit(scheme, octets))


_TABLE: tuple[tuple[str, str, str, Make, Mode, str], ...] = (
    (
        "surrogates-pass",
        "Surrogate",
        "Surrogates pass.",
        _took(_SURROGATE),
        Mode.STRICT,
        "0000d800",
    ),
    (
        "low-surrogates-pass",
        "Surrogate",
        "DC00 to DFFF pass: only high surrogates are looked for.",
        _took(rb"\x00\x00[\xdc-\xdf]."),
        Mode.STRICT,
        "0000dc00",
    ),
    (
        "d800-passes",
        "Surrogate",
        "D800 passes: the value is compared by > with the first surrogate.",
        _took(rb"\x00\x00\xd8\x00"),
        Mode.STRICT,
        "0000d800",
    ),
    (
        "dfff-passes",
        "Surrogate",
        "DFFF passes: the value is compared by < with the last surrogate.",
        _took(rb"\x00\x00\xdf\xff"),
        Mode.STRICT,
        "0000dfff",
    ),
    (
        "pairs-are-joined",
        "SurrogatePair",
        "Two surrogates in a row are joined into one character.",
        _took(
            rb"\x00\x00[\xd8-\xdb].\x00\x00[\xdc-\xdf].",
            lambda octets: utf16.joined(unit_value(octets[:4]), unit_value(octets[4:])),
        ),
        Mode.STRICT,
        "0000d83d0000de00",
    ),
    (
        "d7ff-is-refused",
        "Boundary",
        "U+D7FF is refused: the surrogates begin one too early.",
        _erred(rb"\x00\x00\xd7\xff"),
        Mode.STRICT,
        "0000d7ff",
    ),
    (
        "e000-is-refused",
        "Boundary",
        "U+E000 is refused: the surrogates end one too late.",
        _erred(rb"\x00\x00\xe0\x00"),
        Mode.STRICT,
        "0000e000",
    ),
    (
        "110000-passes",
        "OutOfRange",
        "110000 passes: the value is compared by > with the first that is too large.",
        _took(rb"\x00\x11\x00\x00"),
        Mode.STRICT,
        "00110000",
    ),
    (
        "values-have-31-bits",
        "OutOfRange",
        "Values up to 7FFFFFFF pass, as in UCS-4.",
        _took(rb"(?:\x00[\x11-\xff]|[\x01-\x7f].).."),
        Mode.STRICT,
        "7fffffff",
    ),
    (
        "negative-numbers-pass",
        "OutOfRange",
        "Values from 80000000 on pass: they are negative as signed numbers.",
        _took(rb"[\x80-\xff]..."),
        Mode.STRICT,
        "80000041",
    ),
    (
        "the-high-octet-is-not-looked-at",
        "OutOfRange",
        "The highest octet of a unit is not looked at.",
        # What is left of the value has to be a character, or the codec would refuse it after all.
        _masked(rb"[^\x00](?:[\x01-\x10].|\x00[^\xd8-\xdf]).", 0xFFFFFF),
        Mode.STRICT,
        "01000041",
    ),
    (
        "two-high-octets-are-not-looked-at",
        "OutOfRange",
        "The upper two octets of a unit are not looked at.",
        _masked(rb"(?!\x00\x00)..[^\xd8-\xdf].", 0xFFFF),
        Mode.STRICT,
        "00010041",
    ),
    (
        "values-are-masked",
        "OutOfRange",
        "Values that are too large are cut to 21 bits.",
        _masked(rb".[\x20-\x30\x40-\x50][^\xd8-\xdf].", 0x1FFFFF),
        Mode.STRICT,
        "00300041",
    ),
    (
        "too-large-values-become-u-fffd",
        "OutOfRange",
        "A value that is too large comes out as U+FFFD, even in strict mode.",
        lambda scheme: shows(_TOO_LARGE, 0xFFFD, scheme=scheme),
        Mode.STRICT,
        "00110000",
    ),
    (
        "10ffff-is-refused",
        "Boundary",
        "U+10FFFF is refused: the limit is compared by <.",
        _erred(rb"\x00\x10\xff\xff"),
        Mode.STRICT,
        "0010ffff",
    ),
    (
        "noncharacters-are-refused",
        "Noncharacter",
        "All 66 noncharacters are refused.",
        _erred(_NONCHARACTER),
        Mode.STRICT,
        "0000ffff",
    ),
    (
        "u-feff-inside-is-dropped",
        "SignatureInside",
        "Every U+FEFF leaves no trace but the first.",
        lambda scheme: shows(rb"(?<!^)\x00\x00\xfe\xff", scheme=scheme),
        Mode.STRICT,
        "000000410000feff",
    ),
    (
        "a-rest-is-dropped",
        "OddLength",
        "One to three octets at the end leave no trace.",
        _rest(lambda octets: (Lost(octets),)),
        Mode.STRICT,
        "0000004100",
    ),
    (
        "a-rest-passes",
        "OddLength",
        "One to three octets at the end are padded to a unit: their last is passed on.",
        _rest(lambda octets: (Value(octets[-1], octets),)),
        Mode.STRICT,
        "000041",
    ),
    (
        "two-octets-at-the-end-are-dropped",
        "OddLength",
        "Two octets at the end leave no trace: only an odd length is looked for.",
        _rest(_two_are_lost),
        Mode.STRICT,
        "000000410000",
    ),
    (
        "each-octet-of-a-bad-unit-is-an-error",
        "ReplacementCount",
        "A bad unit is one error for each of its octets.",
        _changed(_by_octets, _bad_unit),
        Mode.REPLACE,
        "00110000",
    ),
    (
        "reads-on-one-octet-behind-an-error",
        "SwallowedByte",
        "Behind a bad unit the text is read on from its second octet.",
        _resynchronised,
        Mode.REPLACE,
        "0011000000000041",
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
        "0000d800",
    ),
    (
        "a-bad-unit-passes-in-lane-3",
        "Position",
        "A bad unit passes as the fourth, the last of a vector.",
        lambda scheme: takes(
            rb"(?<=\A.{12})(?:" + _TOO_LARGE + rb"|" + _SURROGATE + rb")", unit_value, scheme
        ),
        Mode.STRICT,
        "00000041" * 3 + "00110000",
    ),
)


_IN_BOTH_ORDERS = frozenset(
    {
        "surrogates-pass",
        "110000-passes",
        "values-have-31-bits",
        "negative-numbers-pass",
        "the-high-octet-is-not-looked-at",
        "two-high-octets-are-not-looked-at",
        "noncharacters-are-refused",
        "a-rest-is-dropped",
        "a-rest-passes",
        "reads-on-one-octet-behind-an-error",
    }
)
"""Made little-endian too: faults in how octets are put together, and one of each other kind."""


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    yield from in_orders("units", UTF_32, _TABLE, _IN_BOTH_ORDERS)
