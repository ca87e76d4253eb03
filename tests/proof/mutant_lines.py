"""Random data lines full of what mutants err in, for every operation and encoding."""

from __future__ import annotations

import random
from functools import cache

from utfproof.model.encoding import Encoding, Scheme, facts
from utfproof.model.fields import points, render
from utfproof.model.operation import Offer, Op
from utfproof.mutants.faulty_readings import big_endian

_OCTETS = """
41 00 0a 0d 1a 1b 2f 3c 5c 7f 80 8f 90 9f a0 bf c0 c1 c2 c3 df e0 e1 e2 ec ed ee ef f0 f1 f3 f4 f5
f8 fc fe ff c080 c3a9 dfbf e080 e0a080 e09fbf e282ac ed9fbf eda080 edbfbf ee8080 efbbbf efbfbd
efbfbe f0808080 f0908080 f09f9880 f48fbfbf f4908080 f888808080 fc8480808080 eda0bdedb880 e28241
f09f98 e282 c2 4141414141414141 41414141414141 65cc81 410d0a cdb8 f1808080 e28082 e280a8
"""
_UNITS = """
0041 0000 00d8 d7ff d800 dbff dc00 dfff e000 fdd0 feff fffe fffd ffff d83dde00 d800dc00 dbffdfff
d83d de00 00 41 0041004100410041004100410041
"""
_WIDE_UNITS = """
00000041 00000000 0000d7ff 0000d800 0000dfff 0000e000 0000feff fffe0000 0000ffff 00010041 0010ffff
00110000 001fffff 00300041 01000041 7fffffff 80000041 ffffffff 0000d83d0000de00 00 0000 000041
"""
_VALUES = (
    0, 0x0A, 0x41, 0x7F, 0x80, 0xE9, 0xFF, 0x3FF, 0x7FF, 0x800, 0x20AC, 0xD7FF, 0xD800, 0xD83D,
    0xDBFF, 0xDC00, 0xDE00, 0xDFFF, 0xE000, 0xFDD0, 0xFEFF, 0xFFFD, 0xFFFF, 0x10000, 0x103FF,
    0x1F600, 0x100000, 0x10FFFF, 0x110000, 0x1FFFFF, 0x200041, 0x7FFFFFFF, 0x80000041, 0xFFFFFFFF,
)  # fmt: skip
_LABELS = """
UTF-8 utf-8 utf8 Utf-8x XUTF-8 UTF-16 utf-16le UTF-16BE UTF-32 utf-7 UCS-2 utf_8 unicode UTF.8
"""
_WORDS = {1: _OCTETS, 2: _UNITS, 4: _WIDE_UNITS}


def _octets(dice: random.Random, encoding: Encoding, most: int = 5) -> bytes:
    scheme = Scheme.UTF_8 if encoding is Encoding.NONE else Scheme(encoding.value)
    words = _WORDS[facts(scheme).unit].split()
    text = "".join(dice.choices(words, k=dice.randint(0, most)))
    octets = bytes.fromhex(text)
    if dice.random() < 0.1:
        octets = octets[: facts(scheme).unit * 8] * dice.randint(1, 40)
    return big_endian(scheme, octets) if dice.random() < 0.9 else octets


def _chunks(dice: random.Random, encoding: Encoding) -> str:
    octets = _octets(dice, encoding)
    cuts = sorted(dice.choices(range(len(octets) + 1), k=dice.randint(0, 4)))
    ends = [*cuts, len(octets)]
    return " ".join(render(octets[start:end]) for start, end in zip([0, *cuts], ends, strict=True))


def _values(dice: random.Random) -> str:
    return points(dice.choices(_VALUES, k=dice.randint(0, 4)))


def _line(dice: random.Random, offer: Offer) -> str:
    encoding = offer.encoding
    match offer.op:
        case Op.DECODE_CHUNKS | Op.DECODE_RESUMED:
            return _chunks(dice, encoding)
        case Op.DECODE_WITHIN | Op.DECODE_AGAIN:
            fields = 3 if offer.op is Op.DECODE_WITHIN else 2
            return " ".join(render(_octets(dice, encoding, 2)) for _ in range(fields))
        case Op.DECODE_ROOM | Op.DECODE_REFILL:
            return f"{dice.randint(int(offer.op.refills), 6)} {render(_octets(dice, encoding, 3))}"
        case Op.ENCODE | Op.ENCODE_SIZE:
            return _values(dice)
        case Op.ENCODE_CHUNKS | Op.ENCODE_RESUMED:
            return " | ".join(_values(dice) for _ in range(dice.randint(1, 4)))
        case Op.ENCODE_ROOM | Op.ENCODE_REFILL:
            return f"{dice.randint(int(offer.op.refills), 9)} {_values(dice)}"
        case Op.LABEL:
            return render(dice.choice(_LABELS.split()).encode() + dice.choice((b"", b" ", b"\0")))
        case _:
            return render(_octets(dice, encoding))


@cache
def lines(offer: Offer, count: int) -> tuple[str, ...]:
    """Return so many lines for an offer, always the same."""
    dice = random.Random(f"{offer} {count}")  # noqa: S311  (no secrets: the same every time)
    return tuple(_line(dice, offer) for _ in range(count))
