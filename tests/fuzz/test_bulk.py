"""What is worked out for many inputs at once is what is worked out for each alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("numpy")

from utfproof.fuzz.inputs.batch_mutation import BatchMutator
from utfproof.fuzz.inputs.seeds import seeds
from utfproof.fuzz.targets.fuzz_target import FuzzTarget, fuzz_targets
from utfproof.fuzz.targets.input_batch import InputBatch
from utfproof.model.encoding import Encoding, Scheme, facts
from utfproof.model.operation import Offer
from utfproof.model.profile import Claims
from utfproof.oracle.answer_profile import AnswerProfile
from utfproof.oracle.whole import WholeInputGroup, answer_profiles
from utfproof.reference import schemes

ENCODINGS = ("UTF-8", "UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE")
QUESTIONS = ("decode {} strict", "decode {} replace", "decode {} skip", "validate {} strict")
POLICIES = {1: ("maximal-subpart", "byte", "run"), 2: ("whatwg",), 4: ("whatwg",)}
EDGES = {
    1: bytes.fromhex("00417f80 8f909fa0 bfc0c1c2 dfe0e1ed eef0f1f4 f5ff"),
    2: bytes.fromhex("0041d7d8 dbdcdfff"),
    4: bytes.fromhex("0001d8ff"),
}
LONGEST = {1: 3, 2: 5, 4: 6}


def target(question: str, encoding: str, **options: str) -> FuzzTarget:
    claims = Claims(("rfc3629", "rfc2781", "iso10646"), options)
    (found,) = fuzz_targets("a/b", claims, [Offer.parse(question.format(encoding))])
    return found


def every(encoding: str) -> Iterator[FuzzTarget]:
    """The targets of an encoding: all questions and policies, signatures kept and stripped."""
    policies = POLICIES[facts(Scheme(encoding)).unit]
    for question, policy in product(QUESTIONS, policies):
        signature = "strip" if policy == policies[-1] else "keep"
        yield target(question, encoding, signature=signature, replacement=policy)


def one_by_one(
    own: FuzzTarget, answer_profile: AnswerProfile, inputs: Sequence[bytes]
) -> Sequence[bytes | None]:
    group = own.group(inputs)
    assert isinstance(group, WholeInputGroup)
    return group.expected(answer_profile)


def held(encoding: str, inputs: Sequence[bytes]) -> int:
    """Compare the answers of all profiles with those worked out one by one; count the profiles."""
    bulk = InputBatch.of(inputs)
    checked = 0
    for own in every(encoding):
        for answer_profile in answer_profiles(own.settings, own.offer):
            if told := bulk.expected_answers(own, answer_profile):
                assert told.lines == one_by_one(own, answer_profile, inputs)
                checked += 1
    return checked


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_short_strings_of_octets_at_the_edges_are_read_as_the_reference_does(
    encoding: str,
) -> None:
    unit = facts(Scheme(encoding)).unit
    lengths = range(LONGEST[unit] + 1)
    assert held(encoding, [bytes(own) for n in lengths for own in product(EDGES[unit], repeat=n)])


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_mutated_inputs_are_read_as_the_reference_does(encoding: str) -> None:
    inputs = BatchMutator(Scheme(encoding), 3).block(seeds(Encoding(encoding)), 1500).inputs
    assert held(encoding, inputs)


@given(inputs=st.lists(st.binary(max_size=9), max_size=6))
def test_the_next_input_does_not_change_a_reading(inputs: list[bytes]) -> None:
    held("UTF-8", inputs)


@given(inputs=st.lists(st.binary(max_size=6)))
def test_every_input_is_asked_in_its_line(inputs: list[bytes]) -> None:
    assert InputBatch.of(inputs).asked.lines() == [one.hex().encode() or b"-" for one in inputs]


@given(inputs=st.lists(st.binary(max_size=6)))
def test_a_line_ends_where_it_is_said_to_end(inputs: list[bytes]) -> None:
    bulk = InputBatch.of(inputs)
    own = target("decode {} replace", "UTF-8", replacement="byte")
    told = bulk.expected_answers(own, answer_profiles(own.settings, own.offer)[0])
    assert told
    for joined in (bulk.asked, told.joined):
        found = [joined.text[start : end - 1] for start, end in pairwise([0, *joined.ends])]
        assert found == joined.lines()


@given(inputs=st.lists(st.binary(max_size=9)))
def test_the_first_error_is_where_the_reference_finds_it(inputs: list[bytes]) -> None:
    found = InputBatch.of(inputs).first_errors(Scheme.UTF_8)
    assert found is not None
    errors = [schemes.read_text(Scheme.UTF_8, octets).first_error() for octets in inputs]
    assert found.tolist() == [-1 if error is None else error[0] for error in errors]


def test_where_a_signature_decides_there_is_no_single_answer() -> None:
    own = target("decode {} strict", "UTF-8", signature="forbidden")
    inputs = [b"A", b"\xef\xbb\xbfA", b"\xef\xbb", b"A\xef\xbb\xbf"]
    told = InputBatch.of(inputs).expected_answers(own, answer_profiles(own.settings, own.offer)[0])
    assert told
    assert told.lines == [b"ok 41", None, b"error 0 2", b"ok 41 feff"]
    assert b"?" in told.joined.text.split(b"\n")[1]


@pytest.mark.parametrize(
    ("question", "encoding", "options"),
    [
        ("encode {} strict", "UTF-8", {}),
        ("decode {} strict", "UTF-16", {}),
        ("decode {} replace", "UTF-8", {"replacement": "java"}),
    ],
)
def test_inputs_that_arrays_do_not_fit_are_computed_one_by_one(
    question: str, encoding: str, options: dict[str, str]
) -> None:
    own = target(question, encoding, **options)
    assert InputBatch.of([b"A"]).expected_answers(own, own.group([b"A"]).answer_profiles[0]) is None


def test_an_input_that_is_too_long_to_be_spelt_is_left_to_others() -> None:
    own = target("decode {} strict", "UTF-8")
    answer_profile = answer_profiles(own.settings, own.offer)[0]
    told = InputBatch.of([b"A" * 998 + b"\xff"]).expected_answers(own, answer_profile)
    assert told
    assert told.lines[0] == b"error 998 1" + b" 41" * 998
    assert InputBatch.of([b"A" * 1000]).expected_answers(own, answer_profile) is None
