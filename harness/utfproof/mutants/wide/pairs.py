"""Mutants: UTF-16 is misread, in both byte orders."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.operation import Mode
from utfproof.model.profile import Claims
from utfproof.model.reading import Value
from utfproof.mutants.byte_orders import UTF_16
from utfproof.mutants.decoder_mutants import in_orders, misreads
from utfproof.mutants.faulty_readings import FaultyReading, errs, local, shows, takes, unit_value
from utfproof.mutants.mutant import Mutant
from utfproof.reference import utf16
from utfproof.simulation.decoder import Piece

_HIGH = rb"[\xd8-\xdb]."
_LOW = rb"[\xdc-\xdf]."
_PAIR = _HIGH + _LOW
_LONE_HIGH = _HIGH + rb"(?!" + _LOW + rb")"

Make = Callable[[Scheme], FaultyReading]


def _joined(octets: bytes) -> int:
    return utf16.joined(unit_value(octets[:2]), unit_value(octets[2:]))


def _took(pattern: bytes, value: Callable[[bytes], int] = unit_value) -> Make:
    return lambda scheme: takes(pattern, value, scheme)


def _erred(pattern: bytes) -> Make:
    return lambda scheme: errs(pattern, 2, scheme)


def _showed(pattern: bytes, *values: int) -> Make:
    return lambda scheme: shows(pattern, *values, scheme=scheme)


def _two_units(match: re.Match[bytes]) -> Sequence[Piece]:
    return Value(unit_value(match[0][:2]), match[0]), Value(unit_value(match[0][2:]), b"")


_TABLE: tuple[tuple[str, str, str, Make, str], ...] = (
    (
        "lone-high-surrogates-pass",
        "UnpairedSurrogate",
        "A high surrogate without a low one passes.",
        _took(_LONE_HIGH),
        "d8000041",
    ),
    (
        "lone-low-surrogates-pass",
        "UnpairedSurrogate",
        "A low surrogate without a high one passes.",
        _took(_LOW),
        "dc00",
    ),
    (
        "any-unit-is-a-low-surrogate",
        "UnpairedSurrogate",
        "The unit behind a high surrogate is not looked at.",
        _took(_HIGH + rb"..", _joined),
        "d8000041",
    ),
    (
        "units-above-are-low-surrogates",
        "UnpairedSurrogate",
        "E000 to FFFF are taken for low surrogates: only the lower limit is looked at.",
        _took(_HIGH + rb"[\xe0-\xff].", _joined),
        "d800e000",
    ),
    (
        "units-below-are-low-surrogates",
        "UnpairedSurrogate",
        "0000 to DBFF are taken for low surrogates: only the upper limit is looked at.",
        _took(_HIGH + rb"[\x00-\xdb].", _joined),
        "d800003c",
    ),
    (
        "two-high-surrogates-are-a-pair",
        "UnpairedSurrogate",
        "A high surrogate is taken for a low one behind another.",
        _took(_HIGH + _HIGH, _joined),
        "d800d800",
    ),
    (
        "low-surrogates-end-at-dffe",
        "Boundary",
        "DFFF is no low surrogate: pairs with it are refused.",
        _erred(_HIGH + rb"\xdf\xff"),
        "d800dfff",
    ),
    (
        "low-surrogates-begin-at-dc01",
        "Boundary",
        "DC00 is no low surrogate: pairs with it are refused.",
        _erred(_HIGH + rb"\xdc\x00"),
        "d800dc00",
    ),
    (
        "high-surrogates-end-at-dbfe",
        "Boundary",
        "DBFF is no high surrogate: pairs with it are refused.",
        _erred(rb"\xdb\xff" + _LOW),
        "dbffdc00",
    ),
    (
        "d800-alone-passes",
        "Boundary",
        "D800 passes alone: the surrogates begin one too late.",
        _took(rb"\xd8\x00(?!" + _LOW + rb")"),
        "d8000041",
    ),
    (
        "d7ff-is-a-surrogate",
        "Boundary",
        "U+D7FF is refused: the surrogates begin one too early.",
        _erred(rb"\xd7\xff"),
        "d7ff",
    ),
    (
        "e000-is-a-surrogate",
        "Boundary",
        "U+E000 is refused: the surrogates end one too late.",
        _erred(rb"\xe0\x00"),
        "e000",
    ),
    (
        "pairs-are-refused",
        "SurrogatePair",
        "Pairs are refused, as in UCS-2.",
        _erred(_PAIR),
        "d83dde00",
    ),
    (
        "pairs-are-two-units",
        "SurrogatePair",
        "The halves of a pair come out as two values.",
        lambda scheme: local(_PAIR, _two_units, scheme),
        "d83dde00",
    ),
    (
        "10000-is-not-added",
        "OneBit",
        "10000 is not added to the bits of a pair.",
        _took(_PAIR, lambda octets: _joined(octets) - 0x10000),
        "d800dc00",
    ),
    (
        "10000-is-or-ed",
        "OneBit",
        "10000 is or-ed to the bits of a pair, which is wrong from plane 2 on.",
        _took(_PAIR, lambda octets: (_joined(octets) - 0x10000) | 0x10000),
        "dbffdc00",
    ),
    (
        "low-surrogates-have-nine-bits",
        "OneBit",
        "Nine bits of a low surrogate are looked at, and not ten.",
        _took(_PAIR, lambda octets: _joined(octets) & ~0x200),
        "d800de00",
    ),
    (
        "units-are-compared-in-the-other-order",
        "ByteOrder",
        "Units are compared with the surrogates before their octets are turned round.",
        _erred(rb"[^\xd8-\xdf][\xd8-\xdf]"),
        "00d8",
    ),
)

_IN_BOTH_ORDERS = frozenset(
    {
        "lone-high-surrogates-pass",
        "lone-low-surrogates-pass",
        "any-unit-is-a-low-surrogate",
        "two-high-surrogates-are-a-pair",
        "low-surrogates-end-at-dffe",
        "pairs-are-refused",
        "10000-is-not-added",
        "units-are-compared-in-the-other-order",
    }
)
"""Made little-endian too: faults in how octets are put together, and one of each other kind."""


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    rows = ((*fault[:4], Mode.STRICT, fault[4]) for fault in _TABLE)
    yield from in_orders("pairs", UTF_16, rows, _IN_BOTH_ORDERS)
    yield misreads(
        "pairs/are-joined",
        "A pair comes out as one character, which UCS-2 does not have.",
        "SurrogatePair",
        takes(_PAIR, _joined, Scheme.UCS_2),
        "d83dde00",
        encoding=Encoding.UCS_2,
        claims=Claims(("ucs-2",)),
    )
