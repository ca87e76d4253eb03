"""The pieces of generated inputs, one for each kind that a decoder can distinguish."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from utfproof.model.encoding import ByteOrder, Scheme, facts
from utfproof.reference import schemes

Octets = tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class SamplePieces:
    """Pieces of one width and byte order.

    `letter` is U+0041. `units` stand for all code units. `rests` are octets too few for a unit.
    `characters` are well-formed, those of every length first; `bad` are ill-formed by themselves
    in the standard encoding of that width; `cut` want more octets. `marks` are
    characters that a filter looks for.
    """

    letter: bytes
    units: Octets
    rests: Octets
    characters: Octets
    bad: Octets
    cut: Octets
    marks: Octets


_MARKS = (*map(ord, "'\"<>/\\&;"), 0x00, 0x0A, 0x0D)
_UNITS = {
    1: "41 80 90 A0 C0 C2 E0 E1 ED EF F0 F1 F4 F5 F8 FC FE FF",
    2: "0041 0000 D7FF D800 DBFF DC00 DFFF E000 FEFF FFFE FFFF",
    4: (
        "00000041 00000000 0000D7FF 0000D800 0000DFFF 0000E000 0000FEFF 0000FFFF 00010000"
        " 0010FFFF 00110000 01000041 7FFFFFFF 80000041 FFFE0000 FFFFFFFF"
    ),
}
# Groups take the first two or four of a list: its order decides which pieces they hold.
_CHARACTERS = {
    1: "41 C3A9 E282AC F09F9880 00 7F C280 DFBF E0A080 ED9FBF EE8080 EFBFBD F0908080 F48FBFBF",
    2: "0041 00E9 20AC D83DDE00 0000 D7FF E000 FFFD D800DC00 DBFFDFFF",
    4: "00000041 000000E9 000020AC 0001F600 00000000 0000D7FF 0000E000 0000FFFD 0010FFFF",
}
_BAD = {
    1: "FF 80 C080 EDA080 F4908080 E09F80 F08F8080 F8 BF C1 F5",
    2: "DC00 DFFF",
    4: "0000D800 0000DFFF 00110000 80000041 FFFFFFFF",
}
_CUT = {1: "C2 E282 F09F98 E1 F1 F180 F4 F48F8F ED E0A0 F090", 2: "D800 DBFF", 4: ""}
# D8 and DC begin a surrogate if an octet follows: a decoder that guesses it is found out.
_RESTS = {1: "", 2: "00 41 D8 DC FF", 4: "00 41 0000 00D8 000000 000041 FFFFFF"}


@cache
def pieces(scheme: Scheme) -> SamplePieces:
    """Return the pieces of a scheme; in big-endian order where it has none of its own."""
    width, order = facts(scheme).unit, facts(scheme).order or "big"

    def ordered(text: str) -> Octets:
        return tuple(_ordered(bytes.fromhex(word), width, order) for word in text.split())

    return SamplePieces(
        letter=_ordered(b"A".rjust(width, b"\0"), width, order),
        units=ordered(_UNITS[width]),
        rests=tuple(bytes.fromhex(word) for word in _RESTS[width].split()),
        characters=tuple(
            # A character of one scheme need not be one of its relatives: CESU-8 has no four octets,
            # modified UTF-8 no octet 00.
            one
            for one in ordered(_CHARACTERS[width])
            if len(schemes.read_text(scheme, one).parts) == 1
            and schemes.read_text(scheme, one).well_formed
        ),
        bad=ordered(_BAD[width]),
        cut=ordered(_CUT[width]),
        marks=tuple(mark.to_bytes(width, order) for mark in _MARKS),
    )


def _ordered(octets: bytes, width: int, order: ByteOrder) -> bytes:
    """Turn the octets of each unit round where the least significant comes first."""
    if order == "big":
        return octets
    return b"".join(octets[at : at + width][::-1] for at in range(0, len(octets), width))
