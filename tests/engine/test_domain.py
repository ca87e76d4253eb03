"""What lies outside a codec's contract is decided by the reference, question by question."""

from __future__ import annotations

from itertools import product

import pytest

from utfproof.engine.questions.domain import all_outside, outside
from utfproof.engine.questions.plan import Planner
from utfproof.model.contract import DEMANDED, Contract, Demand, Term
from utfproof.model.operation import Offer
from utfproof.model.profile import Claims, Settings
from utfproof.vectors import loader

EVERY = Claims(("unicode", "rfc2781", "iso10646", "cesu-8"))


def demanding(offer: Offer, *demands: str, **options: str) -> Settings:
    contract = Contract(domain=tuple(Term(one, "the manual, section 1") for one in demands))
    settings = Claims(EVERY.profiles, options, contract=contract).settings(offer.encoding)
    assert settings
    return settings


@pytest.mark.parametrize(
    ("demand", "op", "inside", "without"),
    [
        ("well-formed", "decode UTF-8 strict", "c3a9", "c3"),
        ("well-formed", "decode UTF-8 replace", "-", "eda080"),
        ("well-formed", "decode-chunks UTF-8 strict", "c3 a9", "a9 c3"),
        ("well-formed", "decode-within UTF-8 strict", "ff c3a9 80", "41 ff 41"),
        ("well-formed", "decode-again UTF-8 strict", "c3a9 41", "c3 41"),
        ("well-formed", "decode-room UTF-8 strict", "2 c3a9", "2 c0"),
        ("well-formed", "decode-refill UTF-8 strict", "2 c3a9", "2 c0"),
        ("well-formed", "decode-size UTF-8 strict", "c3a9", "c0"),
        ("well-formed", "decode UTF-16LE strict", "3dd800de", "3dd8"),
        ("well-formed-or-cut-off", "decode UTF-16LE strict", "41003dd800", "3dd84100"),
        ("well-formed-or-cut-off", "decode UTF-16LE strict", "3dd8", "00dc"),
        ("well-formed-or-cut-off", "decode UTF-16LE strict", "4100ff", "3dd83dd8"),
        ("well-formed-or-cut-off", "decode UTF-8 strict", "41e282", "ffe282"),
        ("well-formed-or-cut-off", "decode-chunks UTF-8 strict", "41 e2 82", "e2 41"),
        ("no-nul", "decode UTF-8 strict", "01ff", "4100"),
        ("no-nul", "decode UTF-16BE strict", "0100", "0000"),
        ("no-nul", "encode UTF-8 strict", "1 41", "41 0"),
        ("xml-characters", "decode UTF-8 strict", "090aef bfbdf09f9880".replace(" ", ""), "0d"),
        ("xml-characters", "decode UTF-8 strict", "ff", "efbfbe"),
        ("no-noncharacters", "decode UTF-16LE strict", "cffd", "d0fd"),
        ("no-noncharacters", "encode UTF-8 strict", "10fffd", "10ffff"),
        ("xml-characters", "encode UTF-16BE strict", "fffd", "ffff"),
        ("yaml-characters", "decode UTF-8 strict", "09ffe280a7", "c285"),
        ("yaml-characters", "encode UTF-8 strict", "ff00", "feff"),
        ("whole-units", "decode UTF-16BE strict", "d800", "d80000"),
        ("whole-units", "decode UTF-32LE strict", "00000011", "0000001100"),
        ("complete-sequences", "decode UTF-8 strict", "c3ff", "ffc3"),
        ("complete-sequences", "decode UTF-8 strict", "e24141", "e241"),
        ("complete-sequences", "decode UTF-8 strict", "f8", "f0414141f04141"),
        ("complete-sequences", "decode UTF-16BE strict", "d8000041", "d800"),
        ("scalar-values", "encode UTF-8 strict", "10ffff", "110000"),
        ("scalar-values", "encode-chunks UTF-8 strict", "41 | 42", "d83d | de00"),
        ("pairs", "encode-chunks UTF-8 strict", "d83d de00 | -", "d83d | - | de00"),
        ("no-signature", "encode UTF-8 strict", "41 feff", "feff 41"),
        ("no-signature", "encode-chunks UTF-8 strict", "- | 41 feff", "- | feff"),
        ("no-signature", "encode-room UTF-8 strict", "9 41", "9 feff"),
        ("no-signature", "encode-size UTF-8 strict", "41", "feff"),
        ("no-signature", "encode-refill UTF-8 strict", "9 41", "9 feff"),
    ],
)
def test_a_demand_divides_the_questions(demand: str, op: str, inside: str, without: str) -> None:
    offer = Offer.parse(op)
    settings = demanding(offer, demand)
    assert not outside(offer, inside.encode(), settings)
    assert outside(offer, without.encode(), settings)
    assert not outside(offer, without.encode(), demanding(offer))


@pytest.mark.parametrize(
    ("line", "is_outside"),
    [
        (b"d800", False),
        (b"00d8", True),
        (b"feff00d8", False),
        (b"feffd800", True),
        (b"fffed800", False),
        (b"fffe00d8", True),
    ],
)
def test_text_that_nothing_marks_is_in_the_domain_by_the_order_that_is_declared(
    line: bytes, is_outside: bool
) -> None:
    offer = Offer.parse("decode UTF-16 replace")
    settings = demanding(offer, "well-formed", unmarked="little")
    assert outside(offer, line, settings) is is_outside
    assert all_outside(offer, [line], settings) == [is_outside]


def test_a_pair_of_units_is_a_scalar_value() -> None:
    offer = Offer.parse("encode UTF-8 strict")
    settings = demanding(offer, "scalar-values", units="utf-16")
    assert not outside(offer, b"d83d de00", settings)
    assert outside(offer, b"de00 d83d", settings)
    assert outside(offer, b"d83d de00", demanding(offer, "scalar-values"))


@pytest.mark.parametrize("demand", list(Demand))
def test_every_demand_is_said_in_words_and_decided_both_ways(demand: Demand) -> None:
    assert DEMANDED[demand]
    for op, line in (("decode UTF-8 strict", b"41"), ("encode UTF-8 strict", b"41")):
        offer = Offer.parse(op)
        assert not outside(offer, line, demanding(offer, demand))


@pytest.mark.parametrize(
    "demand",
    [
        "well-formed",
        "well-formed-or-cut-off",
        "no-nul",
        "xml-characters",
        "yaml-characters",
        "complete-sequences",
    ],
)
def test_what_is_told_at_a_glance_is_what_is_read(demand: str) -> None:
    offer = Offer.parse("decode UTF-8 strict")
    settings = demanding(offer, demand)
    wide = demanding(Offer.parse("decode CESU-8 strict"), demand)
    octets = (
        0x00,
        0x09,
        0x0A,
        0x0D,
        0x41,
        0x7F,
        0x80,
        0x85,
        0xA8,
        0xBB,
        0xBE,
        0xBF,
        0xC2,
        0xE2,
        0xEF,
    )
    for string in product(octets, repeat=3):
        line = bytes(string).hex().encode()
        # CESU-8 reads these octets alike, and is always read.
        assert outside(offer, line, settings) is outside(offer, line, wide), line


def test_a_case_outside_the_contract_has_no_questions() -> None:
    suite = loader.load()
    offer = Offer.parse("decode UTF-8 strict")
    contract = Contract(domain=(Term("well-formed", "the manual, section 1"),))
    plan = Planner(suite).plan(Claims(("unicode",), contract=contract), [offer])
    whole = Planner(suite).plan(Claims(("unicode",)), [offer])
    asked = {one.case.about.id: one for one in plan.asked}
    overlong = asked["utf-8/ill-formed/overlong-two/nul"]
    assert not overlong.questions
    assert overlong.outside
    assert len(plan.asked) == len(whole.asked)
    counted = [one.outside + len(one.questions) for one in plan.asked]
    assert counted == [len(one.questions) for one in whole.asked]
