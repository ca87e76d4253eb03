"""Mutants: forms longer than need be are read, or the shortest form is refused."""

from __future__ import annotations

from collections.abc import Iterator

from utfproof.mutants.decoder_mutants import misreads
from utfproof.mutants.faulty_readings import FaultyReading, rows, without
from utfproof.mutants.mutant import Mutant

_READ: tuple[tuple[str, str, FaultyReading, str], ...] = (
    (
        "c0-is-a-lead",
        "C0 is taken for the lead octet of two.",
        rows(rb"\xc0", "C0 80-BF"),
        "c080",
    ),
    (
        "c1-is-a-lead",
        "C1 is taken for the lead octet of two.",
        rows(rb"\xc1", "C1 80-BF"),
        "c180",
    ),
    (
        "two-octets-are-not-checked",
        "C0 and C1 are taken for lead octets of two like any other.",
        rows(rb"[\xc0\xc1]", "C0-C1 80-BF"),
        "c1bf",
    ),
    (
        "c0-80-is-nul",
        "C0 80 is read as U+0000, as in Modified UTF-8.",
        rows(rb"\xc0", "C0 80"),
        "c080",
    ),
    (
        "only-nul-is-refused",
        "C0 and C1 are lead octets unless the value is zero: only a hidden NUL is looked for.",
        rows(rb"[\xc0\xc1]", "C0 81-BF; C1 80-BF"),
        "c0af",
    ),
    (
        "only-dot-and-slash-are-refused",
        "C0 AE and C0 AF are refused, the names of an exploit, and all else behind C0 is read.",
        rows(rb"\xc0", "C0 80-AD; C0 B0-BF"),
        "c0a7",
    ),
    (
        "three-octets-are-not-checked",
        "Any tail is read behind E0, so that a form of three octets may be overlong.",
        without(rb"\xe0[\x80-\x9f]", "E0", "E0 80-BF 80-BF"),
        "e08080",
    ),
    (
        "e0-9f",
        "E0 9F is read: the lower limit behind E0 is one too low.",
        rows(rb"\xe0\x9f", "E0 9F 80-BF"),
        "e09f80",
    ),
    (
        "e0-9f-bf",
        "E0 9F BF alone is read: the limit of three octets is 7FF, and not 800.",
        rows(rb"\xe0\x9f", "E0 9F BF"),
        "e09fbf",
    ),
    (
        "nul-in-three-octets",
        "E0 80 80 is read as U+0000.",
        rows(rb"\xe0\x80", "E0 80 80"),
        "e08080",
    ),
    (
        "ascii-in-three-octets",
        "E0 80 and E0 81 are read: two octets are checked for ASCII, three are not.",
        rows(rb"\xe0[\x80\x81]", "E0 80-81 80-BF"),
        "e080af",
    ),
    (
        "two-octets-in-three",
        "E0 82 to E0 9F are read: of overlong forms only those of ASCII are refused.",
        rows(rb"\xe0[\x82-\x9f]", "E0 82-9F 80-BF"),
        "e08280",
    ),
    (
        "four-octets-are-not-checked",
        "Any tail is read behind F0, so that a form of four octets may be overlong.",
        without(rb"\xf0[\x80-\x8f]", "F0", "F0 80-BF 80-BF 80-BF"),
        "f0808080",
    ),
    (
        "f0-8f",
        "F0 8F is read: the lower limit behind F0 is one too low.",
        rows(rb"\xf0\x8f", "F0 8F 80-BF 80-BF"),
        "f08f8080",
    ),
    (
        "f0-8f-bf-bf",
        "F0 8F BF BF alone is read: the limit of four octets is FFFF, and not 10000.",
        rows(rb"\xf0\x8f", "F0 8F BF BF"),
        "f08fbfbf",
    ),
    (
        "nul-in-four-octets",
        "F0 80 80 80 is read as U+0000.",
        rows(rb"\xf0\x80", "F0 80 80 80"),
        "f0808080",
    ),
    (
        "three-octets-in-four",
        "F0 80 A0 to F0 8F BF are read: values that fit three octets.",
        rows(rb"\xf0[\x80-\x8f]", "F0 80 A0-BF 80-BF; F0 81-8F 80-BF 80-BF"),
        "f080a080",
    ),
    (
        "five-octets-below-the-limit",
        "Five octets are read where the value is below 100000: only the value is checked.",
        rows(rb"\xf8", "F8 80-83 80-BF 80-BF 80-BF"),
        "f8808080af",
    ),
    (
        "six-octets-below-the-limit",
        "Six octets are read where the value is below 100000: only the value is checked.",
        rows(rb"\xfc", "FC 80 80-83 80-BF 80-BF 80-BF"),
        "fc80808080af",
    ),
)

_REFUSED: tuple[tuple[str, str, FaultyReading, str], ...] = (
    (
        "c2-is-refused",
        "C2 is refused: lead octets begin with C3.",
        without(rb"\xc2", "C2-DF", "C3-DF 80-BF"),
        "c280",
    ),
    (
        "80-is-refused",
        "U+0080 is refused: two octets begin above 80 and not with it.",
        without(rb"\xc2\x80", "C2-DF", "C2 81-BF; C3-DF 80-BF"),
        "c280",
    ),
    (
        "800-is-refused",
        "U+0800 is refused: three octets begin above 800 and not with it.",
        without(rb"\xe0\xa0\x80", "E0", "E0 A0 81-BF; E0 A1-BF 80-BF"),
        "e0a080",
    ),
    (
        "10000-is-refused",
        "U+10000 is refused: four octets begin above 10000 and not with it.",
        without(
            rb"\xf0\x90\x80\x80",
            "F0",
            "F0 90 80 81-BF; F0 90 81-BF 80-BF; F0 91-BF 80-BF 80-BF",
        ),
        "f0908080",
    ),
    (
        "f0-90-is-refused",
        "F0 90 is refused: the lower limit behind F0 is one too high.",
        without(rb"\xf0\x90", "F0", "F0 91-BF 80-BF 80-BF"),
        "f0908080",
    ),
    (
        "e1-is-like-e0",
        "E1 80 to E1 9F are refused: the row of E0 is applied to E1.",
        without(rb"\xe1[\x80-\x9f]", "E1-EC", "E1 A0-BF 80-BF; E2-EC 80-BF 80-BF"),
        "e18080",
    ),
    (
        "e1-80-is-refused",
        "E1 80 is refused: the table has the range of E1 begin one too high.",
        without(rb"\xe1\x80", "E1-EC", "E1 81-BF 80-BF; E2-EC 80-BF 80-BF"),
        "e18080",
    ),
    (
        "f1-is-like-f0",
        "F1 80 to F1 8F are refused: the row of F0 is applied to F1.",
        without(rb"\xf1[\x80-\x8f]", "F1-F3", "F1 90-BF 80-BF 80-BF; F2-F3 80-BF 80-BF 80-BF"),
        "f1808080",
    ),
)


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for name, about, reading, exposed in _READ:
        yield misreads(f"overlong/{name}", about, "Overlong", reading, exposed)
    for name, about, reading, exposed in _REFUSED:
        yield misreads(f"overlong/{name}", about, "Boundary", reading, exposed)
