"""Which encoding the first octets show: the five signatures."""

from __future__ import annotations

from utfproof.model.encoding import Encoding, Scheme, signature_octets

# UTF-32 comes before UTF-16, because FF FE 00 00 begins with FF FE. That it could also be UTF-16
# with U+0000 behind the signature no document resolves; text hardly ever begins with U+0000.
_SOUGHT = (
    Encoding.UTF_32BE,
    Encoding.UTF_32LE,
    Encoding.UTF_16BE,
    Encoding.UTF_16LE,
    Encoding.UTF_8,
)


def detect(octets: bytes) -> tuple[Encoding, int] | None:
    """Return the encoding whose signature stands first, with the signature's length, or None.

    Source: ISO/IEC 10646 clause 10, RFC 3629 section 6, RFC 2781 section 3.2.
    """
    for encoding in _SOUGHT:
        signature = signature_octets(Scheme(encoding.value))
        if octets.startswith(signature):
            return encoding, len(signature)
    return None
