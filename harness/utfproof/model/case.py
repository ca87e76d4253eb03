"""A case: one thing that must be true of a codec, with the clause that says so."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from utfproof.model.encoding import Encoding
from utfproof.model.reading import Reading


class Keyword(StrEnum):
    """How strongly the clause speaks (RFC 2119)."""

    MUST = "MUST"
    SHOULD = "SHOULD"
    MAY = "MAY"


@dataclass(frozen=True, slots=True)
class CaseFacts:
    """The common part of every case: its permanent id, its clauses, its flags and its reason.

    `profile` is None for cases of the encoding's standard rules, else the one profile that they
    speak for. `place` is `file:line`.
    """

    id: str
    encoding: Encoding
    profile: str | None
    clauses: tuple[str, ...]
    flags: tuple[str, ...]
    keyword: Keyword
    why: str
    place: str


@dataclass(frozen=True, slots=True)
class AllowedReading:
    """A reading that a document allows beside the first."""

    reads: Reading
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DecodeCase:
    """Octets, and the reading of them that a decoder must deliver."""

    about: CaseFacts
    reads: Reading
    others: tuple[AllowedReading, ...] = ()

    @property
    def octets(self) -> bytes:
        """Return the input."""
        return self.reads.octets


@dataclass(frozen=True, slots=True)
class NotEncodable:
    """A code point for which there are no octets: `[U+D83D]` in notation."""

    value: int


WrittenPart = bytes | NotEncodable


@dataclass(frozen=True, slots=True)
class ExpectedOctets:
    """The octets that an encoder must write, piece by piece; `signature` if one comes first."""

    parts: tuple[WrittenPart, ...]
    signature: bytes = b""


@dataclass(frozen=True, slots=True)
class AllowedWriting:
    """A writing that a document allows beside the first."""

    writes: ExpectedOctets
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EncodeCase:
    """Code points, and the octets that an encoder must write for them.

    `writes_utf16` replaces them for an encoder whose input is UTF-16 units, where that differs.
    """

    about: CaseFacts
    values: tuple[int, ...]
    writes: ExpectedOctets
    writes_utf16: ExpectedOctets | None = None
    others: tuple[AllowedWriting, ...] = ()


@dataclass(frozen=True, slots=True)
class Detection:
    """A detector's answer: an encoding (None: unknown) with the length of its signature."""

    encoding: Encoding | None
    signature: int
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DetectCase:
    """Octets and the encoding that a detector must see in them."""

    about: CaseFacts
    octets: bytes
    detects: Detection
    others: tuple[Detection, ...] = ()


@dataclass(frozen=True, slots=True)
class AllowedName:
    """An encoding that a document allows a label to name beside the first; None is none."""

    names: Encoding | None
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LabelCase:
    """A charset label and the encoding that it names; None when it names none."""

    about: CaseFacts
    label: bytes
    names: Encoding | None
    others: tuple[AllowedName, ...] = ()


Case = DecodeCase | EncodeCase | DetectCase | LabelCase
