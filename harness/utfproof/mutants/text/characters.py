"""Mutants: scalar values that are refused, dropped or replaced though each is a character."""

from __future__ import annotations

from collections.abc import Iterator

from utfproof.mutants.decoder_mutants import misreads
from utfproof.mutants.faulty_readings import FaultyReading, errs, shows
from utfproof.mutants.mutant import Mutant

_T = rb"[\x80-\xbf]"
# U+E000 to U+F8FF, the private use area of the first plane, by its octets.
_PRIVATE = rb"\xee" + _T * 2 + rb"|\xef[\x80-\xa3]" + _T
# U+FFFE and U+FFFF, and the last two values of each higher plane.
_LAST_TWO = rb"(?:\xef|\xf0[\x9f\xaf\xbf]|[\xf1-\xf3][\x8f\x9f\xaf\xbf]|\xf4\x8f)\xbf[\xbe\xbf]"
_FDD0 = rb"\xef\xb7[\x90-\xaf]"
_NONCHARACTERS = _LAST_TWO + rb"|" + _FDD0

_REFUSED: tuple[tuple[str, str, str, bytes, str], ...] = (
    ("u-fffe-is-refused", "Noncharacter", "U+FFFE is refused.", rb"\xef\xbf\xbe", "efbfbe"),
    ("u-ffff-is-refused", "Noncharacter", "U+FFFF is refused.", rb"\xef\xbf\xbf", "efbfbf"),
    ("u-fdd0-is-refused", "Noncharacter", "U+FDD0 to U+FDEF are refused.", _FDD0, "efb790"),
    (
        "last-of-each-plane-are-refused",
        "Noncharacter",
        "The last two values of each plane are refused.",
        _LAST_TWO,
        "f09fbfbe",
    ),
    (
        "last-of-plane-16-are-refused",
        "Noncharacter",
        "U+10FFFE and U+10FFFF are refused.",
        rb"\xf4\x8f\xbf[\xbe\xbf]",
        "f48fbfbe",
    ),
    (
        "noncharacters-are-refused",
        "Noncharacter",
        "All 66 noncharacters are refused.",
        _NONCHARACTERS,
        "efb7af",
    ),
    (
        "u-10ffff-is-refused",
        "Boundary",
        "U+10FFFF is refused: the limit is compared by <.",
        rb"\xf4\x8f\xbf\xbf",
        "f48fbfbf",
    ),
    (
        "u-fffd-is-refused",
        "ReplacementCharacter",
        "A genuine U+FFFD counts as an error: errors are found by looking for it.",
        rb"\xef\xbf\xbd",
        "efbfbd",
    ),
    (
        "u-feff-inside-is-refused",
        "SignatureInside",
        "U+FEFF is refused anywhere but at the start.",
        rb"(?<!^)\xef\xbb\xbf",
        "41efbbbf",
    ),
    ("nul-is-refused", "NulByte", "U+0000 is refused.", rb"\x00", "00"),
    (
        "controls-are-refused",
        "Control",
        "The controls 00 to 1F are refused, line ends and all.",
        rb"[\x00-\x1f]",
        "0a",
    ),
    (
        "controls-but-white-space-are-refused",
        "Control",
        "The controls 00 to 1F are refused but for TAB, LF and CR, as in an XML document.",
        rb"[\x00-\x08\x0b\x0c\x0e-\x1f]",
        "1b",
    ),
    ("delete-is-refused", "Control", "7F is refused: ASCII ends one too early.", rb"\x7f", "7f"),
    (
        "c1-controls-are-refused",
        "Control",
        "U+0080 to U+009F are refused as controls.",
        rb"\xc2[\x80-\x9f]",
        "c285",
    ),
    (
        "private-use-is-refused",
        "Unassigned",
        "U+E000 to U+F8FF are refused: private use counts as no character.",
        _PRIVATE,
        "ee8080",
    ),
    (
        "planes-15-and-16-are-refused",
        "Unassigned",
        "The planes for private use are refused.",
        rb"\xf3[\xb0-\xbf]" + _T * 2 + rb"|\xf4[\x80-\x8f]" + _T * 2,
        "f3b08080",
    ),
    (
        "planes-4-to-13-are-refused",
        "Unassigned",
        "The planes without characters are refused.",
        rb"[\xf1\xf2]" + _T * 3 + rb"|\xf3[\x80-\x9f]" + _T * 2,
        "f1808080",
    ),
    (
        "u-0378-is-refused",
        "Unassigned",
        "U+0378 is refused as unassigned: a table of one version of Unicode is asked.",
        rb"\xcd\xb8",
        "cdb8",
    ),
)

_CHANGED: tuple[tuple[str, str, str, FaultyReading, str], ...] = (
    (
        "noncharacters-become-u-fffd",
        "Noncharacter",
        "Noncharacters come out as U+FFFD, even in strict mode.",
        shows(_NONCHARACTERS, 0xFFFD),
        "efbfbf",
    ),
    (
        "u-fffd-is-dropped",
        "ReplacementCharacter",
        "A genuine U+FFFD leaves no trace: the text is cleaned of replacements.",
        shows(rb"\xef\xbf\xbd"),
        "41efbfbd",
    ),
    (
        "u-feff-inside-is-dropped",
        "SignatureInside",
        "U+FEFF leaves no trace anywhere but at the start.",
        shows(rb"(?<!^)\xef\xbb\xbf"),
        "41efbbbf42",
    ),
    ("nul-is-dropped", "NulByte", "U+0000 leaves no trace.", shows(rb"\x00"), "410042"),
    (
        "zero-width-spaces-are-dropped",
        "SpecialCharacter",
        "U+200B to U+200F leave no trace.",
        shows(rb"\xe2\x80[\x8b-\x8f]"),
        "41e2808d42",
    ),
)


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for name, flag, about, pattern, exposed in _REFUSED:
        yield misreads(f"characters/{name}", about, flag, errs(pattern), exposed)
    for name, flag, about, reading, exposed in _CHANGED:
        yield misreads(f"characters/{name}", about, flag, reading, exposed)
