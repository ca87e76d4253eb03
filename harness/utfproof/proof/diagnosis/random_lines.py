"""Random lines around the octets or values of another line, the same ones in every run."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise

from utfproof.model.encoding import Scheme
from utfproof.model.fields import points, read_joined, read_points, render, without_room
from utfproof.model.operation import ENCODE_STREAM_OPS, Offer, Op
from utfproof.oracle.samples import pieces

_MOST_PIECES = 4
_MOST_CHUNKS = 5
_MOST_ROOM = 24
_LETTERS = (0, 1, 2, 3, 7, 8, 16, 40)
_VALUES = (0x41, 0xE9, 0x20AC, 0xFFFD, 0x1F600)


def random_lines(offer: Offer, line: str, number: int) -> Iterator[str]:
    """Yield so many lines: the content of one among letters and characters, cut at random.

    Detectors and lookups of labels have no encoding whose characters could be drawn: no line.
    """
    if offer.op.without_encoding:
        return
    dice = random.Random(f"{offer} {line}")  # noqa: S311  (the same questions in every run)
    for _ in range(number):
        yield (
            _of_values(offer.op, line, dice) if offer.op.encodes else _of_octets(offer, line, dice)
        )


def _of_octets(offer: Offer, line: str, dice: random.Random) -> str:
    core = read_joined(without_room(offer.op, line))
    before, behind = _text(offer, dice), _text(offer, dice)
    text = before + core + behind
    match offer.op:
        case Op.DECODE_CHUNKS | Op.DECODE_RESUMED | Op.VALIDATE_CHUNKS:
            return " ".join(map(render, _cut(text, dice)))
        case Op.DECODE_WITHIN:
            return " ".join(map(render, (_text(offer, dice), text, _text(offer, dice))))
        case Op.DECODE_AGAIN:
            return f"{render(before + core)} {render(_text(offer, dice) + core)}"
        case Op.DECODE_ROOM | Op.DECODE_REFILL:
            return f"{_room(offer.op, dice)} {render(text)}"
        case _:
            return render(text)


def _room(op: Op, dice: random.Random) -> int:
    # One room after another has at least a unit each.
    return dice.randrange(int(op.refills), _MOST_ROOM)


def _text(offer: Offer, dice: random.Random) -> bytes:
    """Return a few characters behind letters, well-formed or with an error among them."""
    known = pieces(Scheme(offer.encoding.value))
    kinds = (known.characters, known.characters, known.bad or known.characters)
    found = (
        known.letter * dice.choice(_LETTERS) + dice.choice(dice.choice(kinds))
        for _ in range(dice.randrange(_MOST_PIECES))
    )
    return b"".join(found)


def _cut(text: bytes, dice: random.Random) -> Sequence[bytes]:
    number = dice.randrange(1, _MOST_CHUNKS + 1)
    ends = sorted(dice.randrange(len(text) + 1) for _ in range(number - 1))
    return [text[start:end] for start, end in pairwise((0, *ends, len(text)))]


def _of_values(op: Op, line: str, dice: random.Random) -> str:
    rest = line.partition(" ")[2] if op.bounded else line
    core = [value for text in rest.split("|") for value in read_points(text)]
    values = [*_characters(dice), *core, *_characters(dice)]
    if op in ENCODE_STREAM_OPS:
        # A fresh encoder goes on from a saved state behind the second chunk, and behind the fourth.
        cuts = 1 if op is Op.ENCODE_CHUNKS else dice.randrange(1, _MOST_CHUNKS)
        ends = sorted(dice.randrange(len(values) + 1) for _ in range(cuts))
        return " | ".join(
            points(values[begin:end]) for begin, end in pairwise((0, *ends, len(values)))
        )
    room = f"{_room(op, dice)} " if op.bounded else ""
    return f"{room}{points(values)}"


def _characters(dice: random.Random) -> list[int]:
    return [dice.choice(_VALUES) for _ in range(dice.randrange(_MOST_PIECES))]
