"""Mutants: detectors that see another encoding than the first octets show."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from utfproof.model.encoding import Encoding
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Claims
from utfproof.mutants.line_conditions import texts
from utfproof.mutants.mutant import Mutant
from utfproof.reference import detect
from utfproof.simulation.codec import Sighting

_DETECT = Offer(Op.DETECT, Encoding.NONE, Mode.NONE)
Detect = Callable[[bytes], Sighting]


def _starts(mark: bytes, encoding: Encoding, length: int) -> Detect:
    """See an encoding, with a signature of so many octets, wherever this stands first."""
    return lambda octets: (encoding, length) if octets.startswith(mark) else detect.detect(octets)


def _renamed(encoding: Encoding, seen: Encoding) -> Detect:
    """See one encoding for another."""

    def sees(octets: bytes) -> Sighting:
        found = detect.detect(octets)
        return (seen, found[1]) if found and found[0] is encoding else found

    return sees


def _measured(encoding: Encoding, length: int) -> Detect:
    """Tell a wrong length of a signature."""

    def sees(octets: bytes) -> Sighting:
        found = detect.detect(octets)
        return (encoding, length) if found and found[0] is encoding else found

    return sees


def _anywhere(octets: bytes) -> Sighting:
    # The whole text is looked at as well: the octets that were stripped may be a signature.
    return detect.detect(octets.lstrip(b"\0 \t\r\n")) or detect.detect(octets)


def _utf_8_by_default(octets: bytes) -> Sighting:
    return detect.detect(octets) or (Encoding.UTF_8, 0)


def _zero_first_is_big(octets: bytes) -> Sighting:
    found = detect.detect(octets)
    # Exactly one zero: two would be the beginning of UTF-32.
    plain = octets[:1] == b"\0" != octets[1:2] and len(octets) % 2 == 0
    return (Encoding.UTF_16BE, 0) if found is None and plain and octets else found


def _even_is_little(octets: bytes) -> Sighting:
    """Take text of an even length for UTF-16LE, as a well-known statistic did."""
    found = detect.detect(octets)
    return (Encoding.UTF_16LE, 0) if found is None and octets and len(octets) % 2 == 0 else found


_TABLE: tuple[tuple[str, str, Detect, str], ...] = (
    (
        "ef-bb-is-enough",
        "Two octets of the signature of UTF-8 are compared.",
        _starts(b"\xef\xbb", Encoding.UTF_8, 3),
        "efbb41",
    ),
    (
        "fe-is-enough",
        "One octet of the signature of UTF-16BE is compared.",
        _starts(b"\xfe", Encoding.UTF_16BE, 2),
        "fefe",
    ),
    (
        "orders-are-swapped",
        "FE FF is taken for the signature of UTF-16LE.",
        _renamed(Encoding.UTF_16BE, Encoding.UTF_16LE),
        "feff",
    ),
    (
        "little-endian-is-big",
        "FF FE is taken for the signature of UTF-16BE.",
        _renamed(Encoding.UTF_16LE, Encoding.UTF_16BE),
        "fffe",
    ),
    (
        "utf-8-signature-is-not-counted",
        "The signature of UTF-8 is told as of no octet.",
        _measured(Encoding.UTF_8, 0),
        "efbbbf",
    ),
    (
        "utf-16-signature-is-four-octets",
        "The signature of UTF-16BE is told as four octets long.",
        _measured(Encoding.UTF_16BE, 4),
        "feff",
    ),
    (
        "utf-32-signature-is-two-octets",
        "The signature of UTF-32LE is told as two octets long.",
        _measured(Encoding.UTF_32LE, 2),
        "fffe0000",
    ),
    (
        "utf-32be-is-utf-16be",
        "00 00 FE FF is taken for UTF-16BE behind two octets of nothing.",
        _renamed(Encoding.UTF_32BE, Encoding.UTF_16BE),
        "0000feff",
    ),
    (
        "utf-32-needs-three-octets",
        "FF FE 00 is taken for the signature of UTF-32LE.",
        _starts(b"\xff\xfe\0", Encoding.UTF_32LE, 4),
        "fffe0041",
    ),
    (
        "signatures-stand-behind-blanks",
        "A signature is looked for behind blanks and zeros.",
        _anywhere,
        "20feff0041",
    ),
    (
        "utf-8-is-the-default",
        "What shows no signature is UTF-8, though it be ill-formed.",
        _utf_8_by_default,
        "e9",
    ),
    (
        "a-zero-first-is-utf-16be",
        "What shows no signature and begins with a zero is UTF-16BE.",
        _zero_first_is_big,
        "0041",
    ),
    (
        "even-lengths-are-utf-16le",
        "What shows no signature and has an even length is UTF-16LE.",
        _even_is_little,
        "427573682068696420746865206661637473",
    ),
)


def _mutant(name: str, about: str, sees: Detect, exposed: str) -> Mutant:
    return Mutant(
        id=f"detect/{name}",
        about=about,
        flag="Detector",
        claims=Claims(),
        offers=(_DETECT,),
        fault=lambda codec: replace(codec, detects=sees),
        touches=texts(lambda octets: sees(octets) != detect.detect(octets)),
        exposed_by=(_DETECT, exposed),
    )


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for name, about, sees, exposed in _TABLE:
        yield _mutant(name, about, sees, exposed)
