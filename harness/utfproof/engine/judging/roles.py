"""The role of each octet of an input, with the clause that decides it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from utfproof.model.encoding import ByteOrder, Scheme, facts, is_surrogate
from utfproof.model.reading import IllFormed, Part, Signature, Value
from utfproof.reference import schemes

_ROWS = (
    (range(0x80), 1, "RFC3629-4-02"),
    (range(0xC2, 0xE0), 2, "RFC3629-4-03"),
    (range(0xE0, 0xE1), 3, "RFC3629-4-04"),
    (range(0xE1, 0xED), 3, "RFC3629-4-05"),
    (range(0xED, 0xEE), 3, "RFC3629-4-06"),
    (range(0xEE, 0xF0), 3, "RFC3629-4-07"),
    (range(0xF0, 0xF1), 4, "RFC3629-4-08"),
    (range(0xF1, 0xF4), 4, "RFC3629-4-09"),
    (range(0xF4, 0xF5), 4, "RFC3629-4-10"),
)
"""First octets, length of the sequence, clause: the rows of the grammar."""

_NARROW = {
    0xE0: ("A0–BF: 80–9F would be overlong", "RFC3629-4-04"),
    0xED: ("80–9F: A0–BF would be a surrogate", "RFC3629-4-06"),
    0xF0: ("90–BF: 80–8F would be overlong", "RFC3629-4-08"),
    0xF4: ("80–8F: 90–BF would be above U+10FFFF", "RFC3629-4-10"),
}
"""First octets whose second octet has a range of its own."""

_TAIL = range(0x80, 0xC0)

_RELATIVES = {
    Scheme.CESU_8: (("UTR26-03",) * 3 + ("UTR26-01",) * 3, "UTR26-05"),
    Scheme.MUTF_8: (
        ("JVMS-4.4.7-01", "JVMS-4.4.7-02", "JVMS-4.4.7-03") + ("JVMS-4.4.7-04",) * 3,
        "JVMS-4.4.7-06",
    ),
    Scheme.WTF_8: (("WTF8-03",) * 4, "WTF8-05"),
    Scheme.GENERALIZED_UTF_8: (("WTF8-04",) * 4, "WTF8-05"),
    Scheme.RFC_2279: (
        ("RFC2279-2-03",) * 3 + ("RFC2279-2-04", "RFC2279-2-05", "RFC2279-2-06"),
        "RFC2279-2-07",
    ),
}
"""Clauses of the rows of one to six octets, and of what belongs to no row."""

_SURROGATES = {
    Scheme.MUTF_8: "JVMS-4.4.7-03",
    Scheme.WTF_8: "WTF8-01",
    Scheme.GENERALIZED_UTF_8: "WTF8-04",
}
"""Clauses of single surrogates, where they are values."""

_OBSOLETE = {Scheme.UCS_2: "UCS-2-01", Scheme.UCS_4: "UCS-4-01"}


@dataclass(frozen=True, slots=True)
class Role:
    """The role of some octets at an offset, the part they belong to, and the deciding clause."""

    offset: int
    octets: bytes
    part: Part
    role: str
    clause: str


def roles(scheme: Scheme, octets: bytes) -> list[Role]:
    """Return the role of each octet of UTF-8, of each part of other schemes."""
    if scheme is Scheme.UTF_8:
        return list(_utf8(octets))
    return list(_units(scheme, octets))


def _utf8(octets: bytes) -> Iterator[Role]:
    for offset, part in schemes.read(Scheme.UTF_8, octets).placed():
        if isinstance(part, IllFormed):
            after = octets[offset + len(part.octets) :][:1]
            before = octets[:offset]
            yield from _ill_formed(offset, part, after, before)
        else:
            yield from _character(offset, part)


def _character(offset: int, part: Value | Signature) -> Iterator[Role]:
    name = f"U+{part.value:04X}" if isinstance(part, Value) else "the signature U+FEFF"
    lead, *tails = part.octets
    length, clause = _row(lead)
    word = f"{name}, ASCII" if length == 1 else f"first of {length} octets of {name}"
    yield Role(offset, bytes([lead]), part, word, clause)
    for index, tail in enumerate(tails, 1):
        yield Role(offset + index, bytes([tail]), part, f"tail {index} of {name}", "RFC3629-4-11")


def _row(lead: int) -> tuple[int, str]:
    return next((length, clause) for leads, length, clause in _ROWS if lead in leads)


def _ill_formed(offset: int, part: IllFormed, after: bytes, before: bytes) -> Iterator[Role]:
    lead, *tails = part.octets
    role, clause = _bad_first(lead, part, after, before)
    yield Role(offset, bytes([lead]), part, role, clause)
    for index, tail in enumerate(tails, 1):
        role = f"tail {index} of the sequence that is cut"
        yield Role(offset + index, bytes([tail]), part, role, "RFC3629-4-11")


def _bad_first(lead: int, part: IllFormed, after: bytes, before: bytes) -> tuple[str, str]:
    if lead in _TAIL:
        return _bad_tail(lead, before)
    if lead in (0xC0, 0xC1):
        return "never appears: it could only begin an overlong form", "RFC3629-1-09"
    if lead >= 0xF5:
        return "never appears: it could only begin a number above U+10FFFF", "RFC3629-1-09"
    length, clause = _row(lead)
    if part.truncated:
        return f"first of {length} octets, but the input ends", "RFC3629-4-12"
    # The second octet is a tail, but outside the narrower range of this row.
    if lead in _NARROW and len(part.octets) == 1 and after and after[0] in _TAIL:
        return f"its second octet has to be {_NARROW[lead][0]}", _NARROW[lead][1]
    return f"first of {length} octets, but {after.hex().upper()} is no tail", clause


def _bad_tail(tail: int, before: bytes) -> tuple[str, str]:
    """Return why a tail octet stands alone; the octet before it often shows the intended form."""
    lead = before[-1:] and before[-1]
    if lead in _NARROW:
        return f"refused after {lead:02X}, which wants {_NARROW[lead][0]}", _NARROW[lead][1]
    if lead in (0xC0, 0xC1):
        number = (lead & 0x1F) << 6 | tail & 0x3F
        return f"with {lead:02X} an overlong form of U+{number:04X}", "RFC3629-3-11"
    return "a tail with no first octet before it", "RFC3629-4-11"


def _units(scheme: Scheme, octets: bytes) -> Iterator[Role]:
    order = schemes.order_of(scheme, octets)
    relative = facts(scheme).unit == 1
    for offset, part in schemes.read(scheme, octets).placed():
        role = _relative_role(scheme, part) if relative else _unit_role(scheme, order, part)
        yield Role(offset, part.octets, part, *role)


def _relative_role(scheme: Scheme, part: Part) -> tuple[str, str]:
    """Describe a part of a relative of UTF-8; the row of a value is its number of octets."""
    rows, ill_formed = _RELATIVES[scheme]
    match part:
        case Signature():
            return "the signature U+FEFF", "RFC3629-6-04"
        case Value(value, octets):
            length = len(octets)
            clause = _SURROGATES[scheme] if is_surrogate(value) else rows[length - 1]
            return f"U+{value:04X}, {length} octets" if length > 1 else f"U+{value:04X}", clause
        case IllFormed(truncated=True):
            return "the input ends inside a character", ill_formed
        case IllFormed():
            return f"no part of a character of {scheme}", ill_formed


def _unit_role(scheme: Scheme, order: ByteOrder, part: Part) -> tuple[str, str]:
    wide = facts(scheme).unit == 4
    match part:
        case Signature():
            return "the signature U+FEFF", "ISO-10.1-01"
        case Value(value, octets):
            pair = not wide and len(octets) == 4
            clause = "ISO-9.4-01" if wide else "RFC2781-2.2-04" if pair else "RFC2781-2.2-01"
            clause = _OBSOLETE.get(scheme, clause)
            return f"U+{value:04X}{', a surrogate pair' if pair else ''}", clause
        case IllFormed(truncated=True):
            clause = _OBSOLETE.get(scheme, "ISO-9.4-04" if wide else "RFC2781-2.2-03")
            return "the input ends inside a character", clause
        case IllFormed(octets):
            return _bad_unit(scheme, int.from_bytes(octets, order), wide=wide)


def _bad_unit(scheme: Scheme, unit: int, *, wide: bool) -> tuple[str, str]:
    if scheme is Scheme.UCS_4:
        return "above 7FFFFFFF", "UCS-4-02"
    if scheme is Scheme.UCS_2:
        return "a surrogate, and UCS-2 knows no pairs", "UCS-2-01"
    if wide:
        surrogate = is_surrogate(unit)
        return ("a surrogate", "ISO-9.4-02") if surrogate else ("above U+10FFFF", "ISO-9.4-03")
    if unit & 0xFC00 == 0xDC00:
        return "a low surrogate with no high one before it", "RFC2781-2.2-02"
    return "a high surrogate with no low one behind it", "RFC2781-2.2-03"
