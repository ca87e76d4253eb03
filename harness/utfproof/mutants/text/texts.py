"""Mutants: whole texts that are changed, as by a reader of lines or of C strings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from utfproof.model.reading import Part, Value
from utfproof.mutants.decoder_mutants import misreads
from utfproof.mutants.faulty_readings import FaultyReading, changed, shows
from utfproof.mutants.line_conditions import has
from utfproof.mutants.mutant import Mutant
from utfproof.simulation.decoder import Lost, Piece


def _until(*ends: bytes) -> FaultyReading:
    """Stop in front of the first character with these octets."""

    def change(parts: Sequence[Part]) -> Iterable[Piece]:
        return takewhile(lambda part: part.octets not in ends, parts)

    return changed(has(b"|".join(ends)), change)


def _up_to_four_octets() -> FaultyReading:
    def change(parts: Sequence[Part]) -> Iterable[Piece]:
        return takewhile(lambda part: len(part.octets) < 4, parts)

    return changed(has(rb"[\xf0-\xf4]"), change)


def _without_the_last(octets: bytes) -> FaultyReading:
    """Lose these octets at the end, however often they stand there."""

    def change(parts: Sequence[Part]) -> Iterable[Piece]:
        # From the end, as a reader of lines chops them.
        end = len(parts)
        while end and parts[end - 1].octets == octets:
            end -= 1
        return [*parts[:end], *(Lost(part.octets) for part in parts[end:])]

    return changed(lambda text: text.endswith(octets), change)


def _composed(parts: Sequence[Part]) -> Iterable[Piece]:
    """Join e and a combining acute accent."""
    at = 0
    while at < len(parts):
        if b"".join(part.octets for part in parts[at : at + 2]) == b"e\xcc\x81":
            yield Value(0xE9, b"e\xcc\x81")
            at += 2
        else:
            yield parts[at]
            at += 1


_TABLE: tuple[tuple[str, str, str, FaultyReading, str], ...] = (
    ("end-at-nul", "NulByte", "U+0000 ends the text, as in C.", _until(b"\0"), "410042"),
    (
        "lose-nuls-at-the-end",
        "NulByte",
        "U+0000 at the end of the text is taken for padding.",
        _without_the_last(b"\0"),
        "410000",
    ),
    (
        "end-at-1a",
        "Control",
        "1A ends the text, as in a file of a system of old.",
        _until(b"\x1a"),
        "411a42",
    ),
    (
        "end-before-four-octets",
        "Unassigned",
        "The text ends without an error before the first character of four octets.",
        _up_to_four_octets(),
        "41f09f988042",
    ),
    (
        "lose-a-line-end-at-the-end",
        "Control",
        "Line feeds at the end of the text are lost, as when lines are chopped.",
        _without_the_last(b"\n"),
        "410a",
    ),
    (
        "lose-cr-before-lf",
        "Control",
        "CR before LF leaves no trace.",
        shows(rb"\x0d(?=\x0a)"),
        "410d0a",
    ),
    ("cr-becomes-lf", "Control", "CR comes out as LF.", shows(rb"\x0d", 0x0A), "410d"),
    (
        "u-2028-becomes-lf",
        "SpecialCharacter",
        "U+2028 and U+2029 come out as LF.",
        shows(rb"\xe2\x80[\xa8\xa9]", 0x0A),
        "e280a8",
    ),
    ("u-0085-becomes-lf", "Control", "U+0085 comes out as LF.", shows(rb"\xc2\x85", 0x0A), "c285"),
    (
        "are-composed",
        "Normalisation",
        "A letter and its combining accent come out as one character.",
        changed(has(rb"e\xcc\x81"), _composed),
        "65cc81",
    ),
    (
        "singletons-are-replaced",
        "Normalisation",
        "The Angstrom sign comes out as the letter that it is canonically equal to.",
        shows(rb"\xe2\x84\xab", 0xC5),
        "e284ab",
    ),
    (
        "fullwidth-becomes-ascii",
        "PathTraversal",
        "The fullwidth solidus comes out as a slash, as the best fit.",
        shows(rb"\xef\xbc\x8f", 0x2F),
        "efbc8f",
    ),
    (
        "backslash-becomes-yen",
        "Ascii",
        "5C comes out as U+00A5, as in Shift_JIS.",
        shows(rb"\x5c", 0xA5),
        "5c",
    ),
)


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for name, flag, about, reading, exposed in _TABLE:
        yield misreads(f"texts/{name}", about, flag, reading, exposed)
