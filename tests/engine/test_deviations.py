"""A documented deviation is by-design: the named fault's answer, and no other, on any input."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest

from engine.announcing import announcing, verdict
from utfproof.engine.judging.judge import judge
from utfproof.engine.questions.plan import Planner
from utfproof.engine.relations.codec_in_encoding import CodecInEncoding, bad_pieces
from utfproof.fuzz.targets.fuzz_target import fuzz_targets
from utfproof.model.contract import ANNOUNCED, FAULTS, Contract, Deviation, Term
from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.fields import read_octets, read_points, render
from utfproof.model.operation import Offer, Op
from utfproof.model.outcome import Outcome
from utfproof.model.profile import Claims
from utfproof.model.verdict import Verdict
from utfproof.mutants import Mutant, catalogue
from utfproof.oracle.encoded import TextGroup
from utfproof.proof.sweep.rules import rules
from utfproof.reference import deviations
from utfproof.vectors import loader

MUTANTS = {mutant.id: mutant for mutant in catalogue()}
PIECES = (b"A", b"\0", b"\xc0\x80", b"\xc3\xa9", b"\xed\xa0\xbd", b"\xed\xb8\x80", b"\xed\x9f\xbf",
          b"\xf4\x90\x80\x80", b"\xf5\x80\x80\x80", b"\xf8\x88\x80\x80\x80", b"\x80", b"\xff",
          b"\xfc\x84\x80\x80\x80\x80", b"\xc0", b"\xf0\x9f\x98", b"\xef\xbb\xbf")  # fmt: skip
INPUTS = [b"".join(found) for count in (1, 2, 3) for found in product(PIECES, repeat=count)]
OF_OCTETS = [
    (deviation, fault)
    for deviation, faults in FAULTS.items()
    for fault in faults
    if MUTANTS[fault].exposed_by[0].op in (Op.DECODE, Op.VALIDATE)
]


def silent(offer: Offer, lines: Sequence[str]) -> list[Outcome]:
    del offer, lines
    return []


def answers(mutant: Mutant, offer: Offer) -> list[str]:
    faulty = mutant.make()
    return [faulty.answer(offer, render(octets)) for octets in INPUTS]


@pytest.mark.parametrize("deviation", list(Deviation))
def test_every_deviation_is_said_in_words(deviation: Deviation) -> None:
    assert ANNOUNCED[deviation]
    assert set(FAULTS[deviation]) <= set(MUTANTS)


@pytest.mark.parametrize(("deviation", "fault"), OF_OCTETS)
def test_the_answers_of_the_named_fault_are_by_design(deviation: Deviation, fault: str) -> None:
    mutant = MUTANTS[fault]
    offer, exposing = mutant.exposed_by
    plain, settings = announcing(), announcing(deviation)
    shown = mutant.make().answer(offer, exposing)
    assert verdict(plain, offer, read_octets(exposing), shown) is Verdict.FAIL
    assert verdict(settings, offer, read_octets(exposing), shown) is Verdict.BY_DESIGN
    other = {name for name, value in MUTANTS.items() if value.exposed_by[0] == offer}
    for name in sorted(other - set(FAULTS[deviation]))[:80]:
        wrong = MUTANTS[name].make().answer(offer, exposing)
        if wrong != shown and verdict(plain, offer, read_octets(exposing), wrong).red:
            assert verdict(settings, offer, read_octets(exposing), wrong).red, name


@pytest.mark.parametrize(
    ("deviation", "fault"),
    [(one, fault) for one, fault in OF_OCTETS if len(FAULTS[one]) == 1 or "nul" in fault],
)
def test_whatever_the_named_fault_answers_is_no_failure(deviation: Deviation, fault: str) -> None:
    mutant = MUTANTS[fault]
    offer = mutant.exposed_by[0]
    plain, settings = announcing(), announcing(deviation)
    pairs = list(zip(INPUTS, answers(mutant, offer), strict=True))
    found = [verdict(settings, offer, octets, answer) for octets, answer in pairs]
    wrong = [verdict(plain, offer, octets, answer) for octets, answer in pairs]
    assert Verdict.BY_DESIGN in found
    assert not any(one.red for one in found)
    assert [one is Verdict.BY_DESIGN for one in found] == [one.red for one in wrong]


def test_another_form_of_the_same_kind_is_still_a_failure() -> None:
    offer = Offer.parse("decode UTF-8 strict")
    settings = announcing(Deviation.NUL_AS_C0_80)
    assert verdict(settings, offer, b"\xc0\xaf", "ok 2f") is Verdict.FAIL
    assert verdict(settings, offer, b"\xe0\x80\x80", "ok 0") is Verdict.FAIL
    assert verdict(settings, offer, b"\xc0\x80\xc0\xaf", "ok 0 2f") is Verdict.FAIL
    assert verdict(settings, offer, b"\xc0\x80\xc0\xaf", "error 2 1 0") is Verdict.BY_DESIGN


@pytest.mark.parametrize(
    ("octets", "answer"),
    [
        ("c0af", "ok 2f"),
        ("c1bf41", "ok 7f 41"),
        ("e080af", "ok 2f"),
        ("e09fbf", "ok 7ff"),
        ("f0808080", "ok 0"),
        ("41f08fbfbf", "ok 41 ffff"),
        ("c3a9c080", "ok e9 0"),
    ],
)
def test_overlong_forms_are_announced_and_nothing_beside_them(octets: str, answer: str) -> None:
    settings = announcing(Deviation.OVERLONG_READ)
    asked, validated = Offer.parse("decode UTF-8 strict"), Offer.parse("validate UTF-8 strict")
    assert verdict(settings, asked, bytes.fromhex(octets), answer) is Verdict.BY_DESIGN
    assert verdict(settings, validated, bytes.fromhex(octets), "ok") is Verdict.BY_DESIGN
    for other in ("eda080", "f4908080", "f8808080af", "e08041", "c041", "f08f80", "80"):
        text = bytes.fromhex(octets + other)
        assert verdict(settings, validated, text, "ok") is Verdict.FAIL
    assert verdict(settings, asked, bytes.fromhex("e0a080c2a0"), "ok 800 a0") is Verdict.PASS


@pytest.mark.parametrize(
    ("octets", "answer"),
    [("f4908080", "ok 110000"), ("f5808080", "ok 140000"), ("f7bfbfbf41", "ok 1fffff 41")],
)
def test_numbers_in_four_octets_are_announced_and_none_in_five(octets: str, answer: str) -> None:
    settings = announcing(Deviation.FOUR_OCTETS_READ)
    asked, validated = Offer.parse("decode UTF-8 strict"), Offer.parse("validate UTF-8 strict")
    assert verdict(settings, asked, bytes.fromhex(octets), answer) is Verdict.BY_DESIGN
    assert verdict(settings, validated, bytes.fromhex(octets), "ok") is Verdict.BY_DESIGN
    for other in ("f888808080", "fc8480808080", "f0808080", "f49080", "eda080"):
        text = bytes.fromhex(octets + other)
        assert verdict(settings, validated, text, "ok") is Verdict.FAIL


NONCHARACTERS = {*range(0xFDD0, 0xFDF0), *range(0xFFFE, 0x110000, 0x10000),
                 *range(0xFFFF, 0x110000, 0x10000)}  # fmt: skip


def test_of_all_characters_the_noncharacters_alone_are_refused() -> None:
    found = deviations.automaton(Scheme.UTF_8, (Deviation.NONCHARACTERS_REFUSED,))
    assert found
    values = (*range(0xD800), *range(0xE000, 0x110000))
    refused = {value for value in values if not found.accepts(chr(value).encode())}
    assert refused == NONCHARACTERS
    assert len(refused) == 66


@pytest.mark.parametrize("value", [0xFDD0, 0xFDEF, 0xFFFE, 0xFFFF, 0x1FFFE, 0x8FFFF, 0x10FFFF])
def test_noncharacters_may_be_refused_where_that_is_announced(value: int) -> None:
    plain, settings = announcing(), announcing(Deviation.NONCHARACTERS_REFUSED)
    octets = b"A" + chr(value).encode() + b"B"
    for op, answer in (
        ("decode UTF-8 strict", "error 1 ? 41"),
        ("decode UTF-8 replace", "ok 41 fffd 42"),
        ("validate UTF-8 strict", "error ? ?"),
    ):
        offer = Offer.parse(op)
        assert verdict(settings, offer, octets, answer) is Verdict.BY_DESIGN
        assert verdict(plain, offer, octets, answer).red
        assert verdict(settings, offer, octets, "error 0 1").red
    assert verdict(settings, Offer.parse("validate UTF-8 strict"), octets, "ok") is Verdict.PASS
    neighbour = b"A" + chr(value ^ 0x40).encode()
    assert verdict(settings, Offer.parse("validate UTF-8 strict"), neighbour, "error ? ?").red


@pytest.mark.parametrize("value", [0xFDD0, 0xFFFF, 0x10FFFE])
def test_encoders_may_refuse_the_noncharacters_too(value: int) -> None:
    for settings, right in (
        (announcing(Deviation.NONCHARACTERS_REFUSED), Verdict.BY_DESIGN),
        (announcing(), Verdict.FAIL),
    ):
        for mode, answer in (("strict", "error 1"), ("skip", "ok 4142")):
            offer = Offer.parse(f"encode UTF-8 {mode}")
            group = TextGroup("group", offer, settings, ((0x41, value, 0x42),))
            assert judge(group.question(0), answer.encode()).verdict is right


def test_properties_ask_no_character_that_an_encoder_refuses_by_design() -> None:
    values = (0x41, 0xFDD0, 0xFFFF, 0x10FFFF, 0x20AC)
    for settings, kept in (
        (announcing(Deviation.NONCHARACTERS_REFUSED), (0x41, 0x20AC)),
        (announcing(), values),
    ):
        subject = CodecInEncoding(settings, frozenset(), silent)
        assert subject.expressible(values) == kept


@pytest.mark.parametrize(
    ("deviation", "encoding", "values", "answer"),
    [
        (Deviation.SURROGATES_WRITTEN, "UTF-8", "41 d800", "ok 41eda080"),
        (Deviation.SURROGATES_WRITTEN, "UTF-16BE", "41 d800", "ok 0041d800"),
        (Deviation.SURROGATES_WRITTEN, "UTF-32LE", "dfff 41", "ok ffdf000041000000"),
        (Deviation.EXTENDED_WRITTEN, "UTF-8", "110000", "ok f4908080"),
        (Deviation.EXTENDED_WRITTEN, "UTF-8", "7fffffff 41", "ok fdbfbfbfbfbf41"),
        (Deviation.PERL_EXTENDED, "UTF-8", "80000000", "ok fe828080808080"),
    ],
)
def test_what_is_written_as_announced_is_by_design(
    deviation: Deviation, encoding: str, values: str, answer: str
) -> None:
    offer = Offer.parse(f"encode {encoding} strict")
    for settings, due in (
        (announcing(encoding=offer.encoding), Verdict.FAIL),
        (announcing(deviation, encoding=offer.encoding), Verdict.BY_DESIGN),
    ):
        group = TextGroup("id", offer, settings.for_encoding(), (read_points(values),))
        assert judge(group.question(0), answer.encode()).verdict is due
        assert judge(group.question(0), b"ok efbfbd").verdict is Verdict.FAIL


@pytest.mark.parametrize("deviation", [one for one in Deviation if one in deviations.READ])
def test_a_sweep_follows_the_reading(deviation: Deviation) -> None:
    settings = announcing(deviation)
    announced = rules(settings)[-1]
    assert announced.verdict is Verdict.BY_DESIGN
    for octets in INPUTS:
        read = deviations.reading(settings.scheme, octets, (deviation,))
        right = rules(settings)[0].automaton.accepts(octets)
        expected = right if read is None else read.well_formed
        assert announced.automaton.accepts(octets) is expected, octets.hex()


def test_perl_reads_seven_and_thirteen_octets() -> None:
    offer, validate = Offer.parse("decode UTF-8 strict"), Offer.parse("validate UTF-8 strict")
    settings = announcing(Deviation.PERL_EXTENDED)
    octets = bytes.fromhex("fe83bfbfbfbfbf")
    assert verdict(settings, offer, octets, "ok ffffffff") is Verdict.BY_DESIGN
    for shortest in ("ff8087bfbfbfbfbfbfbfbfbfbf", "ff808080808081808080808080"):
        assert verdict(settings, validate, bytes.fromhex(shortest), "ok") is Verdict.BY_DESIGN
    overlong = bytes.fromhex("fe818080808080")
    assert verdict(settings, offer, overlong, "ok 40000000") is Verdict.FAIL


def test_relatives_of_utf_8_deviate_from_their_own_table() -> None:
    claims = Claims(
        ("rfc2279",), contract=Contract(deviations=(Term(Deviation.NUL_AS_C0_80, "a manual"),))
    )
    settings = claims.settings(Encoding.UTF_8)
    assert settings
    offer = Offer.parse("decode UTF-8 strict")
    octets = bytes.fromhex("f888808080c080")
    assert verdict(settings, offer, octets, "ok 200000 0") is Verdict.BY_DESIGN


def test_no_relation_takes_for_bad_what_is_announced() -> None:
    plain = CodecInEncoding(announcing(), frozenset(), silent)
    bound = CodecInEncoding(announcing(Deviation.NUL_AS_C0_80), frozenset(), silent)
    assert set(bad_pieces(plain)) - set(bad_pieces(bound)) == {b"\xc0\x80"}


@pytest.mark.parametrize(
    ("octets", "answer", "due"),
    [
        ("efbbbfff41", "ok fffd 41", Verdict.BY_DESIGN),
        ("efbbbfff41", "ok 41", Verdict.FAIL),
        ("efbbbfff41", "error 3 1", Verdict.PASS),
        ("feffd800", "ok fffd", Verdict.BY_DESIGN),
        ("ff41", "ok fffd 41", Verdict.FAIL),
    ],
)
def test_errors_are_replaced_behind_a_signature_alone(
    octets: str, answer: str, due: Verdict
) -> None:
    offer, given = Offer.parse("decode UTF-8 strict"), bytes.fromhex(octets)
    settings = announcing(Deviation.SIGNATURE_REPLACES, signature="sniff")
    assert verdict(settings, offer, given, answer) is due
    if due is Verdict.BY_DESIGN:
        assert verdict(announcing(signature="sniff"), offer, given, answer) is Verdict.FAIL


@pytest.mark.parametrize(
    ("case", "answer", "due"),
    [
        ("label/iana/utf-16", "ok UTF-16LE", Verdict.BY_DESIGN),
        ("label/iana/utf-16", "ok UTF-16BE", Verdict.FAIL),
        ("label/iana/utf-32", "ok UTF-32LE", Verdict.BY_DESIGN),
        ("label/iana/utf-16be", "ok UTF-16LE", Verdict.FAIL),
        ("label/iana/utf-8", "ok UTF-16LE", Verdict.FAIL),
    ],
)
def test_names_may_stand_for_the_little_endian_order(case: str, answer: str, due: Verdict) -> None:
    offer = Offer.parse("label - -")
    for terms, own in (((), Verdict.FAIL), ((Term("names-little-endian", "a manual"),), due)):
        claims = Claims(contract=Contract(deviations=terms))
        (planned,) = Planner(loader.load(), case).plan(claims, [offer]).asked
        assert judge(planned.questions[0], answer.encode()).verdict is own
        label = read_octets(planned.questions[0].line.decode())
        (target,) = fuzz_targets("a/b", claims, [offer], loader.load())
        assert judge(target.group([label]).question(0), answer.encode()).verdict is own
