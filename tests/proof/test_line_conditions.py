"""Conditions on many lines at once hold for the same lines as on each of them alone."""

from __future__ import annotations

import pytest

from utfproof import mutants
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Mode, Offer, Op
from utfproof.mutants.line_conditions import DataLines, texts

from .mutant_lines import lines

ONE_OF_MANY = mutants.catalogue()[::23]


@pytest.mark.parametrize("mutant", ONE_OF_MANY, ids=lambda mutant: mutant.id)
def test_the_lines_that_may_differ_are_the_same_together_as_one_by_one(
    mutant: mutants.Mutant,
) -> None:
    for offer in mutant.offers:
        asked = lines(offer, 60)
        together = mutant.touched(offer, DataLines(offer.op, asked))
        assert list(together) == [
            index for index, line in enumerate(asked) if mutant.may_differ(offer, line)
        ]


def test_a_line_of_two_texts_is_touched_once_and_a_repeated_line_each_time() -> None:
    offer = Offer(Op.DECODE_AGAIN, Encoding.UTF_8, Mode.STRICT)
    asked = ["ff ff", "41 42", "ff 41", "ff ff"]
    found = texts(lambda octets: octets == b"\xff")
    assert list(found.among(offer, DataLines(offer.op, asked))) == [0, 2, 3]


def test_a_condition_on_every_second_line_leaves_the_others_in_place() -> None:
    offer = Offer(Op.DECODE, Encoding.UTF_8, Mode.STRICT)
    asked = ["41", "41", "ff", "41", "ff"]
    found = texts(lambda octets: octets == b"\xff")
    assert list(found.among(offer, DataLines(offer.op, asked))) == [2, 4]
