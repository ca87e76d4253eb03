"""Deviations that are announced beside one another: each is taken, and no octets are read twice."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.announcing import announcing, verdict
from utfproof.model.contract import Deviation
from utfproof.model.operation import Offer
from utfproof.model.verdict import Verdict
from utfproof.reference import deviations


def test_two_deviations_in_one_text_are_both_taken() -> None:
    offer = Offer.parse("decode UTF-8 strict")
    octets = bytes.fromhex("c080eda0bdedb88041")
    both = announcing(Deviation.NUL_AS_C0_80, Deviation.PAIRS_JOINED)
    assert verdict(both, offer, octets, "ok 0 1f600 41") is Verdict.BY_DESIGN
    assert verdict(both, offer, octets, "ok 0 d83d de00 41") is Verdict.FAIL
    assert verdict(both, offer, octets, "error 0 1") is Verdict.PASS
    assert verdict(both, offer, octets, "error 2 1 0") is Verdict.FAIL


def test_surrogates_of_perls_extended_form_are_joined_where_that_is_announced_too() -> None:
    offer = Offer.parse("decode UTF-8 strict")
    pair = bytes.fromhex("eda0bdedb880")
    alone = announcing(Deviation.PERL_EXTENDED)
    both = announcing(Deviation.PERL_EXTENDED, Deviation.PAIRS_JOINED)
    assert verdict(alone, offer, pair, "ok d83d de00") is Verdict.BY_DESIGN
    assert verdict(alone, offer, pair, "ok 1f600") is Verdict.FAIL
    assert verdict(both, offer, pair, "ok 1f600") is Verdict.BY_DESIGN
    assert verdict(both, offer, pair, "ok d83d de00") is Verdict.FAIL
    assert verdict(both, offer, pair[:3], "ok d83d") is Verdict.BY_DESIGN


@pytest.mark.parametrize(
    ("less", "more", "octets"),
    [
        (Deviation.NUL_AS_C0_80, Deviation.OVERLONG_READ, "c080"),
        (Deviation.FOUR_OCTETS_READ, Deviation.EXTENDED_UTF_8, "f4908080"),
        (Deviation.SURROGATES_READ, Deviation.PAIRS_JOINED, "eda0bd"),
    ],
)
def test_of_two_deviations_that_read_the_same_both_may_be_announced(
    less: Deviation, more: Deviation, octets: str
) -> None:
    offer = Offer.parse("validate UTF-8 strict")
    settings = announcing(less, more)
    assert verdict(settings, offer, bytes.fromhex(octets), "ok") is Verdict.BY_DESIGN
    found = deviations.automaton(settings.scheme, settings.deviations)
    assert found
    assert found.accepts(bytes.fromhex(octets))


@pytest.mark.parametrize("both", list(combinations(deviations.READ, 2)), ids="+".join)
def test_no_octets_stand_in_two_rows(both: tuple[Deviation, Deviation]) -> None:
    found = deviations._table(deviations._of_reading(both))
    for one, other in combinations(found.rows if found else (), 2):
        pairs = zip(one.octets, other.octets, strict=False)
        assert not all({*mine} & {*its} for mine, its in pairs), (one, other)
