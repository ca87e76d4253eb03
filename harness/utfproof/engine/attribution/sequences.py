"""The class of an ill-formed sequence: which prohibition a codec breaks that reads it."""

from __future__ import annotations

from collections.abc import Sequence

from utfproof.engine.attribution.rules import ROWS, Kind
from utfproof.model.encoding import ByteOrder, Scheme, facts, is_surrogate
from utfproof.reference import schemes, utf16

_LEAST = (0, 0, 0x80, 0x800, 0x10000, 0x200000, 0x4000000)
"""Length of a sequence → the least value that needs so many octets (RFC 2279 section 2)."""


def classes(
    scheme: Scheme, octets: bytes, offset: int, order: ByteOrder, read: Sequence[int] = ()
) -> tuple[Kind, ...]:
    """Return the classes of the ill-formed sequence at an offset, the likeliest first.

    `read` are the values that a codec delivered for it; () where it delivers none.
    """
    unit = facts(scheme).unit
    if unit > 1:
        found = _of_unit(octets[offset : offset + unit], unit, order)
        rest = len(octets) - offset - unit
        cut = found is Kind.SURROGATE and unit == 2 and rest == 1  # half of a low surrogate
        return (found, Kind.TRUNCATED) if cut else (found,)
    return _of_octets(octets[offset:], read)


def begun(scheme: Scheme, octets: bytes, offset: int) -> tuple[Kind, ...]:
    """Return the classes that the octets at an offset belong to if tails completed them.

    A codec with a fault in one of them can also cut the incomplete sequence otherwise.
    """
    if facts(scheme).unit > 1:
        return ()
    lead = octets[offset]
    length = announced(lead)
    if not 2 <= length <= 6:
        return ()
    end = offset + 1
    # Behind the last octet a 0 stands in, which is no tail.
    while end < offset + length and 0x80 <= (*octets[end : end + 1], 0)[0] <= 0xBF:
        end += 1
    found: list[Kind] = []
    # The least and the greatest completion: a prefix can lead to both a good and a bad character.
    for filler in (b"\x80", b"\xbf"):
        whole = octets[offset:end].ljust(length, filler)
        if schemes.read_text(scheme, whole).well_formed:
            found.append(ROWS[length - 1])
        else:
            found += _of_octets(whole, ())
    if octets[end : end + 1] and end < offset + length:
        found.append(Kind.TAIL)
    return tuple(dict.fromkeys(found))


def announced(lead: int) -> int:
    """Count the octets that a first octet announces by its leading ones; 0 for ASCII."""
    # The leading ones of an octet are the leading zeros of its complement.
    return 8 - (lead ^ 0xFF).bit_length()


def pattern_value(octets: bytes, offset: int) -> tuple[int, int] | None:
    """Return the value that the bit pattern of a sequence gives, and its length; None for none."""
    length = announced(octets[offset])
    if length == 0:
        return octets[offset], 1
    own = octets[offset : offset + length]
    # RFC 2279 ends at six octets: FE and FF announce nothing in any document.
    if not 2 <= length <= 6 or len(own) < length:
        return None
    value = own[0] & (0x7F >> length)
    for octet in own[1:]:
        value = value << 6 | octet & 0x3F
    return value, length


def repaired_value(octets: bytes, value: int) -> bool:
    """Tell whether the first octet gives a value with tails that stand behind other octets."""
    length = announced(octets[0])
    if not 2 <= length <= 6:
        return False
    tails = bytes(octet for octet in octets[1:] if 0x80 <= octet <= 0xBF)[: length - 1]
    found = pattern_value(octets[:1] + tails, 0)
    return found == (value, length) and tails != octets[1:length]


def _of_unit(octets: bytes, unit: int, order: ByteOrder) -> Kind:
    if len(octets) < unit:
        return Kind.TRUNCATED
    value = int.from_bytes(octets, order)
    return Kind.SURROGATE if is_surrogate(value) else Kind.BEYOND


def _of_octets(octets: bytes, read: Sequence[int]) -> tuple[Kind, ...]:
    lead = octets[0]
    length = announced(lead)
    # The octet came out as the character of its number, as in Latin-1: it was not decoded at all.
    as_latin_1 = bool(read) and read[0] == lead
    if lead >= 0xFE or length == 0 or (as_latin_1 and (lead in (0xC0, 0xC1) or lead >= 0xF5)):
        return (Kind.FORBIDDEN,)  # of modified UTF-8 the octet 00 is one
    found = pattern_value(octets, 0)
    never = lead in (0xC0, 0xC1) or lead >= 0xF5
    if length == 1 or as_latin_1:
        both = as_latin_1 and found is not None and found[0] == read[0]
        return (Kind.GRAMMAR, Kind.TAIL) if both else (Kind.GRAMMAR,)
    if found is None:
        return (Kind.FORBIDDEN, Kind.GRAMMAR) if never else (Kind.GRAMMAR,)
    value = found[0]
    if not all(0x80 <= octet <= 0xBF for octet in octets[1:length]):
        if read:
            return (Kind.TAIL,) if read[0] == value else (Kind.GRAMMAR, Kind.TAIL)
        return (Kind.TAIL, Kind.FORBIDDEN, Kind.GRAMMAR) if never else (Kind.TAIL, Kind.GRAMMAR)
    kinds = _complete(octets, length, value, read)
    if never and read and read[0] != value:  # another lead was read for one that never occurs
        return (Kind.FORBIDDEN, *kinds)
    return (*kinds, Kind.FORBIDDEN) if never and not read else kinds


def _complete(octets: bytes, length: int, value: int, read: Sequence[int]) -> tuple[Kind, ...]:
    """Class a sequence that has the form of one, whatever its value."""
    if value < _LEAST[length]:
        # Above four octets the length is forbidden as such too, whatever value they hold.
        return (Kind.OVERLONG, Kind.BEYOND) if length > 4 else (Kind.OVERLONG,)
    if not is_surrogate(value):
        return (Kind.BEYOND,)
    second = pattern_value(octets, 3) if len(octets) >= 6 else None
    if value >= 0xDC00 or second is None or not 0xDC00 <= second[0] <= 0xDFFF:
        return (Kind.SURROGATE,)
    joined = utf16.joined(value, second[0])
    if read:
        return (Kind.SURROGATE_PAIR,) if read[0] == joined else (Kind.SURROGATE,)
    return Kind.SURROGATE, Kind.SURROGATE_PAIR
