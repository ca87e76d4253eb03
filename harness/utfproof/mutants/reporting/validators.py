"""Mutants: the validator of a codec says something else than its decoder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from utfproof.model.encoding import Encoding
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.reading import IllFormed, Part
from utfproof.mutants.faulty_readings import (
    FaultyReading,
    changed,
    errs,
    ill_formed,
    is_error,
    rows,
    takes,
    without,
)
from utfproof.mutants.line_conditions import has, texts
from utfproof.mutants.mutant import PLAIN, UNICODE, Mutant, decoding, with_reader
from utfproof.simulation.decoder import Lost, Piece

_T = rb"[\x80-\xbf]"


def _cut_end_passes(parts: Sequence[Part]) -> Iterator[Piece]:
    for part in parts:
        cut = isinstance(part, IllFormed) and part.truncated
        yield Lost(part.octets) if cut else part


def _first_64(parts: Sequence[Part]) -> Iterator[Piece]:
    """Look at the first 64 octets only."""
    at = 0
    for part in parts:
        # An error behind the part that is looked at is lost, so that nothing is wrong.
        yield Lost(part.octets) if at >= 64 else part
        at += len(part.octets)


def _up_to_nul(parts: Sequence[Part]) -> Iterator[Piece]:
    yield from takewhile(lambda part: part.octets != b"\0", parts)


def _only_cuts(parts: Sequence[Part]) -> Iterator[Piece]:
    """See no error in an octet that begins nothing."""
    for part in parts:
        # C2 to F4 are leads: an error that begins with one is a cut sequence.
        alone = is_error(part) and not 0xC2 <= part.octets[0] <= 0xF4
        yield Lost(part.octets) if alone else part


_ANY_FORM = rb"[\xc0\xc1]" + _T + rb"|[\xe0-\xef]" + _T * 2 + rb"|[\xf0-\xf7]" + _T * 3

_TABLE: tuple[tuple[str, str, str, FaultyReading, str], ...] = (
    (
        "surrogates-pass",
        "Surrogate",
        "The validator accepts surrogates, which the decoder refuses.",
        without(rb"\xed[\xa0-\xbf]", "ED", "ED 80-BF 80-BF"),
        "eda080",
    ),
    (
        "overlong-forms-pass",
        "Overlong",
        "The validator accepts overlong forms of three and four octets.",
        without(
            rb"\xe0[\x80-\x9f]|\xf0[\x80-\x8f]",
            "E0 F0",
            "E0 80-BF 80-BF; F0 80-BF 80-BF 80-BF",
        ),
        "e08080",
    ),
    (
        "values-above-the-limit-pass",
        "BeyondUnicode",
        "The validator accepts F4 90 to F4 BF.",
        without(rb"\xf4[\x90-\xbf]", "F4", "F4 80-BF 80-BF 80-BF"),
        "f4908080",
    ),
    (
        "five-octets-pass",
        "LongForm",
        "The validator accepts sequences of five octets.",
        rows(rb"[\xf8-\xfb]", "F8-FB 80-BF 80-BF 80-BF 80-BF"),
        "f888808080",
    ),
    (
        "any-form-passes",
        "Overlong",
        "The validator counts tails and looks at no range.",
        takes(_ANY_FORM),
        "c0af",
    ),
    (
        "a-cut-end-passes",
        "Truncated",
        "The validator accepts a text whose end is cut.",
        changed(has(rb"[\xc2-\xf4][\x80-\xbf]{0,2}\Z"), _cut_end_passes),
        "41e282",
    ),
    (
        "bad-octets-pass",
        "ForbiddenByte",
        "The validator finds cut sequences only, and no octet that begins nothing.",
        changed(ill_formed, _only_cuts),
        "ff",
    ),
    (
        "only-64-octets-are-looked-at",
        "Position",
        "The validator looks at the first 64 octets only.",
        changed(lambda octets: len(octets) > 64 and ill_formed(octets), _first_64),
        "41" * 64 + "ff",
    ),
    (
        "nul-ends-the-text",
        "NulByte",
        "The validator stops at the first NUL.",
        changed(lambda octets: b"\0" in octets and ill_formed(octets), _up_to_nul),
        "00ff",
    ),
    ("nul-is-refused", "NulByte", "The validator refuses U+0000.", errs(rb"\x00"), "00"),
    (
        "noncharacters-are-refused",
        "Noncharacter",
        "The validator refuses U+FFFE and U+FFFF.",
        errs(rb"\xef\xbf[\xbe\xbf]"),
        "efbfbf",
    ),
)


def _mutant(name: str, flag: str, about: str, reading: FaultyReading, exposed: str) -> Mutant:
    return Mutant(
        id=f"utf-8/validators/{name}",
        about=about,
        flag=flag,
        claims=UNICODE,
        offers=decoding(Encoding.UTF_8, *PLAIN),
        fault=with_reader(lambda reader: replace(reader, validates=reading.read)),
        touches=texts(reading.touched, ops=(Op.VALIDATE,)),
        exposed_by=(Offer(Op.VALIDATE, Encoding.UTF_8, Mode.STRICT), exposed),
    )


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for name, flag, about, reading, exposed in _TABLE:
        yield _mutant(name, flag, about, reading, exposed)
