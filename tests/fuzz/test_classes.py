"""Classes report faults apart, and their examples are of them."""

from __future__ import annotations

import pytest

from utfproof.fuzz.targets import octet_classes
from utfproof.fuzz.targets.guidance import PLACES, Guidance, cell, vector
from utfproof.model.encoding import Encoding, Scheme, facts
from utfproof.reference import schemes

SCHEMES = (
    Scheme.UTF_8, Scheme.UTF_16BE, Scheme.UTF_16LE, Scheme.UTF_32BE, Scheme.UTF_32LE
)  # fmt: skip


@pytest.mark.parametrize("scheme", SCHEMES)
def test_examples_are_ill_formed_and_of_different_classes(scheme: Scheme) -> None:
    found = octet_classes.ill_formed_examples(scheme)
    errors = [schemes.read_text(scheme, octets).first_error() for octets in found]
    assert all(errors)
    names = [
        octet_classes.ill_formed(scheme, octets, error[0])
        for octets, error in zip(found, errors, strict=True)
        if error
    ]
    assert len(set(names)) == len(names)
    assert set(names) <= set(octet_classes.ILL_FORMED[facts(scheme).unit])


@pytest.mark.parametrize(
    ("value", "first", "name"),
    [
        (0, True, "NUL"), (0x1F, True, "control"), (0x41, True, "ASCII"),
        (0xFEFF, True, "signature"), (0xFEFF, False, "U+FEFF"), (0xFFFD, True, "U+FFFD"),
        (0xFFFE, True, "noncharacter"), (0x10FFFF, True, "noncharacter"),
        (0xFDD0, True, "noncharacter"), (0xDFFF, True, "surrogate"),
        (0x11FFFF, True, "beyond Unicode"), (0x7FF, True, "U+0080..U+07FF"),
        (0x800, True, "U+0800..U+FFFF"), (0x10000, True, "above U+FFFF"),
    ],
)  # fmt: skip
def test_values_are_named(value: int, *, first: bool, name: str) -> None:
    assert octet_classes.character(value, first=first) == name


def test_a_vector_is_new_once() -> None:
    guidance = Guidance(Scheme.UTF_8)
    assert guidance.add(vector([(0, 1), (3, 2)]))
    assert not guidance.add(vector([(0, 1), (3, 2)]))
    assert guidance.add(vector([(0, 1), (3, 3)]))
    assert guidance.tuples == 2


def test_a_cell_is_a_class_at_a_place_in_a_block() -> None:
    guidance = Guidance(Scheme.UTF_8)
    assert guidance.add(cell("overlong", 3))
    assert not guidance.add(cell("overlong", 3 + PLACES))
    assert guidance.reached == 1
    assert len(guidance.unreached(Encoding.UTF_8)) == guidance.cells - 1
