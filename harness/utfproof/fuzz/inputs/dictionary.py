"""The dictionary of a scheme: the pieces that faults of codecs are known to turn on.

They are inputs and nothing is expected of them here; some faults of one scheme are characters of
another. A scheme whose order a signature decides has the pieces of both orders.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path

from utfproof.errors import FindingsError
from utfproof.model.encoding import SIGNATURE, ByteOrder, Scheme, facts, signature_octets
from utfproof.oracle.samples import pieces
from utfproof.reference import schemes, variants
from utfproof.reference.arithmetic import form

Octets = tuple[bytes, ...]

_EDGES = (
    *(0x00, 0x7F, 0x80, 0x7FF, 0x800, 0xFFF, 0x1000, 0xD7FF, 0xE000, 0xFFFF, 0x10000),
    *(0x3FFFF, 0x40000, 0xFFFFF, 0x100000, 0x10FFFF),
    *(0x1FFFFF, 0x200000, 0xFFFFFF, 0x1000000, 0x3FFFFFF, 0x4000000, 0x3FFFFFFF, 0x7FFFFFFF),
)
"""Both sides of every change of length or of admitted octets, with those of RFC 2279 and UCS-4."""
# DB7F and DB80 part private use from the planes below it; D83D DE00 is U+1F600.
_SURROGATES = (0xD800, 0xD83D, 0xDB7F, 0xDB80, 0xDBFF, 0xDC00, 0xDE00, 0xDFFF)
_SPECIAL = (
    *(0x01, 0x09, 0x0A, 0x0D, 0x1B, 0x85, 0xA0, 0xAD, 0x200B, 0x200D, 0x2028, 0x202E, 0x301),
    *(*map(ord, "/.\\\"'<>%&;A0"), 0xE9, 0x20AC, 0x1F600),
    *(SIGNATURE, 0xFFFD, 0xFFFE, 0xFDD0, 0xFDEF, 0x1FFFE, 0x1FFFF, 0x10FFFE),
)
"""Controls, what filters look for, joiners and directions, signature, U+FFFD, noncharacters."""

_OVERLONG = (0x00, 0x0A, 0x2E, 0x2F, 0x41, 0x5C, 0x7F, 0x80, 0x7FF, 0x800, 0xD800, 0xFFFF,
             0x10000, 0x10FFFF, 0x1FFFFF, 0x200000, 0x3FFFFFF)  # fmt: skip
_BEYOND = (0x110000, 0x13FFFF, 0x140000, 0x17FFFF, 0x180000, 0x1BFFFF, 0x1C0000, 0x1FFFFF)
_LONG = (0x200000, 0x3FFFFFF, 0x4000000, 0x3FFFFFFF, 0x40000000, 0x7FFFFFFF)
_FIRST_OF_LENGTH = {2: 0x80, 3: 0x800, 4: 0x10000, 5: 0x200000, 6: 0x4000000}
# FE as the lead of seven octets, FF of eight: forms beyond RFC 2279 that some decoders know.
_NEVER = "FE FF FEFF FFFE FFFF FE83BFBFBFBFBF FF8080808080808080"
_TAILS = "80 BF 8080 BFBF 808080 80808080 BFBFBFBF 80BF80BF"

_WIDE = {
    2: "D8000041 DBFFE000 DBFFFFFF D800DC00DC00 D800D800DC00",
    4: "D83DDE00 00110000 001FFFFF 01000041 7FFFFFFF 80000000 80000041 FF000041 FFFFFFFF 00410041",
}
_WRONG_ORDER = (0x41, 0xD83D, 0xDE00, SIGNATURE)


def tokens(scheme: Scheme) -> Octets:
    """Return the whole dictionary: characters first, each token once."""
    parts = characters(scheme), faults(scheme), rests(scheme), signatures(scheme)
    return _unique(word for part in parts for word in part)


@cache
def characters(scheme: Scheme) -> Octets:
    """Return well-formed characters: at every edge, and those that programs single out."""
    return _unique(
        word
        for labelled in _labelled(scheme)
        for word in _words_of(labelled)
        if schemes.read_text(labelled, word).well_formed
    )


@cache
def faults(scheme: Scheme) -> Octets:
    """Return ill-formed and truncated sequences, in whole units."""
    return _unique(
        word
        for labelled in _labelled(scheme)
        for word in _words_of(labelled)
        if not schemes.read_text(labelled, word).well_formed
    )


@cache
def rests(scheme: Scheme) -> Octets:
    """Return octets too few for a unit: alone, behind a letter, behind half of a pair."""
    return _unique(
        before + rest
        for labelled in _labelled(scheme)
        for rest in pieces(labelled).rests
        for before in (b"", pieces(labelled).letter, *pieces(labelled).cut[:1])
    )


@cache
def signatures(scheme: Scheme) -> Octets:
    """Return U+FEFF as every encoding writes it, the scheme's own first."""
    orders: tuple[ByteOrder, ...] = ("big", "little")
    return _unique(signature_octets(one, order) for one in (scheme, *Scheme) for order in orders)


def as_libfuzzer(words: Iterable[bytes]) -> str:
    r"""Write octets as a dictionary that libFuzzer and AFL read: lines like `"\xC0\x80"`."""
    return "".join(
        '"{}"\n'.format("".join(f"\\x{octet:02X}" for octet in word)) for word in words if word
    )


def write(path: Path, scheme: Scheme) -> None:
    """Write the dictionary of a scheme for libFuzzer's `-dict=`.

    Raises:
        FindingsError: the file cannot be written.
    """
    text = f"# What faults of {scheme} codecs are known to turn on.\n{as_libfuzzer(tokens(scheme))}"
    try:
        path.write_text(text, "ascii")
    except OSError as error:
        hint = "choose a folder that can be written to"
        raise FindingsError(f"cannot write: {error.strerror}", place=str(path), hint=hint) from None


def _labelled(scheme: Scheme) -> tuple[Scheme, ...]:
    """Return the scheme of each order in which text of a scheme may stand."""
    both = (schemes.ordered(scheme, "big"), schemes.ordered(scheme, "little"))
    return tuple(dict.fromkeys(both))


def _words_of(scheme: Scheme) -> Iterator[bytes]:
    """Yield all words of whole units, of a scheme whose order is known."""
    for value in (*_EDGES, *_SPECIAL, *_SURROGATES):
        yield schemes.encode_value(scheme, value) or b""
    found = pieces(scheme)
    yield from (*found.characters, *found.bad, *found.cut)
    yield from _narrow(scheme) if facts(scheme).unit == 1 else _wide(scheme)


def _unique(words: Iterable[bytes]) -> Octets:
    return tuple(dict.fromkeys(word for word in words if word))


def _words(text: str) -> Octets:
    return tuple(bytes.fromhex(word) for word in text.split())


def _narrow(scheme: Scheme) -> Iterator[bytes]:
    """Yield forms that UTF-8 does not have, and to its relatives those that it has."""
    for length, first in _FIRST_OF_LENGTH.items():
        yield from (form(value, length) for value in (*_OVERLONG, first - 1) if value < first)
    surrogates = [form(value, 3) for value in _SURROGATES]
    yield from surrogates
    yield from map(b"".join, product(surrogates, repeat=2))
    yield from (form(value, 4) for value in _BEYOND)
    yield from (form(value, 5 if value < _FIRST_OF_LENGTH[6] else 6) for value in _LONG)
    yield from _words(_NEVER)
    yield from _words(_TAILS)
    yield from _cut()
    if scheme is not Scheme.UTF_8:
        yield from characters(Scheme.UTF_8)


def _cut() -> Iterator[bytes]:
    """Yield truncated sequences of every lead octet, with its lowest allowed tail octets."""
    for row in variants.RFC_2279.rows:
        tails = bytes(admitted.start for admitted in row.octets[1:])
        for lead in row.octets[0] if tails else ():
            for length in range(len(tails)):
                yield bytes((lead,)) + tails[:length]


def _wide(scheme: Scheme) -> Iterator[bytes]:
    """Yield units that are no characters, pairs that are none, and units turned round."""
    width, order = facts(scheme).unit, facts(scheme).order or "big"
    surrogates = [value.to_bytes(width, order) for value in _SURROGATES]
    yield from surrogates
    yield from map(b"".join, product(surrogates, repeat=2))
    for word in _words(_WIDE[width]):
        yield b"".join(
            int.from_bytes(word[at : at + width]).to_bytes(width, order)
            for at in range(0, len(word), width)
        )
    wrong: ByteOrder = "little" if order == "big" else "big"
    yield from (value.to_bytes(width, wrong) for value in _WRONG_ORDER)
