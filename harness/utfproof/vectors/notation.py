"""The notation of the vectors: `U+002F [C0] [E2 82 ~] (EF BB BF)`, read and written.

| part         | means                                                              |
|--------------|--------------------------------------------------------------------|
| `U+002F`     | a value, 4 to 8 digits, no more zeros than fill four (RFC 3629 section 2) |
| `U+002F{C0 AF}` | a value with its octets, where another form than its own is allowed |
| `[C0]`       | one maximal subpart of an ill-formed subsequence, its octets       |
| `[E2 82 ~]`  | the same, cut off by the end of the input                          |
| `(EF BB BF)` | a signature at the very start                                      |

In the output of an encoder, bare octets are written and `[U+D83D]` cannot be encoded.
"""

from __future__ import annotations

import re

from utfproof.model.case import ExpectedOctets, NotEncodable, WrittenPart
from utfproof.model.encoding import Scheme, octet_length
from utfproof.model.reading import IllFormed, Part, Reading, Signature, Value

_OCTETS = re.compile(r"(?:[0-9A-F]{2}(?: [0-9A-F]{2})*)?")
_PART = re.compile(
    r"U\+(?P<value>[0-9A-F]+)(?:\{(?P<form>[0-9A-F]{2}(?: [0-9A-F]{2})*)\})?"
    r"|\[(?P<ill>[0-9A-F]{2}(?: [0-9A-F]{2})*)(?P<cut> ~)?\]"
    r"|\((?P<signature>[0-9A-F]{2}(?: [0-9A-F]{2})*)\)"
)
_WRITTEN = re.compile(
    r"(?P<octets>[0-9A-F]{2}(?: [0-9A-F]{2})*)"
    r"|\[U\+(?P<value>[0-9A-F]+)\]"
    r"|\((?P<signature>[0-9A-F]{2}(?: [0-9A-F]{2})*)\)"
)
# Superfluous zeros would allow two spellings of one value, and a search would miss one.
_DIGITS = re.compile(r"[0-9A-F]{4}|[1-9A-F][0-9A-F]{4,7}")


def octets(text: str) -> bytes:
    """Read `2F C0 AE`: upper-case pairs separated by single spaces; "" is the empty string.

    Raises:
        ValueError: the text is of another form; the message shows the right one.
    """
    if not _OCTETS.fullmatch(text):
        raise ValueError(f"{text!r} is not octets: write upper-case pairs such as 2F C0 AE")
    return bytes.fromhex(text)


def show(data: bytes) -> str:
    """Write octets in the notation's way: `2F C0 AE`."""
    return data.hex(" ").upper()


def value(digits: str) -> int:
    """Read the digits after `U+`: four to eight, no superfluous zeros.

    Raises:
        ValueError: too few or too many digits, or superfluous zeros.
    """
    if not _DIGITS.fullmatch(digits):
        raise ValueError(f"U+{digits} is not four to eight digits without superfluous zeros")
    return int(digits, 16)


def values(text: str) -> tuple[int, ...]:
    """Read `U+0041 U+D83D`; "" is no value at all.

    Raises:
        ValueError: a word that is not U+ and digits.
    """
    words = text.split(" ") if text else []
    if wrong := [word for word in words if not word.startswith("U+")]:
        raise ValueError(f"{wrong[0]!r} is not a value: write U+ and four to eight digits")
    return tuple(value(word[2:]) for word in words)


def reading(text: str, data: bytes, scheme: Scheme) -> Reading:
    """Read `reads` against the input it describes: the parts in order must cover `data`.

    Raises:
        ValueError: a part that is no part, or parts that do not cover the input.
    """
    parts: list[Part] = []
    at = 0
    for match in _tokens(_PART, text):
        part = _part(match, data, at, scheme)
        parts.append(part)
        # The octets of the parts, not their values, say how far the input is described.
        at += len(part.octets)
    if at != len(data):
        raise ValueError(f"the parts end at offset {at}, the bytes at {len(data)}")
    if any(isinstance(part, IllFormed) and part.truncated for part in parts[:-1]):
        raise ValueError("a sequence cut by the end (~) stands only at the very end")
    return Reading(tuple(parts))


def _tokens(pattern: re.Pattern[str], text: str) -> list[re.Match[str]]:
    found: list[re.Match[str]] = []
    at = 0
    while at < len(text):
        match = pattern.match(text, at)
        # A part ends at a blank or at the end: `U+002F[C0]` is a slip of the pen.
        if match is None or text[match.end() : match.end() + 1] not in ("", " "):
            raise ValueError(f"{text[at:]!r} does not start with a part such as U+002F or [C0]")
        found.append(match)
        at = match.end() + 1
    if text.endswith(" "):
        raise ValueError("a space stands at the end")
    return found


def _part(match: re.Match[str], data: bytes, at: int, scheme: Scheme) -> Part:
    if match["value"]:
        number = value(match["value"])
        # Braces state another form than the scheme's own; without them its length follows from the
        # value.
        length = len(octets(match["form"])) if match["form"] else octet_length(scheme, number)
        own = data[at : at + length]
        if len(own) != length or (match["form"] and own != octets(match["form"])):
            raise ValueError(f"{match[0]} does not fit what stands at offset {at} of the bytes")
        return Value(number, own)
    own = octets(match["ill"] or match["signature"])
    if data[at : at + len(own)] != own:
        raise ValueError(f"{match[0]} is not what stands at offset {at} of the bytes")
    if match["ill"]:
        return IllFormed(own, truncated=bool(match["cut"]))
    if at:
        raise ValueError("a signature in round brackets stands only at the very start")
    return Signature(own)


def show_reading(reads: Reading, scheme: Scheme | None = None) -> str:
    """Write a reading in the notation; with its scheme, forms that are not its own in braces."""
    return " ".join(_show_part(part, scheme) for part in reads.parts)


def _show_part(part: Part, scheme: Scheme | None) -> str:
    match part:
        case Value(number, own):
            # Without a scheme nothing is compared: the export of a case's own reading has no other
            # forms.
            other = scheme and len(own) != octet_length(scheme, number)
            return f"U+{number:04X}{{{show(own)}}}" if other else f"U+{number:04X}"
        case Signature(own):
            return f"({show(own)})"
        case IllFormed(own, truncated):
            return f"[{show(own)}{' ~' if truncated else ''}]"


def written(text: str) -> ExpectedOctets:
    """Read `writes`: octets, `[U+D83D]` for an unencodable value, a signature first.

    Raises:
        ValueError: a part that is none of these.
    """
    parts: list[WrittenPart] = []
    signature = b""
    for index, match in enumerate(_tokens(_WRITTEN, text)):
        if match["value"]:
            parts.append(NotEncodable(value(match["value"])))
        elif match["octets"]:
            parts.append(octets(match["octets"]))
        elif index:
            raise ValueError("a signature in round brackets stands only at the very start")
        else:
            signature = octets(match["signature"])
    return ExpectedOctets(tuple(parts), signature)
