"""The seeds: every decode input of an encoding, once, the shortest first."""

from __future__ import annotations

import pytest

from utfproof.fuzz.inputs.seeds import seeds
from utfproof.model.case import DecodeCase, DetectCase, LabelCase
from utfproof.model.encoding import Encoding
from utfproof.vectors import loader

ENCODINGS = [encoding for encoding in Encoding if encoding is not Encoding.NONE]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_input_of_a_decode_case_is_a_seed_of_its_encoding(encoding: Encoding) -> None:
    inputs = {
        case.octets
        for case in loader.load().cases
        if isinstance(case, DecodeCase) and case.about.encoding == encoding
    }
    assert inputs
    assert set(seeds(encoding)) == inputs


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_no_seed_stands_twice_and_the_shortest_come_first(encoding: Encoding) -> None:
    found = seeds(encoding)
    assert len(found) == len(set(found))
    assert list(found) == sorted(found, key=lambda octets: (len(octets), octets))


def test_cases_of_a_relative_count_for_their_own_encoding() -> None:
    pair = bytes.fromhex("EDA080EDB080")
    of_profiles = {
        case.octets
        for case in loader.load().cases
        if isinstance(case, DecodeCase) and case.about.profile == "rfc2279"
    }
    assert of_profiles
    assert of_profiles <= set(seeds(Encoding.UTF_8))
    assert pair in seeds(Encoding.CESU_8)


def test_without_an_encoding_these_are_the_inputs_of_detection_and_labels() -> None:
    cases = loader.load().cases
    told = {case.octets for case in cases if isinstance(case, DetectCase)}
    labels = {case.label for case in cases if isinstance(case, LabelCase)}
    assert bytes.fromhex("FEFF") in told
    assert b"UTF-8" in labels
    assert set(seeds(Encoding.NONE)) == told | labels
