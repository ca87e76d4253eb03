"""The encodings of the protocol, and the schemes that say which octets are well-formed in them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

ByteOrder = Literal["big", "little"]

REPLACEMENT = 0xFFFD
SIGNATURE = 0xFEFF


class Encoding(StrEnum):
    """The encoding field of a protocol header."""

    UTF_8 = "UTF-8"
    UTF_16 = "UTF-16"
    UTF_16BE = "UTF-16BE"
    UTF_16LE = "UTF-16LE"
    UTF_32 = "UTF-32"
    UTF_32BE = "UTF-32BE"
    UTF_32LE = "UTF-32LE"
    UCS_2 = "UCS-2"
    UCS_4 = "UCS-4"
    CESU_8 = "CESU-8"
    MUTF_8 = "MUTF-8"
    WTF_8 = "WTF-8"
    NONE = "-"


class Scheme(StrEnum):
    """A rule that decides which octets are well-formed, and which values they have.

    Most schemes are the encoding of the same name. Two share the octets of UTF-8 under other
    rules: RFC 2279 (one to six octets) and generalized UTF-8 (surrogates are values).
    """

    UTF_8 = "UTF-8"
    UTF_16 = "UTF-16"
    UTF_16BE = "UTF-16BE"
    UTF_16LE = "UTF-16LE"
    UTF_32 = "UTF-32"
    UTF_32BE = "UTF-32BE"
    UTF_32LE = "UTF-32LE"
    UCS_2 = "UCS-2"
    UCS_4 = "UCS-4"
    CESU_8 = "CESU-8"
    MUTF_8 = "MUTF-8"
    WTF_8 = "WTF-8"
    RFC_2279 = "rfc2279"
    GENERALIZED_UTF_8 = "generalized-utf-8"


@dataclass(frozen=True, slots=True)
class SchemeFacts:
    """The facts in which schemes differ: octets in a code unit, byte order, the highest value.

    `order` is None where a signature decides (UTF-16, UTF-32) and where there is no order.
    """

    unit: int
    order: ByteOrder | None
    highest: int
    surrogates: bool
    """True when a single surrogate is a value that the scheme can express."""


_FACTS = {
    Scheme.UTF_8: SchemeFacts(1, None, 0x10FFFF, surrogates=False),
    Scheme.UTF_16: SchemeFacts(2, None, 0x10FFFF, surrogates=False),
    Scheme.UTF_16BE: SchemeFacts(2, "big", 0x10FFFF, surrogates=False),
    Scheme.UTF_16LE: SchemeFacts(2, "little", 0x10FFFF, surrogates=False),
    Scheme.UTF_32: SchemeFacts(4, None, 0x10FFFF, surrogates=False),
    Scheme.UTF_32BE: SchemeFacts(4, "big", 0x10FFFF, surrogates=False),
    Scheme.UTF_32LE: SchemeFacts(4, "little", 0x10FFFF, surrogates=False),
    Scheme.UCS_2: SchemeFacts(2, "big", 0xFFFF, surrogates=False),
    # UCS-4 and RFC 2279 have 31 bits: the limit of 10FFFF came after them.
    Scheme.UCS_4: SchemeFacts(4, "big", 0x7FFFFFFF, surrogates=True),
    Scheme.CESU_8: SchemeFacts(1, None, 0x10FFFF, surrogates=False),
    Scheme.MUTF_8: SchemeFacts(1, None, 0x10FFFF, surrogates=True),
    Scheme.WTF_8: SchemeFacts(1, None, 0x10FFFF, surrogates=True),
    Scheme.RFC_2279: SchemeFacts(1, None, 0x7FFFFFFF, surrogates=False),
    Scheme.GENERALIZED_UTF_8: SchemeFacts(1, None, 0x10FFFF, surrogates=True),
}


def facts(scheme: Scheme) -> SchemeFacts:
    """Return the facts of a scheme."""
    return _FACTS[scheme]


def is_surrogate(value: int) -> bool:
    """Tell whether a code point is one of U+D800..U+DFFF (RFC 2781 section 2)."""
    return 0xD800 <= value <= 0xDFFF


def is_noncharacter(value: int) -> bool:
    """Tell whether a code point is a noncharacter (Unicode, section 23.7)."""
    return value & 0xFFFE == 0xFFFE or 0xFDD0 <= value <= 0xFDEF


def is_scalar(value: int) -> bool:
    """Tell whether a code point is a scalar value: 0..10FFFF without the surrogates."""
    return 0 <= value <= 0x10FFFF and not is_surrogate(value)


def signature_octets(scheme: Scheme, order: ByteOrder | None = None) -> bytes:
    """Return U+FEFF as the scheme writes it; `order` is needed where the scheme has none.

    Source: ISO/IEC 10646 clause 10, RFC 3629 section 6, RFC 2781 section 3.2.
    """
    unit = facts(scheme).unit
    # Relatives of UTF-8 write U+FEFF as it does: they differ from it elsewhere only.
    if unit == 1:
        return b"\xef\xbb\xbf"
    return SIGNATURE.to_bytes(unit, facts(scheme).order or order or "big")


# The first values of the forms of two to six octets (RFC 2279 section 2).
_ROWS_OF_UTF8 = (0x80, 0x800, 0x10000, 0x200000, 0x4000000)
_PAIRS_OF_THREE = frozenset({Scheme.CESU_8, Scheme.MUTF_8})


def octet_length(scheme: Scheme, value: int) -> int:
    """Count the octets that a scheme spends on a value that it can express.

    Source: RFC 3629 and RFC 2279 tables, RFC 2781 section 2, UTR #26, JVMS 4.4.7 (U+0000 is two).
    """
    unit = facts(scheme).unit
    if unit == 2:
        return 2 if value < 0x10000 else 4
    if unit == 4:
        return 4
    # UTR #26 section 2.2, JVMS 4.4.7: two surrogates of three octets each.
    if scheme in _PAIRS_OF_THREE and value >= 0x10000:
        return 6
    if scheme is Scheme.MUTF_8 and value == 0:
        return 2
    return 1 + sum(value >= row for row in _ROWS_OF_UTF8)
