"""Mutants: values are written in a wrong form of UTF-8, or refused."""

from __future__ import annotations

from collections.abc import Iterator

from utfproof.model.encoding import REPLACEMENT, Scheme, is_surrogate
from utfproof.mutants.encoder.encoders import Chosen, Octets, encoder, of_values, writes, written
from utfproof.mutants.mutant import Mutant
from utfproof.reference import arithmetic, schemes, utf16
from utfproof.reference.arithmetic import form


def _refused(_: int) -> None:
    return None


def _in(length: int) -> Octets:
    return lambda value: form(value, length)


def _one_of(*chosen: int) -> Chosen:
    return lambda value: value in chosen


def _between(first: int, last: int) -> Chosen:
    return lambda value: first <= value <= last


def _cesu_8(value: int) -> bytes:
    return b"".join(form(half, 3) for half in utf16.halves(value))


def _right(value: int) -> bytes:
    return schemes.encode_value(Scheme.UTF_8, value) or b""


_LAST = arithmetic.LAST
_SUPPLEMENTARY = _between(0x10000, _LAST)

_TABLE: tuple[tuple[str, str, str, Chosen, Octets, str], ...] = (
    (
        "110000-is-written",
        "OutOfRange",
        "110000 is written as F4 90 80 80.",
        _one_of(0x110000),
        _in(4),
        "110000",
    ),
    (
        "21-bits-are-written",
        "OutOfRange",
        "Values up to 1FFFFF are written in four octets.",
        _between(_LAST + 1, 0x1FFFFF),
        _in(4),
        "1fffff",
    ),
    (
        "26-bits-are-written",
        "LongForm",
        "Values from 200000 to 3FFFFFF are written in five octets.",
        _between(0x200000, 0x3FFFFFF),
        _in(5),
        "200000",
    ),
    (
        "31-bits-are-written",
        "LongForm",
        "Values from 4000000 to 7FFFFFFF are written in six octets.",
        _between(0x4000000, 0x7FFFFFFF),
        _in(6),
        "7fffffff",
    ),
    (
        "too-large-values-are-cut-to-21-bits",
        "OutOfRange",
        "Values above 1FFFFF are written without their upper bits where these fit four octets.",
        lambda value: value > 0x1FFFFF,
        lambda value: schemes.encode_value(Scheme.UTF_8, value & 0x1FFFFF),
        "200041",
    ),
    (
        "the-sign-is-not-looked-at",
        "OutOfRange",
        "The highest of 32 bits is not looked at.",
        lambda value: value > 0x7FFFFFFF,
        lambda value: schemes.encode_value(Scheme.UTF_8, value & 0x7FFFFFFF),
        "80000041",
    ),
    (
        "minus-one-is-the-last",
        "OutOfRange",
        "FFFFFFFF is written as U+10FFFF.",
        _one_of(0xFFFFFFFF),
        lambda _: _right(_LAST),
        "ffffffff",
    ),
    (
        "surrogates-are-written",
        "Surrogate",
        "Surrogates are written in three octets.",
        is_surrogate,
        _in(3),
        "d800",
    ),
    (
        "low-surrogates-are-written",
        "Surrogate",
        "Low surrogates are written in three octets.",
        utf16.is_low,
        _in(3),
        "dc00",
    ),
    (
        "d800-is-written",
        "Surrogate",
        "D800 is written: the surrogates begin one too late.",
        _one_of(0xD800),
        _in(3),
        "d800",
    ),
    (
        "dfff-is-written",
        "Surrogate",
        "DFFF is written: the surrogates end one too early.",
        _one_of(0xDFFF),
        _in(3),
        "dfff",
    ),
    (
        "surrogates-become-u-fffd",
        "Surrogate",
        "A strict encoder writes U+FFFD for a surrogate.",
        is_surrogate,
        lambda _: _right(REPLACEMENT),
        "d800",
    ),
    (
        "surrogates-are-dropped",
        "Surrogate",
        "A surrogate leaves no trace, in any mode.",
        is_surrogate,
        lambda _: b"",
        "41 d800",
    ),
    (
        "d7ff-is-refused",
        "Boundary",
        "U+D7FF is refused.",
        _one_of(0xD7FF),
        _refused,
        "d7ff",
    ),
    (
        "e000-is-refused",
        "Boundary",
        "U+E000 is refused.",
        _one_of(0xE000),
        _refused,
        "e000",
    ),
    (
        "10ffff-is-refused",
        "Boundary",
        "U+10FFFF is refused: the limit is compared by <.",
        _one_of(_LAST),
        _refused,
        "10ffff",
    ),
    (
        "noncharacters-are-refused",
        "Noncharacter",
        "Noncharacters are refused.",
        lambda value: 0xFDD0 <= value <= 0xFDEF or (value & 0xFFFE == 0xFFFE and value <= _LAST),
        _refused,
        "ffff",
    ),
    (
        "80-is-one-octet",
        "Boundary",
        "U+0080 is written in one octet.",
        _one_of(0x80),
        _in(1),
        "80",
    ),
    (
        "800-is-two-octets",
        "Boundary",
        "U+0800 is written in two octets, the first of which overflows.",
        _one_of(0x800),
        _in(2),
        "800",
    ),
    (
        "10000-is-three-octets",
        "Boundary",
        "U+10000 is written in three octets, the first of which overflows.",
        _one_of(0x10000),
        _in(3),
        "10000",
    ),
    (
        "7f-is-two-octets",
        "Overlong",
        "U+007F is written as C1 BF.",
        _one_of(0x7F),
        _in(2),
        "7f",
    ),
    (
        "7ff-is-three-octets",
        "Overlong",
        "U+07FF is written as E0 9F BF.",
        _one_of(0x7FF),
        _in(3),
        "7ff",
    ),
    (
        "ffff-is-four-octets",
        "Overlong",
        "U+FFFF is written as F0 8F BF BF.",
        _one_of(0xFFFF),
        _in(4),
        "ffff",
    ),
    (
        "nul-is-c0-80",
        "NulByte",
        "U+0000 is written as C0 80, as in Modified UTF-8.",
        _one_of(0),
        _in(2),
        "41 0",
    ),
    (
        "supplementary-are-cesu-8",
        "SurrogatePair",
        "A value above FFFF is written as two surrogates of three octets each.",
        _SUPPLEMENTARY,
        _cesu_8,
        "10000",
    ),
    (
        "plane-16-is-plane-0",
        "OneBit",
        "Two bits of the lead of four octets are written, and not three.",
        _between(0x100000, _LAST),
        lambda value: form(value & 0xFFFFF, 4),
        "100000",
    ),
    (
        "latin-1-is-one-octet",
        "Encoder",
        "U+0080 to U+00FF are written in one octet.",
        _between(0x80, 0xFF),
        _in(1),
        "e9",
    ),
    (
        "last-tail-has-five-bits",
        "OneBit",
        "Five bits of the last tail are written, and not six.",
        lambda value: _between(0x80, _LAST)(value) and not is_surrogate(value),
        lambda value: _right(value)[:-1] + bytes((_right(value)[-1] & ~0x20,)),
        "20ac",
    ),
    (
        "tails-are-swapped",
        "OneBit",
        "The tails of three octets are written in the wrong order.",
        lambda value: _between(0x800, 0xFFFF)(value) and not is_surrogate(value),
        lambda value: _right(value)[:1] + _right(value)[:0:-1],
        "20ac",
    ),
)


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for name, flag, about, chosen, octets, exposed in _TABLE:
        change = writes(written(Scheme.UTF_8, chosen, octets))
        yield encoder(f"encoder/{name}", about, flag, change, exposed, touches=of_values(chosen))
