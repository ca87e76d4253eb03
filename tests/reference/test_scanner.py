"""A scanner cuts where the reference does, in every scheme that has one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from utfproof.model.encoding import Scheme, facts
from utfproof.reference import schemes
from utfproof.reference.scanner import scanner

from .notation import CLASSES, strings

SCANNED = [scheme for scheme in Scheme if scanner(scheme)]
UNITS = [0x0041, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFEFF, 0x0010, 0x0011]


def cuts(scheme: Scheme, octets: bytes) -> list[bytes]:
    return [part.octets for part in schemes.read_text(scheme, octets).parts]


@pytest.mark.parametrize("scheme", [one for one in SCANNED if facts(one).unit == 1])
def test_every_string_of_up_to_four_class_representatives_is_cut_as_it_is_read(
    scheme: Scheme,
) -> None:
    scan = scanner(scheme)
    assert scan
    for string in strings(CLASSES, 4):
        assert scan(string) == cuts(scheme, string)


@pytest.mark.parametrize("scheme", [one for one in SCANNED if facts(one).unit > 1])
@given(data=st.data())
def test_units_are_cut_as_they_are_read(scheme: Scheme, data: st.DataObject) -> None:
    units = data.draw(st.lists(st.sampled_from(UNITS), max_size=6))
    rest = data.draw(st.binary(max_size=3))
    order = facts(scheme).order or "big"
    octets = b"".join(unit.to_bytes(facts(scheme).unit, order) for unit in units) + rest
    scan = scanner(scheme)
    assert scan
    assert scan(octets) == cuts(scheme, octets)


@pytest.mark.parametrize("scheme", SCANNED)
@given(octets=st.binary(max_size=24))
def test_any_octets_are_cut_as_they_are_read(scheme: Scheme, octets: bytes) -> None:
    scan = scanner(scheme)
    assert scan
    assert scan(octets) == cuts(scheme, octets)


def test_a_scheme_that_depends_on_earlier_text_has_no_scanner() -> None:
    assert {scheme for scheme in Scheme if not scanner(scheme)} >= {Scheme.WTF_8, Scheme.MUTF_8}
