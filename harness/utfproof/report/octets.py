"""The octets of an input, each with its role in the reference reading, ready to be coloured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, pairwise

from utfproof.engine.judging.roles import Role, roles
from utfproof.model.encoding import Encoding, Scheme, is_scalar, is_surrogate
from utfproof.model.fields import read_joined, read_octets
from utfproof.model.operation import Offer, Op
from utfproof.model.reading import IllFormed, Signature

MOST = 512
ILL_FORMED, SIGNATURE, ASCII, CHARACTER = "bad", "signature", "ascii", "character"
AROUND, BORDER = "around", "border"


@dataclass(frozen=True, slots=True)
class Piece:
    """Octets that have one role; of an encoder's input a code point.

    `look` is the kind of it: ill-formed, signature, ASCII, or another character; surroundings of
    the input, or a border between chunks.
    """

    offset: int
    digits: str
    look: str
    role: str
    clause: str = ""


@dataclass(frozen=True, slots=True)
class AnnotatedInput:
    """An input in pieces; `left` is how many octets or code points are not shown."""

    pieces: Sequence[Piece]
    left: int = 0

    @property
    def wrong(self) -> list[Piece]:
        """Return the pieces that are ill-formed."""
        return [piece for piece in self.pieces if piece.look == ILL_FORMED]

    @property
    def clauses(self) -> list[str]:
        """Return the clauses that decide about ill-formed parts, each once."""
        return list(dict.fromkeys(piece.clause for piece in self.wrong if piece.clause))


def read(operation: str, line: str, most: int = MOST) -> AnnotatedInput:
    """Read a data line by the reference; nothing where it is no input of its operation.

    Not much more than `most` octets are read.
    """
    try:
        asked = Offer.parse(operation)
        fields = line.split()
        # A room stands before the input, and is no octet of it.
        before = [_room(fields.pop(0))] if asked.op.bounded else []
        found = _points(fields, most) if asked.op.encodes else _octets(asked, fields, most)
    # An adapter's journal can hold any line: what is no input is shown without colours.
    except (ValueError, IndexError):
        return AnnotatedInput(())
    return replace(found, pieces=(*before, *found.pieces))


def _room(field: str) -> Piece:
    return Piece(0, str(int(field)), AROUND, "the room for what comes out")


def _points(fields: Sequence[str], most: int) -> AnnotatedInput:
    """Return the code points of an encoder, with the borders of its chunks."""
    pieces: list[Piece] = []
    # The borders of chunks do not count: the places are those of code points.
    points = sum(field not in {"|", "-"} for field in fields)
    index = 0
    for field in fields:
        if index == most:
            break
        if field == "|":
            pieces.append(_border(index))
        elif field != "-":
            pieces.append(_point(index, int(field, 16)))
            index += 1
    return AnnotatedInput(tuple(pieces), points - index)


def _octets(asked: Offer, fields: Sequence[str], most: int) -> AnnotatedInput:
    match asked.op:
        case Op.DECODE_CHUNKS | Op.DECODE_RESUMED | Op.VALIDATE_CHUNKS:
            return _chunks(asked.encoding, [read_octets(field) for field in fields], most)
        case Op.DECODE_WITHIN:
            before, own, after = map(read_octets, fields)
            found = _whole(asked.encoding, own, most)
            around = [
                Piece(0, octets.hex().upper(), AROUND, f"lies {word} the input")
                for octets, word in ((before, "before"), (after, "after"))
            ]
            return replace(found, pieces=(around[0], *found.pieces, around[1]))
        case Op.DECODE_AGAIN:
            one, other = (_whole(asked.encoding, read_octets(field), most) for field in fields)
            return AnnotatedInput((*one.pieces, _border(0), *other.pieces), one.left + other.left)
        case Op.SWEEP:
            prefix, count = fields
            rest = Piece(0, f"+{int(count)}", AROUND, f"and every string of {int(count)} octets")
            return AnnotatedInput((*_plain(read_octets(prefix)), rest))
    return _whole(asked.encoding, read_joined(" ".join(fields)), most)


def _whole(encoding: Encoding, octets: bytes, most: int) -> AnnotatedInput:
    shown = octets[:most]
    if encoding is Encoding.NONE:
        return AnnotatedInput(tuple(_plain(shown)), len(octets) - len(shown))
    # Four octets more, so that a sequence at the edge is read whole before it is cut off.
    pieces = _read(Scheme(encoding), octets[: most + 4])
    kept = tuple(piece for piece in pieces if piece.offset + len(piece.digits) // 2 <= most)
    return AnnotatedInput(kept, len(octets) - sum(len(piece.digits) // 2 for piece in kept))


@lru_cache(maxsize=1024)
def _read(scheme: Scheme, octets: bytes) -> tuple[Piece, ...]:
    return tuple(_piece(role) for role in roles(scheme, octets))


def _chunks(encoding: Encoding, chunks: Sequence[bytes], most: int) -> AnnotatedInput:
    """Read all chunks as one text, and put the borders in, within a piece where need be."""
    whole = _whole(encoding, b"".join(chunks), most)
    ends, end = [], 0
    for chunk in chunks[:-1]:
        end += len(chunk)
        ends.append(end)
    pieces = chain.from_iterable(_cut(piece, ends) for piece in whole.pieces)
    # A border before the first octet belongs to no piece.
    early = [_border(0) for end in ends if end == 0]
    return AnnotatedInput((*early, *pieces), whole.left)


def _cut(piece: Piece, ends: Sequence[int]) -> Iterator[Piece]:
    """Cut a piece at the ends of chunks, each of which is shown behind its octets."""
    last = piece.offset + len(piece.digits) // 2
    # A border at the start of a piece was drawn behind the piece before.
    within = [end for end in ends if piece.offset < end <= last]
    cuts = sorted({piece.offset, *within, last})
    for start, end in pairwise(cuts):
        digits = piece.digits[2 * (start - piece.offset) : 2 * (end - piece.offset)]
        yield replace(piece, offset=start, digits=digits)
        yield from (_border(end) for place in within if place == end)


def _border(offset: int) -> Piece:
    return Piece(offset, "|", BORDER, "a border: what follows is given later")


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
    """Yield octets of which no encoding is known; they may be ASCII."""
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
