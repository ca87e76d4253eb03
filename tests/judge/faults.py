"""Faults of decoders as readings: each takes octets and gives the parts that it sees."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from utfproof.model.encoding import ByteOrder, Scheme
from utfproof.model.reading import IllFormed, Part, Value
from utfproof.reference import schemes

from .stand_in import Read

_TAILS = b"[\x80-\xbf]"


def bits(octets: bytes) -> int:
    """Join the bits that a decoder takes from a sequence without looking at its form."""
    if len(octets) == 1:
        return octets[0]
    value = octets[0] & (0x7F >> len(octets))
    for octet in octets[1:]:
        value = value << 6 | octet & 0x3F
    return value


def accepts(
    pattern: bytes, value: Callable[[bytes], int] = bits, scheme: Scheme = Scheme.UTF_8
) -> Read:
    """Take what fits a pattern for a character, wherever it stands; read the rest rightly."""
    wanted = re.compile(pattern, re.DOTALL)

    def read(octets: bytes) -> Sequence[Part]:
        parts: list[Part] = []
        at = 0
        while at < len(octets):
            found = wanted.match(octets, at)
            if found and found.end() > at:
                parts.append(Value(value(found[0]), found[0]))
            else:
                parts.append(schemes.read_text(scheme, octets[at:], _order(scheme)).parts[0])
            at += len(parts[-1].octets)
        return parts

    return read


def _order(scheme: Scheme) -> ByteOrder:
    return "little" if scheme.value.endswith("LE") else "big"


def refuses(wrong: Callable[[int], bool], scheme: Scheme = Scheme.UTF_8) -> Read:
    """Take characters for ill-formed, octet by octet or unit by unit."""

    def read(octets: bytes) -> Sequence[Part]:
        parts: list[Part] = []
        for part in schemes.read_text(scheme, octets, _order(scheme)).parts:
            if isinstance(part, Value) and wrong(part.value):
                parts += [IllFormed(part.octets[at : at + 1]) for at in range(len(part.octets))]
            else:
                parts.append(part)
        return parts

    return read


def changes(change: Callable[[list[Part]], Iterable[Part]], scheme: Scheme = Scheme.UTF_8) -> Read:
    """Change the parts of a right reading."""
    return lambda octets: list(
        change(list(schemes.read_text(scheme, octets, _order(scheme)).parts))
    )


def values(change: Callable[[int], int], scheme: Scheme = Scheme.UTF_8) -> Read:
    """Change the values of a right reading."""
    return changes(
        lambda parts: (
            Value(change(part.value), part.octets) if isinstance(part, Value) else part
            for part in parts
        ),
        scheme,
    )


def swallows(parts: list[Part]) -> Iterable[Part]:
    """Lose the character after an error that announced more octets."""
    lost = False
    for part in parts:
        announced = isinstance(part, IllFormed) and part.octets[0] >= 0xC2
        if not (lost and isinstance(part, Value) and part.value < 0x80):
            yield part
        lost = announced


UTF_8: dict[str, Read] = {
    "c0 is a lead": accepts(rb"\xc0" + _TAILS),
    "c1 is a lead": accepts(rb"\xc1" + _TAILS),
    "c0 80 is nul": accepts(rb"\xc0\x80"),
    "e0 80-9f is accepted": accepts(rb"\xe0[\x80-\x9f]" + _TAILS),
    "e0 9f is accepted": accepts(rb"\xe0\x9f" + _TAILS),
    "e0 9f bf is accepted": accepts(rb"\xe0\x9f\xbf"),
    "f0 80-8f is accepted": accepts(rb"\xf0[\x80-\x8f]" + _TAILS * 2),
    "f0 8f is accepted": accepts(rb"\xf0\x8f" + _TAILS * 2),
    "f0 90 is refused": refuses(lambda value: 0x10000 <= value < 0x11000),
    "surrogates are accepted": accepts(rb"\xed[\xa0-\xbf]" + _TAILS),
    "low surrogates are accepted": accepts(rb"\xed[\xb0-\xbf]" + _TAILS),
    "only dfff is accepted": accepts(rb"\xed\xbf\xbf"),
    "only d800 is accepted": accepts(rb"\xed\xa0\x80"),
    "d7ff is refused": refuses(lambda value: value == 0xD7FF),
    "f4 90-bf is accepted": accepts(rb"\xf4[\x90-\xbf]" + _TAILS * 2),
    "only 110000 is accepted": accepts(rb"\xf4\x90\x80\x80"),
    "f5 is a lead": accepts(rb"\xf5" + _TAILS * 3),
    "five octets": accepts(rb"[\xf8-\xfb]" + _TAILS * 4),
    "six octets": accepts(rb"[\xfc\xfd]" + _TAILS * 5),
    "fe and ff are latin-1": accepts(rb"[\xfe\xff]"),
    "falls back to latin-1": changes(
        lambda parts: (
            Value(octet, bytes([octet])) if isinstance(part, IllFormed) else part
            for part in parts
            for octet in (part.octets if isinstance(part, IllFormed) else part.octets[:1])
        )
    ),
    "c2 is refused": refuses(lambda value: 0x80 <= value < 0xC0),
    "ef is refused": refuses(lambda value: 0xF000 <= value < 0x10000),
    "a tail is a lead": accepts(rb"[\x82-\xbf]" + _TAILS, lambda octets: bits(octets) & 0x7FF),
    "second octet of two is not looked at": accepts(rb"[\xc2-\xdf].", bits),
    "third octet of four is not looked at": accepts(rb"[\xf1-\xf3]" + _TAILS + b"." + _TAILS),
    "tails are 80-ff": accepts(rb"[\xe1-\xec][\x80-\xbf][\x80-\xff]"),
    "7f is a tail": accepts(rb"[\xe1-\xec][\x80-\xbf]\x7f"),
    "bf is no tail": refuses(lambda value: value >= 0x80 and value & 0x3F == 0x3F),
    "e1 80 is refused": refuses(lambda value: 0x1000 <= value < 0x1040),
    "ec is like ed": refuses(lambda value: 0xC800 <= value < 0xD000),
    "ee is like ed": refuses(lambda value: 0xE800 <= value < 0xF000),
    "f1 is like f0": refuses(lambda value: 0x40000 <= value < 0x50000),
    "fffe is refused": refuses(lambda value: value == 0xFFFE),
    "ffff is refused": refuses(lambda value: value == 0xFFFF),
    "fdd0 is refused": refuses(lambda value: 0xFDD0 <= value <= 0xFDEF),
    "noncharacters of plane 16 are refused": refuses(lambda value: value >= 0x10FFFE),
    "a genuine fffd is an error": refuses(lambda value: value == 0xFFFD),
    "controls are refused": refuses(lambda value: value < 0x20),
    "nul is refused": refuses(lambda value: value == 0),
    "values have 16 bits": values(lambda value: value & 0xFFFF),
    "values have 20 bits": values(lambda value: value & 0xFFFFF),
    "two-octet leads have four bits": values(lambda v: v & 0x3FF if 0x80 <= v < 0x800 else v),
    "the line separator is a line feed": values(lambda v: 0x0A if v == 0x2028 else v),
    "cesu pairs are joined": accepts(rb"\xed[\xa0-\xaf][\x80-\xbf]\xed[\xb0-\xbf][\x80-\xbf]"),
    "the lead swallows what follows": changes(swallows),
    "errors are dropped": changes(
        lambda parts: [part for part in parts if not isinstance(part, IllFormed)]
    ),
    "stops at the first error": changes(
        lambda parts: parts[
            : next((i for i, p in enumerate(parts) if isinstance(p, IllFormed)), len(parts))
        ]
    ),
    "the end is not looked at": changes(
        lambda parts: [p for p in parts if not (isinstance(p, IllFormed) and p.truncated)]
    ),
    "every second error is lost": changes(
        lambda parts: [
            part
            for at, part in enumerate(parts)
            if not (
                isinstance(part, IllFormed)
                and sum(isinstance(p, IllFormed) for p in parts[:at]) % 2
            )
        ]
    ),
    "ff at offset 15 is accepted": lambda octets: (
        accepts(rb"(?<=^.{15})\xff|(?!)")(octets)
        if octets[15:16] == b"\xff"
        else schemes.read_text(Scheme.UTF_8, octets).parts
    ),
    "crlf becomes lf": changes(
        lambda parts: [
            part
            for at, part in enumerate(parts)
            if not (part.octets == b"\r" and at + 1 < len(parts) and parts[at + 1].octets == b"\n")
        ]
    ),
    "combining accents are composed": changes(
        lambda parts: [
            Value(0xE9, part.octets) if part.octets == b"e" and _accented(parts, at) else part
            for at, part in enumerate(parts)
            if not (part.octets == b"\xcc\x81" and at and parts[at - 1].octets == b"e")
        ]
    ),
}


def _accented(parts: list[Part], at: int) -> bool:
    return at + 1 < len(parts) and parts[at + 1].octets == b"\xcc\x81"


def _unit(octets: bytes) -> int:
    return int.from_bytes(octets, "big")


_16 = Scheme.UTF_16BE
_32 = Scheme.UTF_32BE

UTF_16BE: dict[str, Read] = {
    "lone high surrogates pass": accepts(rb"[\xd8-\xdb].(?![\xdc-\xdf].)", _unit, _16),
    "lone low surrogates pass": accepts(rb"[\xdc-\xdf].", _unit, _16),
    "any unit is taken for a low one": accepts(
        rb"[\xd8-\xdb]...",
        lambda o: 0x10000 + ((_unit(o[:2]) & 0x3FF) << 10) + (_unit(o[2:]) & 0x3FF),
        _16,
    ),
    "the low range ends at dffe": refuses(lambda v: v >= 0x10000 and v & 0x3FF == 0x3FF, _16),
    "the low range starts at dc01": refuses(lambda v: v >= 0x10000 and v & 0x3FF == 0, _16),
    "the high range ends at dbfe": refuses(lambda v: v >= 0x10FC00, _16),
    "10000 is not added": values(lambda v: v - 0x10000 if v >= 0x10000 else v, _16),
    "10000 is or-ed": values(lambda v: (v - 0x10000) | 0x10000 if v >= 0x10000 else v, _16),
    "an odd octet is padded": accepts(rb".\Z(?<=^.)|(?!)", lambda o: o[0] << 8, _16),
    "an odd octet is dropped": changes(
        lambda parts: [p for p in parts if not (isinstance(p, IllFormed) and len(p.octets) % 2)],
        _16,
    ),
    "ffff is refused": refuses(lambda value: value == 0xFFFF, _16),
    "every feff is dropped": changes(
        lambda parts: [p for p in parts if p.octets != b"\xfe\xff"], _16
    ),
    "the order is little": lambda octets: (
        schemes.read_text(Scheme.UTF_16LE, octets, "little").parts
    ),
}

UTF_32BE: dict[str, Read] = {
    "surrogates are accepted": accepts(rb"\0\0[\xd8-\xdf].", _unit, _32),
    "low surrogates are accepted": accepts(rb"\0\0[\xdc-\xdf].", _unit, _32),
    "110000 is accepted": accepts(rb"\0\x11\0\0", _unit, _32),
    "negative numbers pass": accepts(rb"[\x80-\xff]...", _unit, _32),
    "the high octet is not looked at": accepts(rb"[^\0]\0\0.", lambda o: _unit(o[1:]), _32),
    "values are masked": accepts(rb"\0[\x20-\xff]..", lambda o: _unit(o) & 0x1FFFFF, _32),
    "10ffff is refused": refuses(lambda value: value == 0x10FFFF, _32),
    "fffe is refused": refuses(lambda value: value & 0xFFFE == 0xFFFE, _32),
    "octets at the end are dropped": changes(
        lambda parts: [p for p in parts if not (isinstance(p, IllFormed) and len(p.octets) < 4)],
        _32,
    ),
    "the order is little": lambda octets: (
        schemes.read_text(Scheme.UTF_32LE, octets, "little").parts
    ),
}
