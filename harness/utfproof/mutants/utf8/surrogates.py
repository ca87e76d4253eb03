"""Mutants: surrogates are read in UTF-8, or their neighbours are refused."""

from __future__ import annotations

from collections.abc import Iterator

from utfproof.mutants.decoder_mutants import misreads
from utfproof.mutants.faulty_readings import FaultyReading, bits, rows, shows, takes, without
from utfproof.mutants.mutant import Mutant
from utfproof.reference import utf16

_T = rb"[\x80-\xbf]"
_HIGH = rb"\xed[\xa0-\xaf]" + _T
_LOW = rb"\xed[\xb0-\xbf]" + _T

_TABLE: tuple[tuple[str, str, str, FaultyReading, str], ...] = (
    (
        "are-read",
        "Surrogate",
        "Surrogates are read: any tail is good behind ED.",
        without(rb"\xed[\xa0-\xbf]", "ED", "ED 80-BF 80-BF"),
        "eda080",
    ),
    (
        "low-ones-are-read",
        "Surrogate",
        "DC00 to DFFF are read: only high surrogates are looked for.",
        rows(rb"\xed[\xb0-\xbf]", "ED B0-BF 80-BF"),
        "edb080",
    ),
    (
        "high-ones-are-read",
        "Surrogate",
        "D800 to DBFF are read: only low surrogates are looked for.",
        rows(rb"\xed[\xa0-\xaf]", "ED A0-AF 80-BF"),
        "eda080",
    ),
    (
        "d800-is-read",
        "Surrogate",
        "D800 is read: the value is compared by > with the first surrogate.",
        rows(rb"\xed\xa0", "ED A0 80"),
        "eda080",
    ),
    (
        "dfff-is-read",
        "Surrogate",
        "DFFF is read: the value is compared by < with the last surrogate.",
        rows(rb"\xed\xbf", "ED BF BF"),
        "edbfbf",
    ),
    (
        "ed-a0-is-read",
        "Surrogate",
        "D800 to D83F are read: the range behind ED ends one too high.",
        rows(rb"\xed\xa0", "ED A0 80-BF"),
        "eda080",
    ),
    (
        "private-use-ones-are-read",
        "Surrogate",
        "DB80 to DBFF are read: high surrogates for private use are no part of the range.",
        rows(rb"\xed[\xae\xaf]", "ED AE-AF 80-BF"),
        "edae80",
    ),
    (
        "d7ff-is-refused",
        "Boundary",
        "U+D7FF is refused: the surrogates begin one too low.",
        without(rb"\xed\x9f\xbf", "ED", "ED 80-9E 80-BF; ED 9F 80-BE"),
        "ed9fbf",
    ),
    (
        "e000-is-refused",
        "Boundary",
        "U+E000 is refused: the surrogates end one too high.",
        without(rb"\xee\x80\x80", "EE-EF", "EE 80 81-BF; EE 81-BF 80-BF; EF 80-BF 80-BF"),
        "ee8080",
    ),
    (
        "pairs-are-joined",
        "SurrogatePair",
        "Two surrogates of three octets each are joined into one character, as in CESU-8.",
        takes(
            _HIGH + _LOW,
            lambda octets: utf16.joined(bits(octets[:3]), bits(octets[3:])),
        ),
        "eda0bdedb880",
    ),
    (
        "pairs-are-read-as-two",
        "SurrogatePair",
        "Two surrogates of three octets each are read as two values: only lone ones are refused.",
        # The low half behind a high one is matched by itself: lone halves must stay refused.
        takes(_HIGH + rb"(?=\xed[\xb0-\xbf])|(?<=\xed[\xa0-\xaf][\x80-\xbf])" + _LOW),
        "eda0bdedb880",
    ),
    (
        "become-u-fffd",
        "Surrogate",
        "A surrogate comes out as one U+FFFD, without an error even in strict mode.",
        takes(rb"\xed[\xa0-\xbf]" + _T, lambda _: 0xFFFD),
        "eda080",
    ),
    (
        "are-dropped",
        "Surrogate",
        "A surrogate leaves no trace.",
        shows(rb"\xed[\xa0-\xbf]" + _T),
        "41eda08042",
    ),
)


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for name, flag, about, reading, exposed in _TABLE:
        yield misreads(f"surrogates/{name}", about, flag, reading, exposed)
