"""Mutants: octets that lead nothing are taken for leads, or leads are refused."""

from __future__ import annotations

from collections.abc import Iterator

from utfproof.mutants.decoder_mutants import misreads
from utfproof.mutants.faulty_readings import (
    FaultyReading,
    bits,
    rows,
    shows,
    takes,
    where_ill_formed,
    without,
)
from utfproof.mutants.mutant import Mutant

_T = rb"[\x80-\xbf]"
_THREE_TAILS = "80-BF 80-BF 80-BF"

_READ: tuple[tuple[str, str, str, FaultyReading, str], ...] = (
    (
        "f4-90-to-bf",
        "BeyondUnicode",
        "Any tail is read behind F4: values up to 13FFFF pass.",
        without(rb"\xf4[\x90-\xbf]", "F4", "F4 80-BF 80-BF 80-BF"),
        "f4908080",
    ),
    (
        "f4-90",
        "BeyondUnicode",
        "F4 90 is read: the upper limit behind F4 is one too high.",
        rows(rb"\xf4\x90", "F4 90 80-BF 80-BF"),
        "f490bfbf",
    ),
    (
        "f4-90-80-80",
        "BeyondUnicode",
        "110000 alone is read: the value is compared by > with the first that is too large.",
        rows(rb"\xf4\x90", "F4 90 80 80"),
        "f4908080",
    ),
    (
        "f5-is-a-lead",
        "BeyondUnicode",
        "F5 leads four octets: the table of leads ends one too late.",
        rows(rb"\xf5", f"F5 {_THREE_TAILS}"),
        "f5808080",
    ),
    (
        "f6-is-a-lead",
        "BeyondUnicode",
        "F6 leads four octets, alone of the octets above F4: the table has a hole.",
        rows(rb"\xf6", f"F6 {_THREE_TAILS}"),
        "f6808080",
    ),
    (
        "four-octets-are-21-bits",
        "BeyondUnicode",
        "Four octets are read up to 1FFFFF: whatever fits the pattern is a character.",
        without(rb"\xf4[\x90-\xbf]|[\xf5-\xf7]", "F4", f"F4-F7 {_THREE_TAILS}"),
        "f7bfbfbf",
    ),
    (
        "f5-to-f7-are-cut-to-20-bits",
        "BeyondUnicode",
        "F5 to F7 are read like F1 to F3: a bit of the lead is not looked at.",
        takes(rb"[\xf5-\xf7]" + _T * 3, lambda octets: bits(octets) & 0xFFFFF),
        "f5808080",
    ),
    (
        "five-octets",
        "LongForm",
        "F8 to FB lead five octets, as in RFC 2279.",
        rows(rb"[\xf8-\xfb]", f"F8 88-BF {_THREE_TAILS}; F9-FB 80-BF {_THREE_TAILS}"),
        "f888808080",
    ),
    (
        "six-octets",
        "LongForm",
        "FC and FD lead six octets, as in RFC 2279.",
        rows(rb"[\xfc\xfd]", f"FC 84-BF 80-BF {_THREE_TAILS}; FD 80-BF 80-BF {_THREE_TAILS}"),
        "fc8480808080",
    ),
    (
        "seven-octets",
        "LongForm",
        "FE leads seven octets: the leading ones are counted without a limit.",
        rows(rb"\xfe", f"FE {_THREE_TAILS} {_THREE_TAILS}"),
        "fe808080808080",
    ),
    (
        "fe-and-ff-are-latin-1",
        "ForbiddenByte",
        "FE and FF are passed on as U+00FE and U+00FF.",
        takes(rb"[\xfe\xff]"),
        "fe",
    ),
    (
        "ff-is-dropped",
        "ForbiddenByte",
        "FF leaves no trace: it is taken for the end of input of a C stream.",
        shows(rb"\xff"),
        "41ff42",
    ),
    (
        "ff-is-u-ffff",
        "ForbiddenByte",
        "FF is passed on as U+FFFF: a signed octet was widened.",
        takes(rb"\xff", lambda _: 0xFFFF),
        "ff",
    ),
    (
        "bad-octets-are-latin-1",
        "ForbiddenByte",
        "C0, C1 and F5 to FF are passed on as Latin-1, while cut sequences are refused.",
        takes(rb"[\xc0\xc1\xf5-\xff]"),
        "f5",
    ),
    (
        "a-tail-is-a-lead",
        "StrayTail",
        "82 to BF lead two octets: all that is below E0 and no ASCII is taken for such a lead.",
        where_ill_formed(takes(rb"[\x82-\xbf]" + _T, lambda octets: bits(octets) & 0x7FF)),
        "8280",
    ),
    (
        "a-tail-alone-is-latin-1",
        "StrayTail",
        "80 to BF are passed on as Latin-1 where they lead nothing.",
        where_ill_formed(takes(_T)),
        "80",
    ),
    (
        "a-tail-alone-is-dropped",
        "StrayTail",
        "80 to BF leave no trace where they lead nothing: a decoder synchronises in silence.",
        where_ill_formed(shows(_T)),
        "4180",
    ),
    (
        "a-tail-behind-a-character-is-dropped",
        "StrayTail",
        "A tail too many leaves no trace: the next lead is looked for.",
        takes(rb"[\xc2-\xdf]" + _T * 2, lambda octets: bits(octets[:2])),
        "c3a980",
    ),
)


_REFUSED: tuple[tuple[str, str, str, FaultyReading, str], ...] = (
    (
        "ec-is-refused",
        "Boundary",
        "EC is refused: the row before the surrogates ends one too early.",
        without(rb"\xec", "E1-EC", "E1-EB 80-BF 80-BF"),
        "ec8080",
    ),
    (
        "ec-is-like-ed",
        "Boundary",
        "EC A0 to EC BF are refused: the row of ED is applied to EC.",
        without(rb"\xec[\xa0-\xbf]", "E1-EC", "E1-EB 80-BF 80-BF; EC 80-9F 80-BF"),
        "eca080",
    ),
    (
        "ee-is-like-ed",
        "Boundary",
        "EE A0 to EE BF are refused: the row of ED is applied to EE.",
        without(rb"\xee[\xa0-\xbf]", "EE-EF", "EE 80-9F 80-BF; EF 80-BF 80-BF"),
        "eea080",
    ),
    (
        "ee-is-refused",
        "Boundary",
        "EE is refused: the row behind the surrogates begins one too late.",
        without(rb"\xee", "EE-EF", "EF 80-BF 80-BF"),
        "ee8080",
    ),
    (
        "ef-is-refused",
        "Boundary",
        "EF is refused: the leads of three end one too early.",
        without(rb"\xef", "EE-EF", "EE 80-BF 80-BF"),
        "ef8080",
    ),
    (
        "f4-is-refused",
        "Boundary",
        "F4 is refused: plane 16 is left out.",
        without(rb"\xf4", "F4"),
        "f4808080",
    ),
    (
        "f4-80-is-refused",
        "Boundary",
        "F4 80 is refused: the range behind F4 begins one too high.",
        without(rb"\xf4\x80", "F4", "F4 81-8F 80-BF 80-BF"),
        "f4808080",
    ),
    (
        "f4-8f-is-refused",
        "Boundary",
        "F4 8F is refused: the range behind F4 ends one too early.",
        without(rb"\xf4\x8f", "F4", "F4 80-8E 80-BF 80-BF"),
        "f48f8080",
    ),
    (
        "four-octets-are-refused",
        "Unassigned",
        "F0 to F4 are refused: only the first plane exists.",
        without(rb"[\xf0-\xf4]", "F0 F1-F3 F4"),
        "f09f9880",
    ),
)


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for name, flag, about, reading, exposed in (*_READ, *_REFUSED):
        yield misreads(f"leads/{name}", about, flag, reading, exposed)
