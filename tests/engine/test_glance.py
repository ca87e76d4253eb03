"""What is seen at a glance is what the reference reads."""

from __future__ import annotations

from itertools import product

import pytest

from utfproof.engine.questions import domain, glance
from utfproof.model.contract import Demand
from utfproof.model.encoding import Scheme, facts
from utfproof.reference import schemes

WITH_PATTERN = (
    *(Scheme.UTF_8, Scheme.UTF_16BE, Scheme.UTF_16LE, Scheme.UTF_32BE, Scheme.UTF_32LE),
)
OF_CHARACTERS = (
    Demand.NO_NUL,
    Demand.NO_NONCHARACTERS,
    Demand.XML_CHARACTERS,
    Demand.YAML_CHARACTERS,
)
ENDS = [b"", b"\x00", b"\xff", b"\xd8\x00\x00"]


def units(scheme: Scheme) -> list[bytes]:
    """Return both sides of each boundary, as units; for UTF-8 as sequences of octets."""
    width, order = facts(scheme).unit, facts(scheme).order or "big"
    values = (
        *(0, 8, 9, 0xA, 0xB, 0xD, 0x1F, 0x20, 0x7E, 0x7F, 0x85, 0x9F, 0xA0, 0x100, 0x2000),
        *(0x2027, 0x2028, 0x2029, 0x202A, 0xD7FF, 0xD800, 0xD83F, 0xDBFF, 0xDC00, 0xDFFE, 0xDFFF),
        *(0xE000, 0xFDCF, 0xFDD0, 0xFDEF, 0xFDF0),
        *(0xFEFE, 0xFEFF, 0xFF00, 0xFFFD, 0xFFFE, 0xFFFF, 0x10000, 0x1FFFE, 0x10FFFF, 0x110000),
        *(0x1000000, 0x80000009, 0xFFFE0000),
    )
    if width == 1:
        octets = [bytes((octet,)) for octet in (0, 9, 0x41, 0x7F, 0x80, 0xBF, 0xC0, 0xF4, 0xFF)]
        return octets + [
            chr(value).encode() for value in values if value < 0xD800 or 0xDFFF < value < 0x110000
        ]
    return [value.to_bytes(width, order) for value in values if value < 1 << 8 * width]


def inputs(scheme: Scheme) -> list[bytes]:
    own = units(scheme)
    return [b"".join(pair) + end for pair in product([b"", *own], own) for end in ENDS]


@pytest.mark.parametrize("scheme", [*WITH_PATTERN, Scheme.UTF_16, Scheme.UTF_32])
def test_well_formed_is_what_the_reference_reads_as_such(scheme: Scheme) -> None:
    for octets in inputs(scheme):
        expected = schemes.read(scheme, octets).well_formed
        assert glance.well_formed(scheme, octets) is expected, octets.hex()


@pytest.mark.parametrize("scheme", [*WITH_PATTERN, Scheme.UTF_16, Scheme.UTF_32])
@pytest.mark.parametrize("demand", OF_CHARACTERS)
def test_what_surely_keeps_a_demand_keeps_it_when_it_is_read(
    demand: Demand, scheme: Scheme
) -> None:
    suspect = glance.suspicion(demand, scheme)
    sure = [octets for octets in inputs(scheme) if suspect and not suspect(octets)]
    for octets in sure:
        breaks = domain._BREAKS_OF_READING[demand]
        assert not breaks(schemes.read(scheme, octets)), octets.hex()
    if (demand, facts(scheme).unit) != (Demand.NO_NONCHARACTERS, 4):  # which has no pattern
        assert len(sure) > 100


def test_no_pattern_decides_nothing() -> None:
    assert glance.well_formed(Scheme.CESU_8, b"A") is None
    assert glance.suspicion(Demand.NO_NONCHARACTERS, Scheme.UTF_32BE) is None
    assert glance.suspicion(Demand.NO_NUL, Scheme.CESU_8) is None
    assert glance.suspicion(Demand.COMPLETE_SEQUENCES, Scheme.UTF_8) is None
