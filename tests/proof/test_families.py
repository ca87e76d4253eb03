"""Families: what they hold, how many, and that what they expect is what the engine expects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product

import pytest

from utfproof.engine.judging.judge import judge
from utfproof.engine.questions.plan import excluded
from utfproof.model.encoding import Encoding, Scheme, signature_octets
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Claims, Option, Settings
from utfproof.model.verdict import Verdict
from utfproof.oracle import chunked
from utfproof.oracle.answer_profile import AnswerProfile
from utfproof.oracle.expected import REMEMBERED, expected_result
from utfproof.oracle.question_group import QuestionGroup
from utfproof.proof.families import catalogue, inputs, sizes
from utfproof.proof.families.catalogue import FamilyRequest
from utfproof.proof.families.excluded_lines import excluded_lines
from utfproof.proof.families.restricted import RestrictedGroup
from utfproof.reference import replacement
from utfproof.reference.scanner import scanner
from utfproof.vectors import loader

SCHEMES = {
    Scheme.UTF_8: ("unicode", Encoding.UTF_8),
    Scheme.UTF_16BE: ("rfc2781", Encoding.UTF_16BE),
    Scheme.UTF_16LE: ("rfc2781", Encoding.UTF_16LE),
    Scheme.UTF_16: ("rfc2781", Encoding.UTF_16),
    Scheme.UTF_32BE: ("iso10646", Encoding.UTF_32BE),
    Scheme.UTF_32: ("iso10646", Encoding.UTF_32),
    Scheme.UCS_2: ("ucs-2", Encoding.UCS_2),
    Scheme.UCS_4: ("ucs-4", Encoding.UCS_4),
    Scheme.CESU_8: ("cesu-8", Encoding.CESU_8),
    Scheme.MUTF_8: ("mutf-8", Encoding.MUTF_8),
    Scheme.WTF_8: ("wtf-8", Encoding.WTF_8),
    Scheme.RFC_2279: ("rfc2279", Encoding.UTF_8),
    Scheme.GENERALIZED_UTF_8: ("generalized-utf-8", Encoding.UTF_8),
}
OPS = {
    Op.DECODE: (Mode.STRICT, Mode.REPLACE, Mode.SKIP),
    Op.VALIDATE: (Mode.STRICT,),
    Op.DECODE_CHUNKS: (Mode.STRICT, Mode.REPLACE),
    Op.DECODE_WITHIN: (Mode.STRICT,),
    Op.DECODE_AGAIN: (Mode.STRICT, Mode.REPLACE),
    Op.ENCODE: (Mode.STRICT, Mode.REPLACE),
    Op.ENCODE_CHUNKS: (Mode.STRICT,),
    Op.DECODE_ROOM: (Mode.STRICT,),
    Op.ENCODE_ROOM: (Mode.STRICT,),
}


STRICT = (Encoding.UTF_8, Mode.STRICT)
LONG = (
    "families/lengths",
    "families/counts",
    "families/scalars",
    "families/contexts",
    "families/representatives",
)


def settings(scheme: Scheme, **options: str) -> Settings:
    profile, encoding = SCHEMES[scheme]
    found = Claims((profile,), options).settings(encoding)
    assert found
    return found


def request(family: str, scheme: Scheme, op: Op, mode: Mode, **options: str) -> FamilyRequest:
    own = settings(scheme, **options)
    own = own.for_encoding() if op.value.startswith("encode") else own.for_decoding()
    return FamilyRequest(family, loader.load(), own, Offer(op, own.encoding, mode))


def first_op(family: str) -> Op:
    ops, _ = catalogue.ASKS[family]
    return next(op for op in OPS if op in ops)


def test_the_stated_sizes_are_those_of_the_arithmetic() -> None:
    assert [str(problem) for problem in sizes.problems(loader.load())] == []


def test_a_wrong_size_a_missing_one_and_an_unknown_family_are_told() -> None:
    suite = loader.load()
    first, second, *others = suite.families
    wrong = replace(first, sizes={**first.sizes, Scheme.UTF_8: 65_792})
    missing = replace(second, sizes={})
    unknown = replace(others[0], id="families/hearsay")
    told = sizes.problems(replace(suite, families=(wrong, missing, unknown, *others[1:])))
    problems = [str(problem) for problem in told]
    assert (
        f"{first.place}: families/octets: UTF-8: 65792 inputs are stated, 65793 counted"
        in (problems[0])
    )
    assert sum(f"{second.id}: " in problem for problem in problems) == len(second.clauses)
    assert any("no generator families/hearsay" in problem for problem in problems)
    assert f"no entry for {others[0].id}" in problems[-1]


def test_a_family_has_as_many_inputs_as_its_size_says(subtests: pytest.Subtests) -> None:
    for scheme, family in product(
        (Scheme.UTF_8, Scheme.UTF_16, Scheme.UTF_32BE, Scheme.UCS_2), sizes.SIZES
    ):
        with subtests.test(scheme=str(scheme), family=str(family)):
            found = request(family, scheme, first_op(family), Mode.STRICT)
            if family == "families/scalars" and scheme is not Scheme.UCS_2:
                continue  # a million values of each would take long, and the rule is the same
            count = sum(len(group.lines) for group in catalogue.groups(found))
            size = sizes.SIZES[family](scheme)
            assert count <= size if family == "families/states" else count == size


def test_splits_are_as_many_as_counted_and_whole(subtests: pytest.Subtests) -> None:
    for length in range(40):
        with subtests.test(length=length):
            found = chunked.splits(length)
            assert len(found) == len(set(found)) == chunked.splits_size(length)
            assert all(sum(split) == length for split in found)


def sampled(found: FamilyRequest) -> Iterator[tuple[QuestionGroup, list[int]]]:
    """Yield a spread of the groups of a family, and of the questions of each."""
    groups = list(catalogue.groups(found))
    for group in groups[:: max(1, len(groups) // 4)]:
        lines = len(group.lines)
        spread = range(0, lines, max(1, lines // 8))
        yield group, [index for index in spread if len(group.lines[index]) < 1000]


def wrong(found: FamilyRequest, answer_profiles: int) -> Iterator[tuple[bytes, AnswerProfile]]:
    """Yield the questions whose answers the engine judges otherwise than the profile says."""
    for group, indices in sampled(found):
        questions = {index: group.question(index) for index in indices}
        for answer_profile in group.answer_profiles[:answer_profiles]:
            expected = group.expected(answer_profile)
            for index, question in questions.items():
                answer = expected[index]
                if answer is None or b" @" in answer:
                    continue
                if judge(question, answer).verdict not in (answer_profile.verdict, Verdict.PASS):
                    yield question.line, answer_profile


@pytest.mark.slow
def test_the_answers_of_every_answer_profile_are_acceptable(subtests: pytest.Subtests) -> None:
    """What is put together fast is held against what the engine works out one by one."""
    for scheme, family in product(SCHEMES, catalogue.ASKS):
        with subtests.test(scheme=str(scheme), family=str(family)):
            if family in LONG and scheme not in (Scheme.UTF_8, Scheme.UTF_16BE):
                continue  # long inputs take long, and they are put together by one rule
            ops, _ = catalogue.ASKS[family]
            for op in ops & OPS.keys():
                for mode in OPS[op]:
                    assert next(wrong(request(family, scheme, op, mode), 4), None) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scheme", "policy"),
    [
        *((Scheme.UTF_8, policy) for policy in ("byte", "java", "run", "lead-6", "two-byte")),
        *((Scheme.UTF_16BE, policy) for policy in ("unit", "whatwg", "java", "raw", "drop-odd")),
        *((Scheme.UTF_32BE, policy) for policy in ("unit", "whatwg", "drop-odd")),
    ],
)
def test_every_policy_is_put_together_as_the_engine_does_it(scheme: Scheme, policy: str) -> None:
    for family in ("families/edges", "families/contexts", "families/markup"):
        for mode in (Mode.STRICT, Mode.REPLACE, Mode.SKIP):
            found = request(family, scheme, Op.DECODE, mode, replacement=policy)
            assert next(wrong(found, 1), None) is None


def test_excluded_characters_are_left_out_and_the_other_lines_keep_their_answers() -> None:
    found = Claims(("unicode",), {}, frozenset({0x22, 0x5C})).settings(Encoding.UTF_8)
    assert found
    asked = FamilyRequest("families/octets", loader.load(), found, Offer(Op.DECODE, *STRICT))
    whole = next(group for group in catalogue.groups(asked) if group.id.endswith("/41"))
    group = RestrictedGroup.of(whole, found)
    assert len(group.lines) == 254
    assert {b"4122", b"415c"} == set(whole.lines) - set(group.lines)
    at = group.lines.index(b"4180")
    assert group.question(at).line == b"4180"
    assert group.expected(group.answer_profiles[0])[at] == b"error 1 1 41"


def test_the_causes_of_the_lines_that_are_left_are_compared() -> None:
    options: dict[str, Option] = {"cause": "exact"}
    found = Claims(("unicode",), options, frozenset({0x22, 0x5C})).settings(Encoding.UTF_8)
    assert found
    asked = FamilyRequest(
        "families/octets", loader.load(), found, Offer(Op.VALIDATE_CAUSE, *STRICT)
    )
    whole = next(group for group in catalogue.groups(asked) if group.id.endswith("/41"))
    group = RestrictedGroup.of(whole, found)
    answers = [b"ok"] * group.count
    right, wrong = group.lines.index(b"41c3"), group.lines.index(b"41ff")
    answers[right] = answers[wrong] = b"error 1 1 truncated"
    compared = group.comparable(answers)
    assert len(compared) == group.count == 254
    assert compared[right] == b"error 1 1"
    assert compared[wrong] == b"error 1 1 truncated (cause)"


@pytest.mark.parametrize("op", [Op.DECODE, Op.DECODE_CHUNKS, Op.DECODE_WITHIN, Op.ENCODE])
@pytest.mark.parametrize("longest", [None, 2])
def test_the_lines_left_out_of_all_at_once_are_those_excluded_one_by_one(
    op: Op, longest: int | None
) -> None:
    found = Claims(("unicode",), {}, frozenset({0x00, 0x41, 0xFE}), longest).settings(
        Encoding.UTF_8
    )
    assert found
    suite, offer = loader.load(), Offer(op, *STRICT)
    for family in ("families/octets", "families/scalars", "families/splits", "families/neighbours"):
        asked = FamilyRequest(family, suite, found, offer)
        for group in islice(catalogue.groups(asked), 0, 80, 16):
            lines = enumerate(group.lines)
            one_by_one = {index for index, line in lines if excluded(offer, line, found)}
            assert excluded_lines(group, found) == one_by_one


def test_chunk_outputs_are_compared_for_errors_only() -> None:
    asked = request("families/splits", Scheme.UTF_8, Op.DECODE_CHUNKS, Mode.STRICT)
    groups = {group.id.rpartition("/")[2]: group for group in catalogue.groups(asked)}
    group = next(iter(groups.values()))
    assert isinstance(group, chunked.ChunkedGroup)
    one = chunked.ChunkedGroup(
        "id", group.offer, group.settings, b"\xe2\x82\xacA\xff", ((2, 1, 1, 1),)
    )
    [expected] = one.expected(one.answer_profiles[0])
    assert one.comparable([b"error 4 1 | 20ac | 41 |"]) == [expected]
    assert one.comparable([b"error 4 1 | | 20ac 41 |"]) == [expected]
    assert one.comparable([b"error 4 1 | 20ac | 41 | |"]) != [expected]
    late = judge(one.question(0), b"error 4 1 | 20ac | 41 | |")
    assert late.verdict is Verdict.NON_STRICT


def test_input_that_a_decoder_cannot_take_at_once_is_not_sent() -> None:
    found = Claims(("unicode",), {}, longest=65_535).settings(Encoding.UTF_8)
    assert found
    asked = FamilyRequest("families/lengths", loader.load(), found, Offer(Op.DECODE, *STRICT))
    whole = next(group for group in catalogue.groups(asked) if group.id.endswith("/41"))
    kept = set(RestrictedGroup.of(whole, found).lines)
    assert kept == {line for line in whole.lines if len(line) // 2 <= 65_535} < set(whole.lines)


@pytest.mark.parametrize("scheme", [Scheme.UTF_8, Scheme.UTF_16BE, Scheme.UTF_32LE])
def test_the_parts_of_the_common_families_are_all_remembered(scheme: Scheme) -> None:
    scan = scanner(scheme)
    assert scan
    parts: set[bytes] = set()
    for family in ("octets", "representatives", "contexts", "counts", "markup"):
        parts.update(*(scan(octets) for _, own in inputs.groups(family, scheme) for octets in own))
    assert len(parts) < REMEMBERED


@pytest.mark.parametrize("policy", replacement.policies_of(Scheme.UTF_16BE))
def test_an_initial_u_feff_before_an_error_is_itself_under_every_policy(policy: str) -> None:
    lone = bytes.fromhex("FEFF D800")
    read = expected_result(Scheme.UTF_16BE, policy, Mode.REPLACE, lone)
    assert read.text.split(" ")[1] == "feff"


@pytest.mark.parametrize("scheme", [Scheme.UTF_16BE, Scheme.UTF_16LE, Scheme.UTF_32BE])
def test_a_policy_of_wider_units_reads_as_its_reference_does(scheme: Scheme) -> None:
    signatures = signature_octets(scheme)
    groups = inputs.groups("representatives", scheme)
    strings = [octets for _, own in groups for octets in own if not octets.startswith(signatures)]
    for policy, octets in product(replacement.policies_of(scheme), strings[::7]):
        values = replacement.replaced(policy, scheme, octets)
        read = expected_result(scheme, policy, Mode.REPLACE, octets)
        assert read.text == "".join(f" {value:x}" for value in values)
        length = replacement.first_unit(policy, scheme, octets)
        strict = expected_result(scheme, policy, Mode.STRICT, octets)
        if length and length[0] == strict.offset:
            assert strict.length == length[1]
