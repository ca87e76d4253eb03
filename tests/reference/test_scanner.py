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


SURROGATES = [
    bytes.fromhex(one)
    for one in ("eda080", "edafbf", "edb080", "edbfbf", "ed959c", "ed9fbf", "ed", "80")
]


@pytest.mark.parametrize("scheme", [one for one in SCANNED if facts(one).unit == 1])
@given(pieces=st.lists(st.sampled_from(SURROGATES), max_size=6))
def test_forms_of_surrogates_are_cut_as_they_are_read_behind_each_other(
    scheme: Scheme, pieces: list[bytes]
) -> None:
    octets = b"".join(pieces)
    scan = scanner(scheme)
    assert scan
    assert scan(octets) == cuts(scheme, octets)


def test_the_parts_of_a_scheme_are_read_as_they_are_in_their_text() -> None:
    # What `cuts` compares are octets: a part must also be of the same kind and value by itself.
    octets = bytes.fromhex("eda080eda080edb080edb080f09080804180")
    for scheme in (Scheme.WTF_8, Scheme.MUTF_8, Scheme.CESU_8):
        for part in schemes.read_text(scheme, octets).parts:
            alone = schemes.read_text(scheme, part.octets).parts
            assert [type(one) for one in alone] == [type(part)]


def test_only_a_scheme_whose_signature_rules_the_order_has_no_scanner() -> None:
    assert {scheme for scheme in Scheme if not scanner(scheme)} == {Scheme.UTF_16, Scheme.UTF_32}
