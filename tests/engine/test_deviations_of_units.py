"""Deviations that are announced of UTF-16 and UTF-32: a guessed order, half a unit refused."""

from __future__ import annotations

import pytest

from engine.announcing import announcing, verdict
from utfproof.model.contract import Contract, Deviation, Term
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Offer
from utfproof.model.profile import Claims
from utfproof.model.verdict import Verdict

ORDERS = (Encoding.UTF_16, Encoding.UTF_32)


def with_and_without(
    deviation: Deviation, op: str, octets: str, answer: str, **options: str
) -> tuple[Verdict, Verdict]:
    """Judge an answer of a codec that announces a deviation, and of one that does not."""
    offer, given = Offer.parse(op), bytes.fromhex(octets)
    bound = announcing(deviation, encoding=offer.encoding, **options)
    plain = announcing(encoding=offer.encoding, **options)
    return verdict(bound, offer, given, answer), verdict(plain, offer, given, answer)


@pytest.mark.parametrize(
    ("declared", "octets", "answer", "due", "without"),
    [
        ("little", "0041", "ok 41", Verdict.BY_DESIGN, Verdict.FAIL),
        ("little", "0041", "ok 4100", Verdict.ALTERNATIVE, Verdict.ALTERNATIVE),
        ("little", "0041", "ok 42", Verdict.FAIL, Verdict.FAIL),
        ("little", "d8000041", "ok fffd 41", Verdict.BY_DESIGN, Verdict.FAIL),
        ("little", "d8000041", "ok d800 41", Verdict.FAIL, Verdict.FAIL),
        ("little", "004100", "ok 41 fffd", Verdict.BY_DESIGN, Verdict.FAIL),
        ("little", "004100", "ok 41", Verdict.FAIL, Verdict.FAIL),
        ("little", "feff0041", "ok 4100", Verdict.FAIL, Verdict.FAIL),
        ("little", "feff0041", "ok 41", Verdict.PASS, Verdict.PASS),
        ("big", "4100", "ok 41", Verdict.BY_DESIGN, Verdict.FAIL),
        ("big", "4100", "ok 4100", Verdict.PASS, Verdict.PASS),
        ("big", "fffe4100", "ok 4100", Verdict.FAIL, Verdict.FAIL),
    ],
)
def test_where_the_order_is_guessed_both_may_be_read(
    declared: str, octets: str, answer: str, due: Verdict, without: Verdict
) -> None:
    options = {"signature": "strip", "unmarked": declared}
    found = with_and_without(
        Deviation.ORDER_GUESSED, "decode UTF-16 replace", octets, answer, **options
    )
    assert found == (due, without)


def test_an_order_that_the_name_tells_is_not_guessed() -> None:
    offer = Offer.parse("decode UTF-16LE strict")
    settings = announcing(Deviation.ORDER_GUESSED, encoding=Encoding.UTF_16LE)
    assert verdict(settings, offer, bytes.fromhex("0041"), "ok 41") is Verdict.FAIL


@pytest.mark.parametrize(
    ("op", "octets", "answer", "due", "without"),
    [
        ("decode UTF-16LE replace", "4100ff", "error ? ?", Verdict.BY_DESIGN, Verdict.FAIL),
        ("decode UTF-16LE replace", "4100ff", "error 2 1", Verdict.BY_DESIGN, Verdict.FAIL),
        ("decode UTF-16LE replace", "4100ff", "ok 41 fffd", Verdict.PASS, Verdict.PASS),
        ("decode UTF-16LE replace", "4100ff", "ok 41", Verdict.FAIL, Verdict.FAIL),
        ("decode UTF-16LE replace", "3dd8", "error ? ?", Verdict.FAIL, Verdict.FAIL),
        ("decode UTF-16LE skip", "4100ff", "error ? ?", Verdict.FAIL, Verdict.FAIL),
        ("decode UTF-16LE strict", "4100ff", "ok 41", Verdict.FAIL, Verdict.FAIL),
        ("decode UTF-16LE strict", "4100ff", "error 2 1", Verdict.PASS, Verdict.PASS),
        ("decode UTF-32BE replace", "00000041ff", "error ? ?", Verdict.BY_DESIGN, Verdict.FAIL),
        ("decode UTF-8 replace", "41ff", "error ? ?", Verdict.FAIL, Verdict.FAIL),
    ],
)
def test_half_a_unit_may_be_refused_where_errors_are_replaced(
    op: str, octets: str, answer: str, due: Verdict, without: Verdict
) -> None:
    found = with_and_without(Deviation.HALF_UNIT_REFUSED, op, octets, answer)
    assert found == (due, without)


def test_a_deviation_may_be_announced_of_some_encodings_alone() -> None:
    terms = (
        Term(Deviation.ORDER_GUESSED, "a manual", encodings=("UTF-16",)),
        Term(Deviation.HALF_UNIT_REFUSED, "a manual"),
    )
    claims = Claims(("rfc2781", "iso10646"), contract=Contract(deviations=terms))
    found = {one: claims.settings(one) for one in ORDERS}
    announced = {one: own.deviations for one, own in found.items() if own}
    assert announced == {
        Encoding.UTF_16: (Deviation.ORDER_GUESSED, Deviation.HALF_UNIT_REFUSED),
        Encoding.UTF_32: (Deviation.HALF_UNIT_REFUSED,),
    }
