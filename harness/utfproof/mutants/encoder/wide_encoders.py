"""Mutants: values are written in a wrong form of UTF-16 or UTF-32, or refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from utfproof.model.encoding import ByteOrder, Scheme, facts, is_scalar, is_surrogate
from utfproof.mutants.byte_orders import UTF_16, UTF_32
from utfproof.mutants.encoder.encoders import (
    WRITES_UTF_16,
    WRITES_UTF_32,
    Chosen,
    encoder,
    of_values,
    writes,
    written,
)
from utfproof.mutants.mutant import Mutant
from utfproof.reference import utf16

Octets = Callable[[ByteOrder, int], bytes | None]


def _units(order: ByteOrder, *found: int) -> bytes:
    return b"".join((unit & 0xFFFF).to_bytes(2, order) for unit in found)


def _unit_32(order: ByteOrder, value: int) -> bytes:
    return value.to_bytes(4, order)


def _halves_of(bits: Callable[[int], int]) -> Octets:
    """Write a pair from the wrong bits of a value."""
    return lambda order, value: _units(
        order, 0xD800 + (bits(value) >> 10), 0xDC00 | bits(value) & 0x3FF
    )


def _refused(_: ByteOrder, value: int) -> None:
    del value


def _supplementary(value: int) -> bool:
    return 0xFFFF < value <= 0x10FFFF


def _too_large(value: int) -> bool:
    return value > 0x10FFFF


def _nonchar(value: int) -> bool:
    return is_scalar(value) and value & 0xFFFE == 0xFFFE


_UTF_16: tuple[tuple[str, str, str, Chosen, Octets, str], ...] = (
    (
        "10000-is-not-subtracted",
        "OneBit",
        "10000 is not subtracted before the bits of a pair are taken.",
        _supplementary,
        _halves_of(lambda value: value),
        "10000",
    ),
    (
        "low-surrogates-have-nine-bits",
        "OneBit",
        "Nine bits of a low surrogate are written, and not ten.",
        _supplementary,
        _halves_of(lambda value: value - 0x10000 & ~0x200),
        "103ff",
    ),
    (
        "halves-are-swapped",
        "SurrogatePair",
        "The low surrogate is written before the high one: units are turned round, not octets.",
        _supplementary,
        lambda order, value: _units(order, *reversed(utf16.halves(value))),
        "1f600",
    ),
    (
        "supplementary-are-cut",
        "SurrogatePair",
        "A value above FFFF is written in one unit, without its upper bits.",
        _supplementary,
        _units,
        "10000",
    ),
    (
        "surrogates-are-written",
        "Surrogate",
        "Surrogates are written as they are.",
        is_surrogate,
        _units,
        "d800",
    ),
    (
        "low-surrogates-are-written",
        "Surrogate",
        "Low surrogates are written as they are: only high ones are looked for.",
        utf16.is_low,
        _units,
        "dc00",
    ),
    (
        "110000-is-written",
        "OutOfRange",
        "Values from 110000 on are written as pairs of what lies behind the high surrogates.",
        lambda value: 0x10FFFF < value < 0x130000,
        _halves_of(lambda value: value - 0x10000),
        "110000",
    ),
    (
        "too-large-values-are-cut",
        "OutOfRange",
        "Values above the limit are written without their upper bits.",
        _too_large,
        _units,
        "110041",
    ),
    (
        "ffff-is-refused",
        "Noncharacter",
        "The last two values of each plane are refused.",
        _nonchar,
        _refused,
        "ffff",
    ),
)

_UTF_32: tuple[tuple[str, str, str, Chosen, Octets, str], ...] = (
    (
        "surrogates-are-written",
        "Surrogate",
        "Surrogates are written.",
        is_surrogate,
        _unit_32,
        "d800",
    ),
    (
        "110000-is-written",
        "OutOfRange",
        "110000 is written: the limit is compared by >.",
        lambda value: value == 0x110000,
        _unit_32,
        "110000",
    ),
    (
        "too-large-values-are-written",
        "OutOfRange",
        "Values above the limit are written.",
        _too_large,
        _unit_32,
        "7fffffff",
    ),
    (
        "too-large-values-are-cut",
        "OutOfRange",
        "Values above the limit are written without their upper bits.",
        _too_large,
        lambda order, value: _unit_32(order, value & 0xFFFF),
        "110041",
    ),
    (
        "supplementary-are-cut",
        "OneBit",
        "Values above FFFF are written without their upper bits.",
        _supplementary,
        lambda order, value: _unit_32(order, value & 0xFFFF),
        "10041",
    ),
    (
        "supplementary-are-pairs",
        "SurrogatePair",
        "A value above FFFF is written as two units, one for each surrogate.",
        _supplementary,
        lambda order, value: b"".join(_unit_32(order, half) for half in utf16.halves(value)),
        "1f600",
    ),
    (
        "10ffff-is-refused",
        "Boundary",
        "U+10FFFF is refused.",
        lambda value: value == 0x10FFFF,
        _refused,
        "10ffff",
    ),
)


_IN_BOTH_ORDERS = frozenset(
    {
        "10000-is-not-subtracted",
        "halves-are-swapped",
        "surrogates-are-written",
        "too-large-values-are-written",
        "supplementary-are-pairs",
    }
)
"""Made little-endian too: faults in how octets are put together, and one of each other kind."""


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for encoding in (*UTF_16, *UTF_32):
        scheme = Scheme(encoding.value)
        order = facts(scheme).order or "big"
        claims = WRITES_UTF_16 if encoding in UTF_16 else WRITES_UTF_32
        table = _UTF_16 if encoding in UTF_16 else _UTF_32
        for name, flag, about, chosen, octets, exposed in table:
            if order == "little" and name not in _IN_BOTH_ORDERS:
                continue
            yield encoder(
                f"encoder/{name}",
                about,
                flag,
                writes(written(scheme, chosen, partial(octets, order))),
                exposed,
                touches=of_values(chosen),
                encoding=encoding,
                claims=claims,
            )
