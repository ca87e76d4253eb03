"""The octets of an input, each with its role in the reference reading, ready to be coloured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from utfproof.engine.roles import Role, roles
from utfproof.fuzz.findings import Finding
from utfproof.model.encoding import Encoding, Scheme, is_scalar, is_surrogate
from utfproof.model.operation import Offer
from utfproof.model.reading import IllFormed, Signature

_MOST = 512
ILL_FORMED, SIGNATURE, ASCII, CHARACTER = "bad", "signature", "ascii", "character"


@dataclass(frozen=True, slots=True)
class Piece:
    """Octets that have one role; of an encoder's input a code point.

    `look` is the kind of it: ill-formed, signature, ASCII, or another character.
    """

    offset: int
    digits: str
    look: str
    role: str
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Input:
    """An input in pieces; `left` is how many octets or code points are not shown."""

    pieces: Sequence[Piece]
    left: int = 0

    @property
    def wrong(self) -> list[Piece]:
        """The pieces that are ill-formed."""
        return [piece for piece in self.pieces if piece.look == ILL_FORMED]

    @property
    def clauses(self) -> list[str]:
        """The clauses that decide what is ill-formed, each once."""
        return list(dict.fromkeys(piece.clause for piece in self.wrong if piece.clause))


def read(finding: Finding) -> Input:
    """Read a finding's input by the reference; nothing where it is no input of its operation."""
    try:
        asked = Offer.parse(finding.operation)
        if asked.op.startswith("encode"):
            values = [int(field, 16) for field in finding.input.split() if field != "-"]
            return Input(tuple(map(_point, range(_MOST), values)), max(0, len(values) - _MOST))
        octets = bytes.fromhex(finding.input.strip("-"))
    except ValueError:
        return Input(())
    if asked.encoding is Encoding.NONE:
        return Input(tuple(_plain(octets[:_MOST])), max(0, len(octets) - _MOST))
    found = [_piece(role) for role in roles(Scheme(asked.encoding), octets)]
    return Input(tuple(found[:_MOST]), sum(len(piece.digits) // 2 for piece in found[_MOST:]))


def _piece(role: Role) -> Piece:
    return Piece(role.offset, role.octets.hex().upper(), _look(role), role.role, role.clause)


def _look(role: Role) -> str:
    match role.part:
        case IllFormed():
            return ILL_FORMED
        case Signature():
            return SIGNATURE
    return ASCII if role.part.value < 0x80 else CHARACTER


def _plain(octets: bytes) -> Iterator[Piece]:
    """Give octets of which no encoding is known; they may be ASCII."""
    for offset, octet in enumerate(octets):
        look = ASCII if octet < 0x80 else CHARACTER
        yield Piece(offset, f"{octet:02X}", look, "an octet of a text to be recognised")


def _point(index: int, value: int) -> Piece:
    digits = f"U+{value:04X}"
    if is_scalar(value):
        look = ASCII if value < 0x80 else CHARACTER
        return Piece(index, digits, look, "a character")
    role = "a surrogate" if is_surrogate(value) else "above U+10FFFF"
    return Piece(index, digits, ILL_FORMED, role)
