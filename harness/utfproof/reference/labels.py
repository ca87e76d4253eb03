"""Which encoding a label names, by the IANA registry or by the Encoding Standard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from utfproof.model.encoding import Encoding

Registry = Literal["iana", "encoding_standard"]

# IANA, Character Sets: name and aliases of each entry that this suite has an encoding for.
# UNICODE-1-1-UTF-8 (RFC 2279 section 5) is history: RFC 3629 section 12 took it back.
IANA = {
    Encoding.UTF_8: b"UTF-8 csUTF8",
    Encoding.UTF_16: b"UTF-16 csUTF16",
    Encoding.UTF_16BE: b"UTF-16BE csUTF16BE",
    Encoding.UTF_16LE: b"UTF-16LE csUTF16LE",
    Encoding.UTF_32: b"UTF-32 csUTF32",
    Encoding.UTF_32BE: b"UTF-32BE csUTF32BE",
    Encoding.UTF_32LE: b"UTF-32LE csUTF32LE",
    Encoding.CESU_8: b"CESU-8 csCESU8 csCESU-8",
    Encoding.UCS_2: b"ISO-10646-UCS-2 csUnicode",
    Encoding.UCS_4: b"ISO-10646-UCS-4 csUCS4",
}

# Encoding Standard, section 4.2 "Names and labels". There the label utf-16 names UTF-16LE.
ENCODING_STANDARD = {
    Encoding.UTF_8: b"unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8",
    Encoding.UTF_16BE: b"unicodefffe utf-16be",
    Encoding.UTF_16LE: b"csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le",
}

# Infra Standard, "ASCII whitespace": TAB, LF, FF, CR, SPACE. Vertical tab is none.
_ASCII_WHITESPACE = b"\t\n\f\r "


def name(registry: Registry, label: bytes) -> Encoding | None:
    """Return the encoding that a label names, without regard to ASCII case; None if unknown.

    The Encoding Standard first strips ASCII whitespace at both ends ("get an encoding"); the
    IANA registry makes no distinction of case and takes names as they stand otherwise.
    """
    if registry == "encoding_standard":
        label = label.strip(_ASCII_WHITESPACE)
    return _LABELS[registry].get(label.lower())


def _by_label(table: Mapping[Encoding, bytes]) -> dict[bytes, Encoding]:
    return {
        label: encoding for encoding, labels in table.items() for label in labels.lower().split()
    }


_LABELS: dict[Registry, dict[bytes, Encoding]] = {
    "iana": _by_label(IANA),
    "encoding_standard": _by_label(ENCODING_STANDARD),
}
