"""Replacement policies: the octets that one U+FFFD stands for under each of them.

For UTF-8 a policy is a rule about which neighbouring maximal subparts are one unit of error; only
`byte` cuts finer than they do. For UTF-16 and UTF-32 the policies differ in their treatment of a
lone surrogate and of trailing octets that are too few for a code unit. Under every policy
well-formed characters decode as always.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from utfproof.model.encoding import (
    REPLACEMENT,
    SIGNATURE,
    ByteOrder,
    Scheme,
    facts,
    is_surrogate,
)
from utfproof.model.profile import Policy
from utfproof.model.reading import IllFormed, Part, Reading, Signature, Value
from utfproof.reference import schemes, utf16


@dataclass(frozen=True, slots=True)
class Dropped(IllFormed):
    """A unit of error that emits nothing: octets at the end that vanish without a trace."""


def policies_of(scheme: Scheme) -> tuple[Policy, ...]:
    """Return the policies that a scheme has."""
    return tuple(_OF_OCTETS) if facts(scheme).unit == 1 else _OF_WIDE_UNITS


def segments(policy: str, scheme: Scheme, octets: bytes, *, unmarked: ByteOrder = "big") -> Reading:
    """Read octets with each ill-formed part being one unit of error of the policy.

    Under `raw` lone surrogates are values; under `raw` and `drop-odd` the last part may be
    Dropped.

    Raises:
        ValueError: if the scheme has no such policy.

    """
    chosen = Policy(policy)
    reading = schemes.read(scheme, octets, unmarked=unmarked)
    width = facts(scheme).unit
    if chosen not in (_OF_OCTETS if width == 1 else _OF_WIDE_UNITS):
        message = f"{policy} is no replacement policy of {scheme}"
        raise ValueError(message)
    if width == 1:
        return Reading(tuple(_octet_units(chosen, reading.parts)))
    order = schemes.order_of(scheme, octets, unmarked=unmarked)
    if chosen is Policy.JAVA:
        return Reading(tuple(_java_units(scheme, reading, order)))
    return Reading(
        tuple(unit for part in reading.parts for unit in _wide_units(chosen, part, width, order))
    )


def replaced(
    policy: str, scheme: Scheme, octets: bytes, *, unmarked: ByteOrder = "big"
) -> tuple[int, ...]:
    """Return the values that come out when every unit of error becomes U+FFFD.

    A signature comes out as U+FEFF; whoever strips it drops the first value.
    """
    reading = segments(policy, scheme, octets, unmarked=unmarked)
    return tuple(value for part in reading.parts for value in _emitted(part, (REPLACEMENT,)))


def skipped(
    policy: str, scheme: Scheme, octets: bytes, *, unmarked: ByteOrder = "big"
) -> tuple[int, ...]:
    """Return the values that come out when every unit of error is left out."""
    reading = segments(policy, scheme, octets, unmarked=unmarked)
    return tuple(value for part in reading.parts for value in _emitted(part, ()))


def first_unit(
    policy: str, scheme: Scheme, octets: bytes, *, unmarked: ByteOrder = "big"
) -> tuple[int, int] | None:
    """Return the offset and length of the first unit of error, one that is dropped included."""
    error = segments(policy, scheme, octets, unmarked=unmarked).first_error()
    return (error[0], len(error[1].octets)) if error else None


def first_length(policy: str, parts: Iterable[bytes]) -> int:
    """Count the octets of the first unit of error of an encoding in octets.

    `parts` are the ill-formed parts that follow each other, the first of them first.
    """
    chosen = Policy(policy)
    unit = b""
    for part in parts:
        if unit and not _OF_OCTETS[chosen](unit, part):
            break
        unit += part
    return 1 if chosen is Policy.BYTE else len(unit)


def unit_count(policy: str, parts: Iterable[bytes]) -> int:
    """Count the units of error of an encoding in octets.

    `parts` are the ill-formed parts that follow each other between two characters.
    """
    chosen = Policy(policy)
    if chosen is Policy.BYTE:
        return sum(map(len, parts))
    takes = _OF_OCTETS[chosen]
    count, unit = 0, b""
    for part in parts:
        if unit and takes(unit, part):
            unit += part
        else:
            count, unit = count + 1, part
    return count


def _emitted(part: Part, for_error: tuple[int, ...]) -> tuple[int, ...]:
    match part:
        case Value(value):
            return (value,)
        case Signature():
            return (SIGNATURE,)
        case Dropped():
            return ()
        case IllFormed():
            return for_error


# Encodings in octets: does a unit of error so far take in the ill-formed part behind it?
_Takes = Callable[[bytes, bytes], bool]


def _octet_units(policy: Policy, parts: Iterable[Part]) -> list[Part]:
    if policy is Policy.BYTE:
        return [octet for part in parts for octet in _octet_by_octet(part)]
    takes = _OF_OCTETS[policy]
    units: list[Part] = []
    for part in parts:
        match units[-1:], part:
            case [IllFormed(unit)], IllFormed(octets) if takes(unit, octets):
                units[-1] = IllFormed(unit + octets, truncated=part.truncated)
            case _:
                units.append(part)
    return units


def _octet_by_octet(part: Part) -> Iterator[Part]:
    if not isinstance(part, IllFormed):
        yield part
        return
    for end in range(1, len(part.octets) + 1):
        last = end == len(part.octets)
        yield IllFormed(part.octets[end - 1 : end], truncated=part.truncated and last)


def _never(_unit: bytes, _part: bytes) -> bool:
    return False


def _always(_unit: bytes, _part: bytes) -> bool:
    return True


def _announced(most: int, *, alone: bytes = b"") -> _Takes:
    """Make the rule: a lead takes in the tails that it announces by its leading ones.

    Leads of more than `most` octets, and those that are `alone`, announce nothing.
    """

    def takes(unit: bytes, part: bytes) -> bool:
        # The ones at the top of the lead count all octets of its sequence, the lead with them.
        ones = 8 - (unit[0] ^ 0xFF).bit_length()
        return len(unit) < ones <= most and unit[0] not in alone and _is_tail(part[0])

    return takes


def _java(unit: bytes, part: bytes) -> bool:
    """Take surrogates together: ED, A0..BF and a tail, if there is one."""
    if unit == b"\xed":
        return 0xA0 <= part[0] <= 0xBF
    return len(unit) == 2 and unit[0] == 0xED and _is_tail(part[0])


def _two_byte(unit: bytes, part: bytes) -> bool:
    """Let a lead with a range of its own (Table 3) take in one tail that is out of it."""
    return len(unit) == 1 and unit[0] in b"\xe0\xed\xf0\xf4" and _is_tail(part[0])


def _is_tail(octet: int) -> bool:
    return 0x80 <= octet <= 0xBF


_OF_OCTETS: dict[Policy, _Takes] = {
    # The parts are maximal subparts as they were read (Unicode 3.9, D93b): none takes another in.
    Policy.MAXIMAL_SUBPART: _never,
    Policy.BYTE: _never,
    Policy.RUN: _always,
    Policy.LEAD_4: _announced(4),
    Policy.LEAD_4_SINGLE: _announced(4, alone=b"\xc0\xc1"),
    Policy.LEAD_6: _announced(6),
    Policy.JAVA: _java,
    Policy.TWO_BYTE: _two_byte,
}

# Encodings in wider units.
_OF_WIDE_UNITS = (Policy.WHATWG, Policy.UNIT, Policy.JAVA, Policy.DROP_ODD, Policy.RAW)


def _wide_units(policy: Policy, part: Part, width: int, order: ByteOrder) -> Iterator[Part]:
    """Cut one part: a whole unit, then the octets that are too few for one."""
    if not isinstance(part, IllFormed) or policy is Policy.WHATWG:
        yield part
        return
    whole = len(part.octets) // width * width
    unit, rest = part.octets[:whole], part.octets[whole:]
    if unit:
        value = int.from_bytes(unit, order)
        through = policy is Policy.RAW and is_surrogate(value)
        # Octets too few for a unit stand behind it, and only they are cut by the end.
        truncated = part.truncated and not rest
        yield Value(value, unit) if through else IllFormed(unit, truncated)
    if rest:
        yield (IllFormed if policy is Policy.UNIT else Dropped)(rest, truncated=True)


def _java_units(scheme: Scheme, reading: Reading, order: ByteOrder) -> Iterator[Part]:
    """Let a lone high surrogate swallow the unit behind it, though it is valid by itself.

    What follows is read anew from there, so this is no regrouping of parts.
    """
    # Only UTF-16 has halves that could swallow anything.
    if scheme not in (Scheme.UTF_16, Scheme.UTF_16BE, Scheme.UTF_16LE):
        yield from reading.parts
        return
    octets, offset = reading.octets, 0
    if reading.parts and isinstance(reading.parts[0], Signature):
        yield reading.parts[0]
        offset = utf16.WIDTH
    while offset < len(octets):
        part = utf16.part_at(octets, offset, order)
        # A half that the end cuts off has no unit behind it.
        if isinstance(part, IllFormed) and not part.truncated:
            high = utf16.is_high(int.from_bytes(part.octets, order))
            part = IllFormed(octets[offset : offset + 2 * utf16.WIDTH]) if high else part
        yield part
        offset += len(part.octets)
