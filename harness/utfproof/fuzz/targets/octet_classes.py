"""Classes of octets at an offset of an input, by which faults are distinguished.

A class is as wide as one usual fault: a decoder without the check for overlong forms accepts those
of every length. Source of the names: RFC 3629 sections 3, 4 and 10, RFC 2781 section 2, RFC 2279.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from utfproof.model.encoding import REPLACEMENT, SIGNATURE, Scheme, facts, is_scalar, is_surrogate
from utfproof.model.reading import IllFormed, Part, Signature, Value
from utfproof.reference import schemes, utf16

# The first that matches counts, so the order matters: complete forms come before cut ones.
_OF_OCTETS = {
    "overlong": (
        rb"[\xc0\xc1]T|\xe0[\x80-\x9f]T|\xf0[\x80-\x8f]TT|\xf8[\x80-\x87]TTT|\xfc[\x80-\x83]TTTT"
    ),
    "surrogate": rb"\xed[\xa0-\xbf]T",
    "beyond Unicode": rb"\xf4[\x90-\xbf]TT|[\xf5-\xf7]TTT",
    "five-octet form": rb"[\xf8-\xfb]TTTT",
    "six-octet form": rb"[\xfc\xfd]TTTTT",
    "FE or FF": rb"[\xfe\xff]",
    "stray tail": rb"T",
    "cut by the end": rb"[\xc0-\xfd]T*\Z",
    "cut by another octet": rb"[\xc0-\xfd]T*",
}
_ILL_FORMED = tuple(
    (name, re.compile(pattern.replace(b"T", rb"[\x80-\xbf]"), re.DOTALL))
    for name, pattern in _OF_OCTETS.items()
)
# One octet more than the longest form: a cut form that reaches `\Z` is cut by the input's end.
_LONGEST = 7
_HALF = "part of a unit"

ILL_FORMED = {
    1: tuple(_OF_OCTETS),
    2: ("lone high surrogate", "lone low surrogate", _HALF),
    4: ("surrogate", "beyond Unicode", _HALF),
}
"""The classes of what is ill-formed, by the octets of a code unit."""


_EXAMPLES = {
    1: "C0AF EDA080 F4908080 F888808080 FC8480808080 FF 80 C3 E28241",
    2: "D8000041 DC00 00",
    4: "0000D800 00110000 000041",
}


def ill_formed_examples(scheme: Scheme) -> list[bytes]:
    """Return an example of each class of ill-formed octets."""
    unit = facts(scheme).unit
    found = [bytes.fromhex(text) for text in _EXAMPLES[unit].split()]
    if facts(scheme).order != "little":
        return found
    return [b"".join(one[at : at + unit][::-1] for at in range(0, len(one), unit)) for one in found]


def of_part(scheme: Scheme, octets: bytes, offset: int, part: Part) -> tuple[str, int]:
    """Name the class at an offset; return the number that its bits spell, or would spell."""
    match part:
        case Value(value):
            return character(value, first=offset == 0), value
        case Signature():
            return "signature", SIGNATURE
        case IllFormed():
            return ill_formed_at(scheme, octets, offset)


def ill_formed(scheme: Scheme, octets: bytes, offset: int) -> str:
    """Name the class of ill-formed octets at an offset."""
    return ill_formed_at(scheme, octets, offset)[0]


def ill_formed_at(scheme: Scheme, octets: bytes, offset: int) -> tuple[str, int]:
    """Name the class of ill-formed octets at an offset, and the number they would spell."""
    unit = facts(scheme).unit
    if unit == 1:
        name, form = _form_at(octets, offset)
        return name, _bits(form) if form else -1
    piece = octets[offset : offset + unit]
    if len(piece) < unit:
        return _HALF, -1
    value = int.from_bytes(piece, schemes.order_of(scheme, octets))
    if unit == utf16.WIDTH:
        return ("lone high surrogate" if utf16.is_high(value) else "lone low surrogate"), value
    return ("surrogate" if is_surrogate(value) else "beyond Unicode"), value


def length_at(scheme: Scheme, octets: bytes, offset: int) -> int:
    """Count the octets that belong to the class at an offset: both of the overlong form C0 AF."""
    unit = facts(scheme).unit
    form = _form_at(octets, offset)[1] if unit == 1 else b""
    return min(len(form) or unit, len(octets) - offset)


def _form_at(octets: bytes, offset: int) -> tuple[str, bytes]:
    rest = octets[offset : offset + _LONGEST]
    found = ((name, known.match(rest)) for name, known in _ILL_FORMED)
    return next(((name, match[0]) for name, match in found if match), ("not a character", b""))


def _bits(octets: bytes) -> int:
    """Read octets as a lead and its tails, of whatever number (RFC 2279 section 2)."""
    # A lead of n octets begins with n ones and a zero.
    value = octets[0] & 0xFF >> len(octets) + 1 if len(octets) > 1 else octets[0]
    for octet in octets[1:]:
        value = value << 6 | octet & 0x3F
    return value


def character(value: int, *, first: bool) -> str:
    """Name the class of a value; `first` is true when it begins the text."""
    match value:
        case 0:
            return "NUL"
        case v if is_surrogate(v):
            return "surrogate"
        case v if not is_scalar(v):
            return "beyond Unicode"
        case v if v == SIGNATURE:
            return "signature" if first else "U+FEFF"
        case v if v == REPLACEMENT:
            return "U+FFFD"
        case v if v & 0xFFFE == 0xFFFE or 0xFDD0 <= v <= 0xFDEF:
            return "noncharacter"
        case v if v < 0x20 or v == 0x7F:
            return "control"
    return by_length(value)


def by_length(value: int) -> str:
    """Name a value by how many octets UTF-8 spends on it."""
    ends = ((0x80, "ASCII"), (0x800, "U+0080..U+07FF"), (0x10000, "U+0800..U+FFFF"))
    return next((name for end, name in ends if value < end), "above U+FFFF")


def of_values(values: Sequence[int], index: int) -> str:
    """Name the value at an index, of an encoder's input; the index may be behind the last."""
    if index >= len(values):
        return "the end"
    pair = tuple(values[index : index + 2])
    if len(pair) > 1 and utf16.is_pair(*pair):
        return "surrogate pair"
    return character(values[index], first=index == 0)
