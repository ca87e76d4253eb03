"""Mutants: other octets pass for tail octets, or a tail octet is refused."""

from __future__ import annotations

from collections.abc import Iterator

from utfproof.mutants.decoder_mutants import misreads
from utfproof.mutants.faulty_readings import by_table, with_tail, with_tails, without
from utfproof.mutants.mutant import Mutant

_T = rb"[\x80-\xbf]"
_LEADS = {2: rb"[\xc2-\xdf]", 3: rb"[\xe0-\xef]", 4: rb"[\xf0-\xf4]"}
_NARROW = {2: b"", 3: rb"|[\xe0\xed]" + _T, 4: rb"|[\xf0\xf4]" + _T}
_WHOLE = {2: "c3a9", 3: "e282ac", 4: "f09f9880"}
_PLACES = ((2, 1), (3, 1), (3, 2), (4, 1), (4, 2), (4, 3))
_NUMBER = ("first", "second", "third", "fourth")
_OF = {2: "two", 3: "three", 4: "four"}


def _unchecked() -> Iterator[Mutant]:
    """Yield a mutant for each place of a tail that is not looked at, or at one bit alone."""
    for length, place in _PLACES:
        octet = f"{_NUMBER[place]}-octet-of-{_OF[length]}"
        subject = f"The {_NUMBER[place]} octet of {_OF[length]} is"
        for name, how, admitted, strange, other in (
            ("is-not-looked-at", "not looked at", "00-FF", rb"[^\x80-\xbf]", "41"),
            ("is-80-to-ff", "only looked at in its highest bit", "80-FF", rb"[\xc0-\xff]", "ff"),
        ):
            pattern = _LEADS[length] + _T * (place - 1) + strange
            if place == 1:  # the ranges behind E0, ED, F0 and F4 are not looked at either
                pattern += _NARROW[length]
            exposed = _WHOLE[length][: 2 * place] + other + _WHOLE[length][2 * place + 2 :]
            yield misreads(
                f"tails/{octet}-{name}",
                f"{subject} {how}.",
                "LoneLead",
                by_table(pattern, with_tail(length, place, admitted)),
                exposed,
            )


_ALL = (
    (
        "7f-is-a-tail",
        "LoneLead",
        "7F is taken for a tail: the range begins one too low.",
        "7F-BF",
        rb"\x7f",
        "c37f",
    ),
    (
        "c0-is-a-tail",
        "LoneLead",
        "C0 is taken for a tail: the range ends one too high.",
        "80-C0",
        rb"\xc0",
        "c3c0",
    ),
    (
        "40-to-7f-are-tails",
        "LoneLead",
        "40 to 7F are taken for tails like 80 to BF.",
        "40-BF",
        rb"[\x40-\x7f]",
        "c341",
    ),
    (
        "bf-is-refused",
        "Boundary",
        "BF is refused as a tail: the range ends one too early.",
        "80-BE",
        rb"\xbf",
        "c2bf",
    ),
    (
        "80-is-refused",
        "Boundary",
        "80 is refused as a tail: the range begins one too high.",
        "81-BF",
        rb"\x80",
        "c280",
    ),
)

_RANGES = (
    (
        "e0-bf-is-refused",
        "E0 BF is refused: the range behind E0 ends one too early.",
        without(rb"\xe0\xbf", "E0", "E0 A0-BE 80-BF"),
        "e0bf80",
    ),
    (
        "f0-bf-is-refused",
        "F0 BF is refused: the range behind F0 ends one too early.",
        without(rb"\xf0\xbf", "F0", "F0 90-BE 80-BF 80-BF"),
        "f0bf8080",
    ),
    (
        "ed-80-is-refused",
        "ED 80 is refused: the range behind ED begins one too high.",
        without(rb"\xed\x80", "ED", "ED 81-9F 80-BF"),
        "ed8080",
    ),
    (
        "ed-9f-is-refused",
        "ED 9F is refused: the range behind ED ends one too early.",
        without(rb"\xed\x9f", "ED", "ED 80-9E 80-BF"),
        "ed9f80",
    ),
    (
        "f3-is-like-f4",
        "F3 90 to F3 BF are refused: the row of F4 is applied to F3.",
        without(rb"\xf3[\x90-\xbf]", "F1-F3", "F1-F2 80-BF 80-BF 80-BF; F3 80-8F 80-BF 80-BF"),
        "f3908080",
    ),
)


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    yield from _unchecked()
    for name, flag, about, admitted, tail, exposed in _ALL:
        # A wide net is enough: the faulty table decides, the pattern must only miss nothing.
        pattern = rb"[\xc2-\xf4][\x40-\xff]{0,2}" + tail
        reading = by_table(pattern, with_tails(admitted))
        yield misreads(f"tails/{name}", about, flag, reading, exposed)
    for name, about, reading, exposed in _RANGES:
        yield misreads(f"tails/{name}", about, "Boundary", reading, exposed)
