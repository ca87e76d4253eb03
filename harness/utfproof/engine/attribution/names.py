"""Wrong answers of detectors and of lookups of labels: the sentence that was missed."""

from __future__ import annotations

from utfproof.model.encoding import Encoding, Scheme, signature_octets
from utfproof.model.outcome import EncodingDetected, LabelNamed, Outcome
from utfproof.reference import detect, labels

_BY_FORM = "RFC3629-1-13"
_UNNAMED = "RFC3629-6-03"
_BOTH_LITTLE = "ISO-10-03"
_UTF_16_SIGNATURES = "RFC2781-3.2-01"
_UTF_32_SIGNATURES = "ISO-10.8-01"
_SIGNATURES = {
    Encoding.UTF_8: "RFC3629-6-04",
    Encoding.UTF_16: _UTF_16_SIGNATURES,
    Encoding.UTF_16BE: _UTF_16_SIGNATURES,
    Encoding.UTF_16LE: _UTF_16_SIGNATURES,
    Encoding.UTF_32: _UTF_32_SIGNATURES,
    Encoding.UTF_32BE: _UTF_32_SIGNATURES,
    Encoding.UTF_32LE: _UTF_32_SIGNATURES,
}
"""Encoding → the requirement that says what its signature is."""

_NAMES = {
    Encoding.UTF_8: "RFC3629-8-01",
    Encoding.UTF_16: "RFC2781-A-01",
    Encoding.UTF_16BE: "RFC2781-A-01",
    Encoding.UTF_16LE: "RFC2781-A-01",
}
_SCHEMES = "ISO-10.1-02"
"""The requirement that lists the names of the encodings that have no requirement of their own."""

_WHITE_SPACE = b"\t\n\v\f\r \0"
"""What programming languages strip, more than the ASCII whitespace of the standard."""
_WEB_MATCH, _WEB_UTF_16, _WEB_TABLE = "WHATWG-ENC-08", "WHATWG-ENC-09", "WHATWG-ENC-12"


def of_signature(octets: bytes, outcome: Outcome) -> tuple[str, ...]:
    """Return the requirements that a detector's answer may have broken, the likeliest first."""
    if not isinstance(outcome, EncodingDetected):
        return ()
    right = detect.detect(octets)
    named = outcome.encoding
    claimed = _SIGNATURES.get(named, _UNNAMED) if named and outcome.signature else ""
    inside = _inside(octets, named)
    if right is None:
        if named and claimed:
            return (inside or claimed,)
        return (_UNNAMED,) if named not in (None, Encoding.UTF_8) else (_BY_FORM,)
    own = [_SIGNATURES[right[0]]]
    # FF FE 00 00 begins like text of UTF-16LE: one sentence speaks of both signatures.
    if right[0] is Encoding.UTF_32LE:
        own.append(_BOTH_LITTLE)
    if claimed and inside:
        return (*own, inside)
    return tuple(dict.fromkeys((claimed, *own))) if claimed else tuple(own)


def _inside(octets: bytes, named: Encoding | None) -> str:
    """Return the requirement of a signature behind the beginning; "" where there is none."""
    # UTF-16 and UTF-32 without an order have no single signature that could be searched for.
    if named not in _SIGNATURES or not named or named in (Encoding.UTF_16, Encoding.UTF_32):
        return ""
    if signature_octets(Scheme(named.value)) not in octets[1:]:
        return ""
    return "RFC3629-6-05" if named is Encoding.UTF_8 else "RFC2781-3.2-03"


def of_label(label: bytes, outcome: Outcome, *, web: bool) -> tuple[str, ...]:
    """Return the requirements that the answer to a label may have broken, the likeliest first."""
    if not isinstance(outcome, LabelNamed):
        return ()
    if web:
        return _of_web_label(label)
    right = labels.name("iana", label)
    expected = (_NAMES.get(right, _SCHEMES),) if right else ()
    named = (_NAMES.get(outcome.encoding, _SCHEMES),) if outcome.encoding else ()
    return tuple(dict.fromkeys((*named, *expected)))


def _of_web_label(label: bytes) -> tuple[str, ...]:
    plain = label.strip(b"\t\n\f\r ").lower()
    right = labels.name("encoding_standard", label)
    if right is None:
        stripped = labels.name("encoding_standard", label.strip(_WHITE_SPACE))
        return (_WEB_MATCH, _WEB_TABLE) if stripped else (_WEB_TABLE,)
    if plain != label:  # an exact label of the table may be known
        return (_WEB_MATCH, _WEB_UTF_16 if plain == b"utf-16" else _WEB_TABLE)
    return (_WEB_UTF_16,) if plain == b"utf-16" else (_WEB_TABLE,)
