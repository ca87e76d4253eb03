"""Vector code with one fault: the families show each, and fewer families do not."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import pytest

from utfproof.model.encoding import Scheme
from utfproof.model.operation import Op
from utfproof.proof.power import json_form, report
from utfproof.proof.power.vector_code import (
    asked,
    decoder_mutants,
    encoder_mutants,
    scores,
    validator_mutants,
)
from utfproof.proof.power.vector_code.asked import Asked, TextIndex
from utfproof.proof.power.vector_code.block_validator import BLOCKS, BlockValidator
from utfproof.proof.power.vector_code.table_decoder import TableDecoder
from utfproof.proof.power.vector_code.table_encoder import TableEncoder
from utfproof.proof.power.vector_code.validator_questions import ValidatorQuestions
from utfproof.proof.power.vector_code.vector_mutant import VectorMutant, VectorScore, measured
from utfproof.reference import schemes
from utfproof.vectors import loader

LAYOUTS = "families/layouts"
OF_DECODERS = (LAYOUTS, "families/scalars", "families/edges")


def octets_of(values: tuple[int, ...]) -> bytes:
    return b"".join(schemes.encode_value(Scheme.UTF_8, value) or b"" for value in values)


def texts() -> Iterator[tuple[int, ...]]:
    """Random text, most of whose characters have few lengths in a row."""
    dice = random.Random(5)  # noqa: S311  (the same texts each time)
    ranges = (range(0x80), range(0x80, 0x800), range(0x800, 0xD800), range(0x10000, 0x110000))
    for _ in range(300):
        own = dice.sample(ranges, dice.randrange(1, 5))
        yield tuple(dice.choice(dice.choice(own)) for _ in range(dice.randrange(300)))


def test_without_a_fault_decoder_encoder_and_validators_do_as_the_reference() -> None:
    for values in texts():
        octets = octets_of(values)
        text = Asked(octets, values, well_formed=True)
        assert TableDecoder().decode(octets) == values
        assert TableEncoder().encode(encoder_mutants.units(text)) == octets
        assert all(BlockValidator(block).accepts(octets) for block in BLOCKS)


@pytest.mark.parametrize("block", BLOCKS)
def test_without_a_fault_a_validator_refuses_what_the_reference_does(block: int) -> None:
    dice = random.Random(block)  # noqa: S311  (the same texts each time)
    validator = BlockValidator(block)
    kinds = bytes.fromhex("41 80 8F 90 9F A0 BF C0 C2 DF E0 E1 ED EF F0 F1 F4 F5 FF")
    for core in product(kinds, repeat=3):
        before = bytes(dice.choice(b"ab") for _ in range(dice.randrange(2 * block)))
        octets = before + bytes(core) + b"a" * dice.choice((0, 1, block, 2 * block))
        expected = schemes.read_text(Scheme.UTF_8, octets).well_formed
        assert validator.accepts(octets) is expected, octets.hex()


@cache
def decoder_texts(families: tuple[str, ...]) -> TextIndex:
    found = list(asked.well_formed(loader.load(), families, Op.DECODE))
    return TextIndex(found, decoder_mutants.met)


def some(faults: Iterator[VectorMutant], each: int) -> list[VectorMutant]:
    return list(faults)[::each]


def survivors(found: list[VectorScore]) -> list[str]:
    return [one for score in found for one in score.survivors]


@pytest.mark.slow
def test_no_fault_of_a_decoder_survives_the_families() -> None:
    faults = some(decoder_mutants.mutants(), 71)
    assert survivors(measured(faults, decoder_texts(OF_DECODERS), [])) == []


@pytest.mark.slow
def test_faults_of_a_decoder_survive_without_layouts() -> None:
    faults = some(decoder_mutants.mutants(), 701)
    found = measured(faults, decoder_texts(("families/edges",)), [])
    assert len(survivors(found)) > len(faults) / 2
    rows = [one for one in faults if one.kind in decoder_mutants.IN_ROWS]
    assert survivors(measured(rows, decoder_texts((LAYOUTS,)), [])) == []


@pytest.mark.slow
def test_faults_of_an_encoder_survive_without_layouts() -> None:
    scalars = list(asked.well_formed(loader.load(), ["families/scalars"], Op.ENCODE))
    some_texts = TextIndex(scalars, encoder_mutants.met)
    faults = some(encoder_mutants.mutants(), 71)
    assert len(survivors(measured(faults, some_texts, []))) > len(faults) / 2
    layouts = list(asked.well_formed(loader.load(), [LAYOUTS], Op.ENCODE))
    all_texts = TextIndex([*layouts, *scalars], encoder_mutants.met)
    assert survivors(measured(faults, all_texts, [])) == []


@pytest.mark.slow
def test_faults_of_lanes_survive_without_placements() -> None:
    def questions(*families: str) -> ValidatorQuestions:
        return ValidatorQuestions(asked.groups(loader.load(), families, Op.VALIDATE))

    faults = [one for one in validator_mutants.mutants() if one.kind.endswith("lane of a block")]
    chosen = faults[::17]
    rest = ("families/octets", "families/states", LAYOUTS)
    assert survivors(measured(chosen, questions(*rest), []))
    assert survivors(measured(chosen, questions(*rest, "families/placements"), [])) == []


def test_a_fault_is_found_only_by_a_text_that_the_faulty_codec_answers_otherwise() -> None:
    fault = next(iter(decoder_mutants.mutants()))
    met = list(decoder_texts((LAYOUTS,))(fault.meets))
    wrong = next(one for one in met if not fault.right(one))
    assert decoder_mutants.RIGHT.decode(wrong.octets) == wrong.values
    assert survivors(measured([fault], lambda _: iter([]), [])) == [fault.about]


def test_entries_that_are_said_to_be_without_effect_have_none() -> None:
    """No text of the families meets such a row, and no bit of such a mask changes an answer."""
    meeting = decoder_texts((LAYOUTS,))
    right = decoder_mutants.RIGHT
    empty = [number for number, row in enumerate(right.rows) if row is None]
    said = {one.reason: one.count for one in decoder_mutants.equivalent()}
    assert said["rows with four octets or more without an end"] == len(empty) == 4096 - 2872
    assert not any(list(meeting(("row", number))) for number in (*empty, right.three.ends))
    # A lead of two octets has no bit 5, one of four no bit 3.
    for name, place, bit in (("two", 1, 13), ("four", 3, 27), ("run_of_three", 2, 20)):
        masks = getattr(right.masks, name)
        own = (*masks[:place], masks[place] ^ 1 << bit, *masks[place + 1 :])
        masks_of_fault: dict[str, Any] = {name: own}
        spoiled = replace(right, masks=replace(right.masks, **masks_of_fault))
        assert all(spoiled.decode(octets_of(text)) == text for text in texts())


def test_the_report_counts_kinds_and_names_survivors() -> None:
    kind = "decoder of UTF-8, bit of a mask"
    found = report.power("complete", [(VectorScore(kind, 7, ("bit 1",)),)])
    assert found.survivors == [f"{kind}: bit 1"]
    assert not found.holds
    told = json_form.as_json(found)
    assert (told["mutants"], told["killed"]) == (7, 6)
    assert told["vector_code"] == {
        "total": 7,
        "killed": 6,
        "kinds": {kind: {"total": 7, "killed": 6, "equivalent": {}}},
    }


def test_each_specimen_is_measured_where_families_are_asked() -> None:
    def specimens(level: str, pattern: str = "") -> list[str]:
        work = report.tasks(report.families_of(level), pattern)
        return [task.specimen for task in work if task.specimen]

    assert specimens("complete") == list(scores.SPECIMENS)
    assert specimens("vectors") == specimens("complete", "c0-80") == []
