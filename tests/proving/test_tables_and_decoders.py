"""The published tables and the reference's decoders: proved as they are, refuted when spoiled."""

from __future__ import annotations

from dataclasses import replace

import pytest

from utfproof.model.encoding import Scheme
from utfproof.model.reading import Reading
from utfproof.proof.proving import lane_tables, reference_decoders
from utfproof.proof.proving.lane_tables import PUBLISHED, LaneTables
from utfproof.proof.proving.result import ProofState
from utfproof.reference import ranges, schemes


def accepts(tables: LaneTables, octets: bytes) -> bool:
    """Run the validator as it is published: octet by octet, and zeros behind the text."""
    padded = bytes(3) + octets + bytes(3)
    return not any(tables.error(padded[at - 3 : at], padded[at]) for at in range(3, len(padded)))


def test_the_published_tables_are_proved() -> None:
    (found,) = lane_tables.proofs()
    assert (found.state, found.counterexample) == (ProofState.PROVED, None)
    assert "62 states" in found.how


@pytest.mark.slow
def test_each_bit_of_the_tables_is_needed_or_decides_nothing() -> None:
    needed = 0
    for name, row, bit, tables in lane_tables.spoiled():
        text = lane_tables.difference(tables)
        if text is not None:
            needed += 1
            right = ranges.automaton().accepts(text)
            assert accepts(PUBLISHED, text) is right
            assert accepts(tables, text) is not right, (name, row, bit, text.hex())
    assert needed == 272


def test_tables_without_surrogates_are_refuted_by_one() -> None:
    high = tuple(row & ~lane_tables.SURROGATE for row in PUBLISHED.high)
    assert lane_tables.difference(replace(PUBLISHED, high=high)) == bytes.fromhex("eda080")


def test_spoiled_tables_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    spoiled = replace(PUBLISHED, next_high=(0, *PUBLISHED.next_high[1:]))
    monkeypatch.setattr(lane_tables, "PUBLISHED", spoiled)
    (found,) = lane_tables.proofs()
    assert found.state is ProofState.REFUTED
    assert found.counterexample is not None
    assert accepts(spoiled, found.counterexample) is not ranges.automaton().accepts(
        found.counterexample
    )


def test_a_decoder_of_another_encoding_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    wtf_8 = (lambda: schemes.automaton(Scheme.WTF_8), ranges.read)
    names = list(reference_decoders.DECODERS)
    monkeypatch.setattr(
        reference_decoders, "DECODERS", {**reference_decoders.DECODERS, names[-1]: wtf_8}
    )
    found = next(iter(reference_decoders.proofs()))
    assert (found.state, found.counterexample) == (ProofState.REFUTED, bytes.fromhex("eda080"))


def test_the_decoders_of_the_reference_are_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        reference_decoders, "LAST", 0xDFFF
    )  # all of them take a quarter of a minute
    found = list(reference_decoders.proofs())
    assert [one.state for one in found] == [ProofState.PROVED] * 2
    assert "all 55,296 characters" in found[1].how


def test_a_decoder_that_misreads_one_character_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(octets: bytes) -> Reading:
        return ranges.read(b"B" if octets == b"\xc2\x80" else octets)

    name = list(reference_decoders.DECODERS)[-1]
    wrong = (ranges.automaton, read)
    monkeypatch.setattr(
        reference_decoders, "DECODERS", {**reference_decoders.DECODERS, name: wrong}
    )
    _, found = reference_decoders.proofs()
    assert (found.state, found.counterexample) == (ProofState.REFUTED, b"\xc2\x80")
    assert "U+0080" in found.how
