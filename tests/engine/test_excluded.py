"""What a codec's format keeps out is not asked."""

from __future__ import annotations

import pytest

from utfproof.engine.questions.domain import all_outside, outside
from utfproof.engine.questions.plan import excluded
from utfproof.model.contract import Contract, Demand, Term
from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Claims, Units
from utfproof.oracle.whole import WholeInputGroup
from utfproof.proof.families.excluded_lines import lines_outside

CLAIMS = Claims(("rfc3629",), excludes=frozenset({0x0A, 0x22}), longest=4)


@pytest.mark.parametrize(
    ("offer", "line", "is_excluded"),
    [
        ("decode UTF-8 strict", b"61", False),
        ("decode UTF-8 strict", b"-", False),
        ("decode UTF-8 strict", b"6122", True),
        ("decode UTF-8 strict", b"0a", True),
        ("decode UTF-8 strict", b"a0a2", False),
        ("decode UTF-8 strict", b"61626364", False),
        ("decode UTF-8 strict", b"6162636465", True),
        ("decode-chunks UTF-8 strict", b"61 - 62", False),
        ("decode-chunks UTF-8 strict", b"61 - 0a", True),
        ("decode-chunks UTF-8 strict", b"6162 636465", True),
        ("decode-within UTF-8 strict", b"22 61 62", True),
        ("decode-room UTF-8 strict", b"22 61", False),
        ("decode-room UTF-8 strict", b"1 22", True),
        ("decode-refill UTF-8 strict", b"22 61", False),
        ("decode-refill UTF-8 strict", b"1 22", True),
        ("decode-size UTF-8 strict", b"6122", True),
        ("encode-size UTF-8 strict", b"61 22", True),
        ("encode UTF-8 strict", b"61 22", True),
        ("encode UTF-8 strict", b"220 a0", False),
        ("encode UTF-8 strict", b"61 62 63 64 65", False),
        ("encode-chunks UTF-8 strict", b"61 | a", True),
        ("encode-chunks UTF-8 strict", b"61 | -", False),
        ("encode-room UTF-8 strict", b"10 61", False),
        ("encode-room UTF-8 strict", b"1 a", True),
        ("encode-refill UTF-8 strict", b"10 61", False),
    ],
)
def test_a_line_with_what_is_kept_out_or_too_much_of_it(
    offer: str, line: bytes, is_excluded: bool
) -> None:
    settings = CLAIMS.settings(Encoding.UTF_8)
    assert settings
    assert excluded(Offer.parse(offer), line, settings) is is_excluded


def test_a_format_that_keeps_nothing_out_excludes_nothing() -> None:
    settings = Claims(("rfc3629",)).settings(Encoding.UTF_8)
    assert settings
    assert not excluded(Offer.parse("decode UTF-8 strict"), b"0a22" * 9, settings)


INPUTS = (
    b"A",
    b"\xdc\xdc",
    b"\0",
    b"\0\0",
    b"\x80",
    b"\xd8\x00",
    b"\xef\xbf\xbe",
    b"\xff\xfe",
    b"A\xc3",
)


@pytest.mark.parametrize("op", [Op.DECODE, Op.VALIDATE])
@pytest.mark.parametrize("scheme", [Scheme.UTF_8, Scheme.UTF_16BE])
@pytest.mark.parametrize("units", Units)
@pytest.mark.parametrize(
    "demand",
    [
        Demand.WELL_FORMED,
        Demand.WELL_FORMED_OR_CUT_OFF,
        Demand.NO_NUL,
        Demand.NO_NONCHARACTERS,
        Demand.COMPLETE_SEQUENCES,
    ],
)
def test_lines_are_outside_by_the_contract_that_is_asked_about(
    demand: Demand, units: Units, scheme: Scheme, op: Op
) -> None:
    """The lines are the same in all cases, and what is outside is remembered by its facts."""
    profile = "rfc3629" if scheme is Scheme.UTF_8 else "rfc2781"
    contract = Contract(domain=(Term(demand, "the manual, section 2"),))
    claims = Claims((profile,), {"units": units.value}, contract=contract)
    settings = claims.settings(Encoding(scheme.value))
    assert settings
    offer = Offer(op, settings.encoding, Mode.STRICT)
    group = WholeInputGroup("families/some/group", offer, settings, INPUTS)
    found = lines_outside(group, settings)
    assert found == {at for at, line in enumerate(group.lines) if outside(offer, line, settings)}
    assert found


CHUNKS = (
    b"-",
    b"61 - 62",
    b"c3 a9",
    b"c3 - -",
    b"61 00",
    b"00 - 00",
    b"ff ff",
    b"ef bf be",
    b"f0 9f",
    b"ff fe 61",
    b"dc dc",
)


@pytest.mark.parametrize("scheme", [Scheme.UTF_8, Scheme.UTF_16, Scheme.UTF_16LE])
@pytest.mark.parametrize(
    "demand",
    [
        Demand.WELL_FORMED,
        Demand.WELL_FORMED_OR_CUT_OFF,
        Demand.NO_NUL,
        Demand.COMPLETE_SEQUENCES,
        Demand.XML_CHARACTERS,
    ],
)
def test_of_many_lines_the_same_are_outside_as_of_one(demand: Demand, scheme: Scheme) -> None:
    profile = "rfc3629" if scheme is Scheme.UTF_8 else "rfc2781"
    contract = Contract(domain=(Term(demand, "the manual, section 2"),))
    settings = Claims((profile,), contract=contract).settings(Encoding(scheme.value))
    assert settings
    offer = Offer(Op.DECODE_CHUNKS, settings.encoding, Mode.STRICT)
    found = all_outside(offer, CHUNKS, settings)
    assert found == [outside(offer, line, settings) for line in CHUNKS]
    assert any(found)
    assert not all(found)
    assert all_outside(offer, (), settings) == []
