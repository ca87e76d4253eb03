"""Readings as the vectors write them, for tests that can be read aloud."""

from __future__ import annotations

from itertools import product

from utfproof.model.reading import IllFormed, Part, Reading, Signature, Value

# Representatives of the classes of octets that no rule of RFC 3629 or RFC 2279 tells apart.
CLASSES = bytes.fromhex("41 80 90 A0 C0 C2 E0 E1 ED EF F0 F1 F4 F5 F8 FC FE FF")


def strings(alphabet: bytes, longest: int) -> list[bytes]:
    """Return all strings over an alphabet of length 0 to `longest`."""
    return [
        bytes(string)
        for length in range(longest + 1)
        for string in product(alphabet, repeat=length)
    ]


def noted(reading: Reading) -> str:
    """Write a reading as parts: `U+002F [C0] [E2 82 ~] (EF BB BF)`."""
    return " ".join(map(_part, reading.parts))


def _part(part: Part) -> str:
    octets = part.octets.hex(" ").upper()
    match part:
        case Value(value):
            return f"U+{value:04X}"
        case Signature():
            return f"({octets})"
        case IllFormed():
            return f"[{octets}{' ~' if part.truncated else ''}]"
