"""The rules, shards and totals of sweeps, scheme by scheme."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import product

import pytest

from utfproof.adapters.session.blocks import Answer
from utfproof.model.contract import Contract, Demand, Term
from utfproof.model.encoding import Encoding, Scheme, facts
from utfproof.model.profile import Claims
from utfproof.model.reading import Reading
from utfproof.model.verdict import Verdict
from utfproof.proof.sweep import shards
from utfproof.proof.sweep.judge import SweepJudge
from utfproof.proof.sweep.labels import LabelDifference, ShardLabeller
from utfproof.proof.sweep.shards import SweepShard, well_formed
from utfproof.reference import latitude, schemes
from utfproof.reference.automaton import Automaton
from utfproof.reference.runs import runs

from .sweeping import CLAIMS, Reference, Sweeping, allowed, context, swept


@pytest.mark.parametrize("scheme", list(Scheme))
def test_a_right_codec_of_every_scheme_passes(scheme: Scheme) -> None:
    claims, encoding = CLAIMS[scheme]
    session = Reference(scheme=scheme)
    found = swept(context(session, encoding, claims, case="*/length-[0124]"))
    lengths = 5 if facts(scheme).unit > 1 else 3
    assert [case.verdict for case in found.cases.values()] == [Verdict.PASS] * min(lengths, 4)
    assert f"families/sweep/{encoding.lower()}/length-2" in {
        case.case for case in found.cases.values()
    }


@pytest.mark.parametrize(
    ("scheme", "whole"),
    [(Scheme.UTF_16BE, [0, 2, 4]), (Scheme.UTF_32LE, [0, 4]), (Scheme.UTF_8, [0, 1, 2])],
)
def test_of_a_codec_that_demands_whole_units_only_their_lengths_are_swept(
    scheme: Scheme, whole: list[int]
) -> None:
    claims, encoding = CLAIMS[scheme]
    demand = Contract(domain=(Term(Demand.WHOLE_UNITS, "the manual, section 1"),))
    session = Reference(scheme=scheme)
    demanding = replace(claims, contract=demand)
    found = swept(context(session, encoding, demanding, case="*/length-[0124]"))
    lengths = {name: int(name.removeprefix("length-")) for name in found.cases}
    verdicts = {number: found.cases[name].verdict for name, number in lengths.items()}
    assert sorted(number for number in verdicts if verdicts[number] is Verdict.PASS) == whole
    others = verdicts.keys() - {*whole}
    assert {verdicts[number] for number in others} <= {Verdict.OUTSIDE}
    assert all(found.cases[f"length-{number}"].outside for number in others)


def test_where_no_length_is_whole_nothing_is_swept() -> None:
    claims, encoding = CLAIMS[Scheme.UTF_16BE]
    demand = Contract(domain=(Term(Demand.WHOLE_UNITS, "the manual, section 1"),))
    demanding = replace(claims, contract=demand)
    found = swept(context(Reference(), encoding, demanding, case="*/length-[13]"))
    assert {case.verdict for case in found.cases.values()} == {Verdict.OUTSIDE}
    assert found.shards == {}


@pytest.mark.parametrize(
    ("scheme", "totals"),
    [
        (Scheme.UTF_8, (1, 128, 18_304, 2_650_112, 383_270_912)),
        (Scheme.UTF_16BE, (1, 0, 0x10000 - 0x800, 0, (0x10000 - 0x800) ** 2 + 0x400**2)),
        (Scheme.UTF_32LE, (1, 0, 0, 0, 0x110000 - 0x800)),
        (Scheme.UCS_2, (1, 0, 0x10000 - 0x800, 0, (0x10000 - 0x800) ** 2)),
        (Scheme.UCS_4, (1, 0, 0, 0, 1 << 31)),
    ],
)
def test_every_string_of_up_to_four_octets_is_asked_at_the_end(
    scheme: Scheme, totals: tuple[int, ...]
) -> None:
    claims, encoding = CLAIMS[scheme]
    found = swept(context(Reference(scheme=scheme), encoding, claims), "exhaustive")
    assert {case.verdict for case in found.cases.values()} == {Verdict.PASS}
    assert found.family.asked == 4_311_810_305
    assert found.family.groups == 515
    counted = [0] * 5
    for name, shard in found.shards.items():
        prefix, free = name.split(" ")
        counted[int(free) + (prefix != "-")] += shard.well_formed
    assert tuple(counted) == totals
    assert found.family.note.count("(confirmed)") == 5


@pytest.mark.parametrize("scheme", list(Scheme))
def test_well_formed_strings_are_counted_without_runs(scheme: Scheme) -> None:
    automaton = schemes.automaton(scheme)
    for prefix in (b"", b"\x00", b"\xe2", b"\xed", b"\xff\xfe"):
        labelled = runs(automaton, prefix, 2)
        ones = sum(length for length, label in labelled if label == "v")
        assert well_formed([SweepShard(prefix, 2)], automaton) == ones


@pytest.mark.parametrize("scheme", [scheme for scheme in Scheme if facts(scheme).unit > 1])
def test_beginnings_lead_wherever_two_octets_can_lead(scheme: Scheme) -> None:
    orders = {schemes.automaton(scheme), schemes.automaton(scheme, unmarked="little")}
    for automaton in orders:
        everywhere = {automaton.after(bytes(pair)) for pair in product(range(256), repeat=2)}
        assert {automaton.after(pair) for pair in shards.beginnings(scheme)} == everywhere


def test_the_first_units_of_utf_16_hold_the_ends_of_both_halves_and_both_signatures() -> None:
    ends = "D7FF D800 DBFF DC00 DFFF E000 FEFF FFFE"
    assert {bytes.fromhex(unit) for unit in ends.split()} < set(shards.beginnings(Scheme.UTF_16BE))


def little_endian() -> Sweeping:
    """A codec that takes unmarked UTF-16 for little-endian."""

    class Little(Sweeping):
        def decode(self, octets: bytes) -> str | Answer:
            error = schemes.read(Scheme.UTF_16, octets, unmarked="little").first_error()
            return f"error {error[0]} ?" if error else "ok"

    return Little(automaton=schemes.automaton(Scheme.UTF_16, unmarked="little"))


@pytest.mark.parametrize(
    ("options", "verdict"),
    [
        ({}, Verdict.ALTERNATIVE),
        ({"unmarked": "little"}, Verdict.ALTERNATIVE),
        ({"unmarked": "big"}, Verdict.FAIL),
    ],
)
def test_unmarked_text_in_the_other_order_is_an_alternative_unless_declared_off(
    options: dict[str, str], verdict: Verdict
) -> None:
    claims = Claims(("rfc2781",), options)
    asked = context(little_endian(), Encoding.UTF_16, claims, "*/length-[24]")
    found = swept(asked)
    assert [case.verdict for case in found.cases.values()] == [verdict] * 2


def test_an_alternative_shows_the_first_string_that_is_read_otherwise() -> None:
    claims, encoding = CLAIMS[Scheme.UTF_16]
    asked = context(little_endian(), encoding, claims, "*/length-2")
    case = swept(asked).cases["length-2"]
    assert (case.input, case.expected, case.actual) == ("00d8 0", "ok 1v", "ok 1i0")


def test_big_endian_is_wrong_where_little_is_declared() -> None:
    session = Reference(scheme=Scheme.UTF_16)
    claims = Claims(("rfc2781",), {"unmarked": "little"})
    asked = context(session, Encoding.UTF_16, claims, "*/length-2")
    assert swept(asked).cases["length-2"].verdict is Verdict.FAIL


def test_a_failure_is_told_by_the_rule_that_was_followed_longest() -> None:
    shard = SweepShard(b"\x00", 1)
    judge = SweepJudge(allowed(Scheme.UTF_16))
    assert judge.judge(shard, b"ok 216v 8i0 32v").verdict is Verdict.ALTERNATIVE
    judged = judge.judge(shard, b"ok 216v 8i0 31v 1i0")
    assert judged.verdict is Verdict.FAIL
    assert judged.difference == LabelDifference(255, "v", "i0")


@pytest.mark.parametrize(
    ("scheme", "alphabet", "longest"),
    [
        (Scheme.UTF_8, "41 80 C2 E0 A0 F4 90", 3),
        (Scheme.UTF_16BE, "00 41 D8 DC FE FF", 4),
        (Scheme.UTF_16LE, "00 41 D8 DC FE FF", 4),
        (Scheme.UCS_4, "00 10 11 7F 80 D8", 4),
        (Scheme.RFC_2279, "41 80 9F A0 BF C0 E0 ED EF F8", 3),
        (Scheme.CESU_8, "41 80 A0 B0 ED F0", 3),
        (Scheme.MUTF_8, "00 41 80 BF C0 C1 C2 E0 ED F0", 3),
    ],
)
def test_the_rules_are_those_of_the_latitude_of_the_documents(
    scheme: Scheme, alphabet: str, longest: int
) -> None:
    labellers = [ShardLabeller(rule.automaton) for rule in allowed(scheme)]
    for length in range(longest + 1):
        for string in product(bytes.fromhex(alphabet), repeat=length):
            octets = bytes(string)
            found = {labeller.labels(SweepShard(octets, 0)).with_offsets for labeller in labellers}
            others = (other.reads for other in latitude.others(scheme, octets))
            assert found == {label(one) for one in (schemes.read(scheme, octets), *others)}


def test_what_utf_32_has_not_may_be_refused_in_ucs_4_together_or_by_itself() -> None:
    surrogates, beyond = range(0xD800, 0xE000), range(0x110000, 0x80000000)
    refused = [(), (surrogates, beyond), (surrogates,), (beyond,)]
    ends = (0, 0xD7FF, 0xD800, 0xDFFF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF, 0x110000)
    for rule, ranges in zip(allowed(Scheme.UCS_4), refused, strict=True):
        for value in (*ends, 0xFFFFFF, 0x1000000, 0x7FFFFFFF):
            accepted = rule.automaton.accepts(value.to_bytes(4, "big"))
            assert accepted is not any(value in one for one in ranges), (rule.words, value)


def test_labels_depend_on_how_long_the_prefix_is() -> None:
    labeller = ShardLabeller(schemes.automaton(Scheme.UTF_8))
    assert labeller.labels(SweepShard(b"\xc2", 2)).with_offsets.endswith(b" 128v 128i2 16384i0")
    assert labeller.labels(SweepShard(b"\xe1\x80", 2)).with_offsets.endswith(b" 128v 128i3 16384i0")


def label(reading: Reading) -> bytes:
    error = reading.first_error()
    return f"ok 1i{error[0]}".encode() if error else b"ok 1v"


@pytest.mark.parametrize("scheme", list(Scheme))
def test_of_a_slow_codec_every_kind_of_first_octet_is_swept(scheme: Scheme) -> None:
    every = shards.shards(scheme, "complete")
    fewer = shards.shards(scheme, "complete", slow=True)
    assert set(fewer) < set(every)
    assert {shard for shard in every if shard.length != 3} <= set(fewer)
    automaton = schemes.automaton(scheme)
    assert _kinds(automaton, fewer) == _kinds(automaton, every)
    exhaustive = shards.shards(scheme, "exhaustive")
    assert shards.shards(scheme, "exhaustive", slow=True) == exhaustive


def _kinds(automaton: Automaton, found: Iterable[SweepShard]) -> set[int]:
    """Return the states that the first octets of strings of three lead to."""
    return {automaton.after(shard.prefix) for shard in found if shard.length == 3}
