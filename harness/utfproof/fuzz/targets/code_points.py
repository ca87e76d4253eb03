"""Values: the code points that an encoder is given, made of an input's octets."""

from __future__ import annotations

from collections.abc import Iterator

from utfproof.model.encoding import Scheme, facts
from utfproof.model.outcome import Values
from utfproof.model.reading import Value
from utfproof.reference import schemes

_BEYOND = 0x110000


def code_points_of(scheme: Scheme, octets: bytes) -> Values:
    """Return the code points that octets spell, scalar values or not.

    In UTF-8 that is by the forms of RFC 2279 and of surrogates; every other octet becomes a code
    point that encoders must refuse. In wider schemes it is the unit.
    """
    unit = facts(scheme).unit
    if unit == 1:
        return tuple(_of_octets(octets))
    order = facts(scheme).order or "big"
    return tuple(
        part.value if isinstance(part, Value) else int.from_bytes(part.octets[:unit], order)
        for part in schemes.read_text(scheme, octets).parts
        if len(part.octets) >= unit
    )


def _of_octets(octets: bytes) -> Iterator[int]:
    bad = b""
    for part in schemes.read_text(Scheme.RFC_2279, octets).parts:
        if not isinstance(part, Value):
            bad += part.octets
            continue
        yield from _of_bad(bad)
        bad = b""
        yield part.value
    yield from _of_bad(bad)


def _of_bad(octets: bytes) -> Iterator[int]:
    for part in schemes.read_text(Scheme.GENERALIZED_UTF_8, octets).parts:
        yield from [part.value] if isinstance(part, Value) else map(_useless, part.octets)


def _useless(octet: int) -> int:
    # Odd octets become numbers beyond Unicode, even ones surrogates: encoders must refuse both.
    return _BEYOND + octet if octet & 1 else 0xD800 | octet << 3
