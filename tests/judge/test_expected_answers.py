"""An outcome compared with one expected answer, and with several of them in turn."""

from __future__ import annotations

import pytest

from utfproof.engine.questions.expected_answer import (
    Acceptable,
    BoundedOutput,
    Expectation,
    ExpectedDetection,
    ExpectedLabel,
    Gap,
    Gaps,
    Octets,
    OctetsOf,
    Refusal,
    Text,
    TwoAnswers,
    Valid,
    accepted,
    fits,
)
from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.outcome import (
    Accepted,
    BoundedResult,
    Crashed,
    Decoded,
    DecodedTwice,
    Encoded,
    EncodingDetected,
    LabelNamed,
    Outcome,
    Refused,
    Values,
)
from utfproof.model.verdict import Verdict

PASS, ALTERNATIVE, NON_STRICT = Verdict.PASS, Verdict.ALTERNATIVE, Verdict.NON_STRICT
A, B, EURO, SHOWN = 0x41, 0x42, 0x20AC, 0xFFFD


@pytest.mark.parametrize(
    ("expectation", "outcome", "verdict"),
    [
        (Text((A,)), Decoded((A,)), PASS),
        (Text((A,)), Decoded((B,)), None),
        (Text((A,)), Decoded((A, B)), None),
        (Text((A,)), Refused(0), None),
        (Valid(), Accepted(), PASS),
        (Valid(), Refused(0), None),
        (Refusal(0), Accepted(), None),
        (Octets(b"A"), Encoded(b"A"), PASS),
        (Octets(b"A"), Encoded(b"B"), None),
        (Octets(b"A"), Crashed("signal 11"), None),
        (ExpectedDetection(Encoding.UTF_8, 3), EncodingDetected(Encoding.UTF_8, 3), PASS),
        (ExpectedDetection(Encoding.UTF_8, 3), EncodingDetected(Encoding.UTF_8, 0), None),
        (ExpectedDetection(Encoding.UTF_8, 0), EncodingDetected(Encoding.UTF_16, 0), None),
        (ExpectedLabel(Encoding.UTF_8), LabelNamed(Encoding.UTF_8), PASS),
        (ExpectedLabel(Encoding.UTF_8), LabelNamed(Encoding.UTF_16), None),
        (ExpectedLabel(None), LabelNamed(None), PASS),
    ],
)
def test_an_answer_fits_when_it_is_the_expected_one(
    expectation: Expectation, outcome: Outcome, verdict: Verdict | None
) -> None:
    assert fits(expectation, outcome) is verdict


AROUND_A_GAP = Gaps((A, Gap(2), B))


@pytest.mark.parametrize(
    ("expectation", "shown", "fitting"),
    [
        (AROUND_A_GAP, (A, SHOWN, B), True),
        (AROUND_A_GAP, (A, SHOWN, SHOWN, B), True),
        (AROUND_A_GAP, (A, ord("?"), B), True),
        (AROUND_A_GAP, (A, 0x1A, B), True),
        (AROUND_A_GAP, (A, SHOWN, SHOWN, SHOWN, B), False),
        (AROUND_A_GAP, (A, B), False),
        (AROUND_A_GAP, (A, ord("!"), B), False),
        (AROUND_A_GAP, (A, SHOWN), False),
        (AROUND_A_GAP, (B, SHOWN, B), False),
        (AROUND_A_GAP, (A, SHOWN, B, B), False),
        (AROUND_A_GAP, (), False),
        (Gaps((Gap(3),)), (SHOWN, SHOWN, SHOWN), True),
        (Gaps((Gap(3),)), (SHOWN, A), False),
        (Gaps((Gap(3),)), (SHOWN, A, SHOWN), False),
        # A question mark that stands in the input, behind a gap that may show as question marks.
        (Gaps((Gap(2), ord("?"))), (ord("?"), ord("?")), True),
        (Gaps((Gap(2), ord("?"))), (ord("?"),) * 3, True),
        (Gaps((Gap(2), ord("?"))), (ord("?"),), False),
        (Gaps((Gap(1), Gap(1))), (SHOWN, SHOWN), True),
        (Gaps((Gap(1), Gap(1))), (SHOWN,), False),
    ],
)
def test_each_gap_shows_as_one_replacement_or_more_and_no_value_is_swallowed(
    expectation: Gaps, shown: Values, fitting: bool
) -> None:
    assert fits(expectation, Decoded(shown)) is (PASS if fitting else None)


ANYWHERE, AT_TWO = Refusal(None), Refusal(2)
LONG_TWO = Refusal(2, 2)
BEHIND_TEXT = Refusal(2, None, (A, B))


@pytest.mark.parametrize(
    ("expectation", "outcome", "fitting"),
    [
        (ANYWHERE, Refused(7, 9), True),
        (AT_TWO, Refused(2), True),
        (AT_TWO, Refused(2, 9), True),
        (AT_TWO, Refused(None), True),
        (AT_TWO, Refused(1), False),
        (AT_TWO, Refused(3), False),
        (LONG_TWO, Refused(2, 2), True),
        (LONG_TWO, Refused(2, None), True),
        (LONG_TWO, Refused(None, None), True),
        (LONG_TWO, Refused(2, 1), False),
        (LONG_TWO, Refused(None, 1), False),
        (BEHIND_TEXT, Refused(2, delivered=(A, B)), True),
        (BEHIND_TEXT, Refused(2, delivered=(A,)), True),
        (BEHIND_TEXT, Refused(2), True),
        (BEHIND_TEXT, Refused(2, delivered=(B,)), False),
        (BEHIND_TEXT, Refused(2, delivered=(A, B, B)), False),
        (AT_TWO, Refused(2, delivered=(B,)), True),
    ],
)
def test_a_refusal_may_tell_less_than_is_known_and_nothing_wrong(
    expectation: Refusal, outcome: Refused, fitting: bool
) -> None:
    assert fits(expectation, outcome) is (PASS if fitting else None)


@pytest.mark.parametrize(
    ("chunks", "told", "verdict"),
    [
        (None, 9, PASS),
        (range(2, 4), 0, PASS),
        (range(2, 4), 1, None),
        (range(2, 4), 2, PASS),
        (range(2, 4), 3, PASS),
        (range(2, 4), 4, NON_STRICT),
        (range(2, 4), 5, NON_STRICT),
    ],
)
def test_a_report_too_early_is_wrong_and_one_too_long_after_breaks_a_should(
    chunks: range | None, told: int, verdict: Verdict | None
) -> None:
    assert fits(Refusal(0, chunks=chunks), Refused(0, chunks=told)) is verdict


@pytest.mark.parametrize(
    ("values", "signed", "written", "verdict"),
    [
        ((A,), True, "feff0041", PASS),
        ((A,), True, "fffe4100", PASS),
        ((A,), True, "0041", NON_STRICT),
        ((A,), False, "0041", PASS),
        ((A,), None, "0041", PASS),
        ((A,), None, "feff0041", PASS),
        ((A,), True, "fffe0041", None),
        ((A,), True, "feff0042", None),
        ((A,), False, "0041d800", None),
        ((), False, "d800", None),
        ((), True, "", PASS),
        ((), True, "feff", PASS),
    ],
)
def test_octets_in_either_order_fit_and_a_missing_signature_breaks_a_should(
    values: Values, signed: bool | None, written: str, verdict: Verdict | None
) -> None:
    expectation = OctetsOf(Scheme.UTF_16, values, signed)
    assert fits(expectation, Encoded(bytes.fromhex(written))) is verdict


TEXT_A, TEXT_B = (Acceptable(Text((A,))),), (Acceptable(Text((B,))),)
LIKELY_B = (Acceptable(Text((B,)), ALTERNATIVE),)


@pytest.mark.parametrize(
    ("expectation", "first", "second", "verdict"),
    [
        (TwoAnswers(TEXT_A, TEXT_B), A, B, PASS),
        (TwoAnswers(TEXT_A, TEXT_B), B, B, None),
        (TwoAnswers(TEXT_A, TEXT_B), A, A, None),
        (TwoAnswers(TEXT_A, TEXT_B), B, A, None),
        (TwoAnswers(TEXT_A, LIKELY_B), A, B, ALTERNATIVE),
        (TwoAnswers(LIKELY_B, TEXT_A), B, A, ALTERNATIVE),
        (TwoAnswers((), TEXT_B), EURO, B, PASS),
        (TwoAnswers((), TEXT_B), EURO, A, None),
    ],
)
def test_of_two_answers_both_must_fit_and_the_graver_verdict_counts(
    expectation: TwoAnswers, first: int, second: int, verdict: Verdict | None
) -> None:
    assert fits(expectation, DecodedTwice(Decoded((first,)), Decoded((second,)))) is verdict


STEPS = (((A,), 1), ((EURO,), 4))
ROOM = BoundedOutput(STEPS, 4, ample=False)
AMPLE = BoundedOutput(STEPS, 4, ample=True)
BEFORE_AN_ERROR = BoundedOutput(STEPS, None, ample=False)
ENDS_IN_NOTHING = BoundedOutput((((A,), 1), ((), 4)), 4, ample=False)
ONLY_NOTHING = BoundedOutput((((), 3),), 3, ample=False)
TWO_OF_ONE = BoundedOutput((((A,), 1), ((B,), 1), ((EURO,), 4)), 4, ample=False)


@pytest.mark.parametrize(
    ("expectation", "consumed", "output", "fitting"),
    [
        (ROOM, 4, (A, EURO), True),
        (ROOM, 3, (A, EURO), False),
        (ROOM, 5, (A, EURO), False),
        (ROOM, 4, (A,), False),
        (ROOM, 4, (A, B), False),
        (AMPLE, 4, (A, EURO), True),
        (AMPLE, 3, (A, EURO), False),
        (BEFORE_AN_ERROR, 4, (A, EURO), False),
        (ENDS_IN_NOTHING, 0, (A,), False),
        (ENDS_IN_NOTHING, 1, (A,), True),
        (ENDS_IN_NOTHING, 4, (A,), True),
        (ENDS_IN_NOTHING, 5, (A,), False),
        (ONLY_NOTHING, 0, (), True),
        (ONLY_NOTHING, 3, (), True),
    ],
)
def test_all_the_output_is_there_when_the_input_of_all_of_it_was_taken(
    expectation: BoundedOutput, consumed: int, output: Values, fitting: bool
) -> None:
    found = BoundedResult(consumed, output, b"", short=False)
    assert fits(expectation, found) is (PASS if fitting else None)


@pytest.mark.parametrize(
    ("expectation", "consumed", "output", "fitting"),
    [
        (ROOM, 0, (), True),
        (ROOM, 1, (), False),
        (ROOM, 0, (A,), False),
        (ROOM, 1, (A,), True),
        (ROOM, 2, (A,), True),
        (ROOM, 3, (A,), True),
        (ROOM, 4, (A,), False),
        (ROOM, 1, (B,), False),
        (ROOM, 4, (A, EURO), False),
        (AMPLE, 1, (A,), False),
        (AMPLE, 4, (A, EURO), False),
        (BEFORE_AN_ERROR, 1, (A,), True),
        (BEFORE_AN_ERROR, 4, (A,), False),
        (BEFORE_AN_ERROR, 3, (A, EURO), False),
        (BEFORE_AN_ERROR, 4, (A, EURO), True),
        (BEFORE_AN_ERROR, 6, (A, EURO), True),
        (BEFORE_AN_ERROR, 4, (A, B), False),
        (TWO_OF_ONE, 1, (A,), True),
        (TWO_OF_ONE, 0, (A,), False),
        (TWO_OF_ONE, 3, (A, B), True),
        (TWO_OF_ONE, 4, (A, B), False),
    ],
)
def test_in_little_room_the_output_ends_between_characters_and_no_input_runs_ahead(
    expectation: BoundedOutput, consumed: int, output: Values, fitting: bool
) -> None:
    found = BoundedResult(consumed, output, b"", short=True)
    assert fits(expectation, found) is (PASS if fitting else None)


def test_octets_in_little_room_are_compared_as_values_are() -> None:
    expectation = BoundedOutput((((0x41,), 1), ((0xC3, 0xA9), 2)), 2, ample=False)
    assert fits(expectation, BoundedResult(2, (), b"A\xc3\xa9", short=False)) is PASS
    assert fits(expectation, BoundedResult(1, (), b"A", short=True)) is PASS
    assert fits(expectation, BoundedResult(1, (), b"A\xc3", short=True)) is None


@pytest.mark.parametrize(
    ("acceptable", "outcome", "verdict"),
    [
        ((), Accepted(), None),
        ((Acceptable(Text((A,))), Acceptable(Text((B,)), ALTERNATIVE)), Decoded((A,)), PASS),
        ((Acceptable(Text((A,))), Acceptable(Text((B,)), ALTERNATIVE)), Decoded((B,)), ALTERNATIVE),
        ((Acceptable(Text((A,))), Acceptable(Text((B,)), ALTERNATIVE)), Decoded((EURO,)), None),
        ((Acceptable(Text((A,)), ALTERNATIVE), Acceptable(Text((A,)))), Decoded((A,)), ALTERNATIVE),
        (
            (Acceptable(Refusal(0, chunks=range(1, 2)), ALTERNATIVE),),
            Refused(0, chunks=2),
            NON_STRICT,
        ),
    ],
)
def test_the_first_expectation_that_fits_gives_the_verdict(
    acceptable: tuple[Acceptable, ...], outcome: Outcome, verdict: Verdict | None
) -> None:
    assert accepted(acceptable, outcome) is verdict
