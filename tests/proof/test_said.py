"""What is said of octets, worked out fast, is what the engine says of them closely."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import settings as settings_of_tests
from hypothesis import strategies as st

from utfproof.engine.questions.question import canonical_lines
from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.operation import Mode, Offer
from utfproof.model.profile import PROFILES, Claims
from utfproof.model.reading import IllFormed
from utfproof.oracle.answer_profile import ERROR_DETAILS, AnswerProfile
from utfproof.oracle.expected import expected_result, read_all
from utfproof.oracle.whole import WholeInputGroup, close_question
from utfproof.reference import replacement, schemes

PIECES = """
41 C3A9 E282AC F09F9880 EFBBBF C0 80 E2 E282 ED EDA0 EDA080 F4 F490 F0 F09F F5 F880 FF BF
"""
OCTETS = st.lists(
    st.sampled_from([bytes.fromhex(text) for text in PIECES.split()]), max_size=8
).map(b"".join)
POLICIES = (
    "maximal-subpart",
    "byte",
    "run",
    "lead-4",
    "lead-4-single",
    "lead-6",
    "java",
    "two-byte",
)


@pytest.mark.parametrize("policy", POLICIES)
@given(octets=OCTETS)
def test_the_length_that_is_told_is_that_of_the_policys_unit(policy: str, octets: bytes) -> None:
    read = expected_result(Scheme.UTF_8, policy, Mode.STRICT, octets)
    error = schemes.read_text(Scheme.UTF_8, octets).first_error()
    if error is None:
        assert read.offset is None
        return
    units = dict(replacement.segments(policy, Scheme.UTF_8, octets).placed())
    unit = units[error[0]]
    assert isinstance(unit, IllFormed)
    assert (read.offset, read.length) == (error[0], len(unit.octets))


@pytest.mark.parametrize("policy", POLICIES)
@given(count=st.integers(20, 90), octets=OCTETS)
def test_long_units_are_told_whole(policy: str, count: int, octets: bytes) -> None:
    text = b"\xff" * count + octets
    read = expected_result(Scheme.UTF_8, policy, Mode.STRICT, text)
    assert (read.offset, read.length) == replacement.first_unit(policy, Scheme.UTF_8, text)


@pytest.mark.parametrize("signature", ["keep", "strip"])
@pytest.mark.parametrize("mode", [Mode.STRICT, Mode.REPLACE, Mode.SKIP])
@given(rest=OCTETS)
def test_behind_a_signature_what_passes_is_expected(
    mode: Mode, signature: str, rest: bytes
) -> None:
    options = {"signature": signature, "replacement": "maximal-subpart"}
    settings = Claims(("rfc3629",), options).settings(Encoding.UTF_8)
    assert settings
    octets = b"\xef\xbb\xbf" + rest
    offer = Offer.parse(f"decode UTF-8 {mode}")
    group = WholeInputGroup("test", offer, settings, (b"A", octets))
    answer_profile = AnswerProfile(policy="maximal-subpart", detail=ERROR_DETAILS[0])
    letter, signed = group.expected(answer_profile)
    assert letter in close_question("test", offer, settings, b"A").canonical
    assert signed in close_question("test", offer, settings, octets).canonical


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("mode", [Mode.REPLACE, Mode.SKIP])
@given(octets=OCTETS)
def test_errors_are_replaced_and_skipped_in_the_policys_units(
    policy: str, mode: Mode, octets: bytes
) -> None:
    text = b"A" + octets  # behind a letter no signature is read
    values = {Mode.REPLACE: replacement.replaced, Mode.SKIP: replacement.skipped}[mode]
    expected = "".join(f" {value:x}" for value in values(policy, Scheme.UTF_8, text))
    assert expected_result(Scheme.UTF_8, policy, mode, text).text == expected
    assert [one.text for one in read_all(Scheme.UTF_8, policy, mode, (text,))] == [expected]


ORDERED = (
    "FEFF FFFE 0000FEFF FFFE0000 EFBBBF 0041 4100 D83DDE00 3DD800DE D800 00D8 0000D800 41 00110000"
)
UNITS = st.lists(
    st.sampled_from([bytes.fromhex(text) for text in ORDERED.split()]), max_size=6
).map(b"".join)


CLAIMED = [(name, own) for name, one in PROFILES.items() for own in sorted(one.encodings)]


@given(
    claimed=st.sampled_from(CLAIMED),
    signature=st.sampled_from(["keep", "strip", "sniff", "forbidden", None]),
    unmarked=st.sampled_from(["big", "little", "refuse", None]),
    asked=st.sampled_from(["decode strict", "decode replace", "decode skip", "validate strict"]),
    octets=st.one_of(OCTETS, UNITS),
    drawn=st.data(),
)
@settings_of_tests(max_examples=2000)
def test_the_answer_that_is_sure_is_the_first_of_all_that_are_acceptable(
    claimed: tuple[str, Encoding],
    signature: str | None,
    unmarked: str | None,
    asked: str,
    octets: bytes,
    drawn: st.DataObject,
) -> None:
    profile, encoding = claimed
    scheme = PROFILES[profile].scheme or Scheme(encoding.value)
    policy = drawn.draw(st.sampled_from([None, *replacement.policies_of(scheme)]))
    options = {"signature": signature, "unmarked": unmarked, "replacement": policy}
    own = {name: value for name, value in options.items() if value}
    settings = Claims((profile,), own).settings(encoding)
    assert settings
    op, mode = asked.split()
    question = close_question("test", Offer.parse(f"{op} {encoding} {mode}"), settings, octets)
    assert question.canonical == canonical_lines(question.acceptable)
