"""A target asks what follows from an input's octets alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from utfproof.engine.judging.judge import judge
from utfproof.fuzz.targets.code_points import code_points_of
from utfproof.fuzz.targets.cuts import split_of
from utfproof.fuzz.targets.fuzz_target import FuzzTarget, fuzz_targets
from utfproof.model.contract import Contract, Term
from utfproof.model.encoding import Scheme
from utfproof.model.operation import Offer
from utfproof.model.profile import Claims
from utfproof.vectors import loader

OFFERS = (
    "decode UTF-8 strict",
    "decode-chunks UTF-8 strict",
    "decode-within UTF-8 strict",
    "decode-again UTF-8 strict",
    "validate UTF-8 strict",
    "encode UTF-8 strict",
    "encode-chunks UTF-8 strict",
    "decode-room UTF-8 strict",
    "encode-room UTF-8 strict",
    "decode-refill UTF-8 strict",
    "encode-refill UTF-8 strict",
    "decode-replaced UTF-8 replace",
    "decode-size UTF-8 strict",
    "encode-size UTF-8 strict",
    "detect - -",
    "label - -",
)


def target(offer: str, excludes: frozenset[int] = frozenset()) -> FuzzTarget:
    claims = Claims(("rfc3629", "iso10646"), excludes=excludes)
    (found,) = fuzz_targets("a/b", claims, [Offer.parse(offer)], loader.load())
    return found


@given(octets=st.binary(max_size=20))
def test_a_split_joins_to_its_input(octets: bytes) -> None:
    assert sum(split_of(octets)) == len(octets)


@pytest.mark.parametrize("offer", OFFERS)
@given(octets=st.binary(max_size=12))
def test_every_offer_is_asked_once_for_each_input(offer: str, octets: bytes) -> None:
    group = target(offer).group([octets, b"A"])
    assert len(group.lines) == 2
    assert group.question(0).line == group.lines[0]


@pytest.mark.parametrize("offer", OFFERS)
def test_every_way_of_an_input_is_another_line(offer: str) -> None:
    own = target(offer)
    lines = own.all_questions(b"A\xe2\x82\xac").lines
    assert len(lines) == len(set(lines))
    assert (len(lines) == 1) is own.has_one_way


@pytest.mark.parametrize(
    ("scheme", "octets", "values"),
    [
        (Scheme.UTF_8, "41e282acf09f9880", (0x41, 0x20AC, 0x1F600)),
        (Scheme.UTF_8, "eda080edb080", (0xD800, 0xDC00)),
        (Scheme.UTF_8, "f4908080", (0x110000,)),
        (Scheme.UTF_8, "fdbfbfbfbfbf", (0x7FFFFFFF,)),
        (Scheme.UTF_8, "41ff", (0x41, 0x1100FF)),
        (Scheme.UTF_16BE, "d83dde00", (0x1F600,)),
        (Scheme.UTF_16LE, "00d84100", (0xD800, 0x41)),
        (Scheme.UTF_32BE, "00110000", (0x110000,)),
    ],
)
def test_code_points_stand_in_octets(scheme: Scheme, octets: str, values: tuple[int, ...]) -> None:
    assert code_points_of(scheme, bytes.fromhex(octets)) == values


def test_excluded_characters_are_not_asked() -> None:
    own = target("decode UTF-8 strict", frozenset({0x22}))
    assert own.admits(b"A\xff")
    assert not own.admits(b'A"')


def test_an_unclaimed_encoding_has_no_fuzz_target() -> None:
    offers = [Offer.parse("decode UTF-16BE strict"), Offer.parse("sweep UTF-8 strict")]
    assert fuzz_targets("a/b", Claims(("rfc3629",)), offers) == []


@pytest.mark.parametrize("op", ["decode-room", "decode-refill"])
@pytest.mark.parametrize(("policy", "count"), [({}, 0), ({"replacement": "byte"}, 1)])
def test_little_room_is_only_given_to_text_whose_length_is_known(
    op: str, policy: dict[str, str], count: int
) -> None:
    offers = [Offer.parse(f"{op} UTF-8 replace")]
    assert len(fuzz_targets("a/b", Claims(("rfc3629",), policy), offers)) == count


@pytest.mark.parametrize("offer", ["decode-refill UTF-8 strict", "encode-refill UTF-8 strict"])
def test_a_room_that_others_follow_holds_something(offer: str) -> None:
    own = target(offer)
    for octets in (b"", b"A", b"AB", b"\xe2\x82\xacA"):
        lines = [*own.group([octets]).lines, *own.all_questions(octets).lines]
        assert lines
        assert all(int(line.split(b" ")[0]) > 0 for line in lines)


@pytest.mark.parametrize(
    ("profile", "label", "answer", "right"),
    [
        ("whatwg", b" UTF8\t", "ok ?", False),
        ("whatwg", b" UTF8\t", "ok UTF-8", True),
        ("whatwg", b"utf-16", "ok UTF-16LE", True),
        ("whatwg", b"u8", "ok UTF-8", False),
        ("rfc3629", b"u8", "ok UTF-8", True),
        ("rfc3629", b"u8", "ok ?", True),
        ("rfc3629", b"UTF-8x", "ok UTF-8", False),
        ("rfc3629", b"UTF-9", "ok ?", True),
        ("rfc3629", b"csutf8", "ok UTF-8", True),
        ("rfc3629", b"csutf8", "ok UTF-16", False),
    ],
)
def test_labels_are_held_to_the_table_that_the_codec_claims(
    profile: str, label: bytes, answer: str, right: bool
) -> None:
    (own,) = fuzz_targets("a/b", Claims((profile,)), [Offer.parse("label - -")], loader.load())
    group = own.group([label])
    assert judge(group.question(0), answer.encode()).verdict.red is not right
    sure = group.expected(group.answer_profiles[0])[0]
    assert sure is None or (sure == answer.encode()) is right


def test_a_campaign_asks_and_judges_within_the_contract_alone() -> None:
    contract = Contract(domain=(Term("well-formed", "the manual, section 1"),))
    claims = Claims(("rfc3629",), contract=contract)
    offers = [Offer.parse("decode UTF-8 strict"), Offer.parse("decode-again UTF-8 strict")]
    whole, again = fuzz_targets("a/b", claims, offers)
    assert whole.admits(b"\xc3\xa9")
    assert not whole.admits(b"\xc0\x80")
    lines = again.all_questions(b"\xc3\xa9").lines
    assert lines
    assert all(map(again.covers, lines))
    assert not again.covers(b"c3 41")
