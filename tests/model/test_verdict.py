"""Verdicts: which are green, which is graver, and the exit status that they add up to."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest

from utfproof.errors import (
    BuildError,
    JournalError,
    ManifestError,
    UsageError,
    UtfproofError,
    VectorError,
)
from utfproof.model.verdict import RANK, CodecVerdict, Verdict, codec_verdict, exit_code, worst

GREEN = {Verdict.PASS, Verdict.NON_STRICT, Verdict.ALTERNATIVE, Verdict.IMPOSSIBLE}
RED = {Verdict.FAIL, Verdict.CRASH, Verdict.HANG, Verdict.OVERRUN, Verdict.UNSTABLE}


@pytest.mark.parametrize("verdict", list(Verdict))
def test_green_and_red_are_those_of_the_table(verdict: Verdict) -> None:
    assert verdict.green == (verdict in GREEN)
    assert verdict.red == (verdict in RED)


@pytest.mark.parametrize("verdict", [Verdict.NOT_RUN, Verdict.UNSUPPORTED, Verdict.BROKEN])
def test_an_unjudged_verdict_is_neither_green_nor_red(verdict: Verdict) -> None:
    assert not verdict.green
    assert not verdict.red


def test_every_verdict_has_a_rank_of_its_own() -> None:
    assert set(RANK) == set(Verdict)
    assert sorted(RANK.values()) == list(range(len(Verdict)))


def test_bad_news_goes_before_silence_and_silence_before_good_news() -> None:
    gravest = [Verdict.BROKEN, Verdict.FAIL, Verdict.NOT_RUN, Verdict.NON_STRICT, Verdict.PASS]
    for worse, better in pairwise(gravest):
        assert worst([better, worse]) is worst([worse, better]) is worse


@pytest.mark.parametrize("red", sorted(RED))
@pytest.mark.parametrize("other", sorted(set(Verdict) - RED - {Verdict.BROKEN}))
def test_nothing_hides_a_red_case(red: Verdict, other: Verdict) -> None:
    assert worst([other, red, other]) is red


def test_an_alternative_is_listed_before_a_pass() -> None:
    assert worst([Verdict.PASS, Verdict.ALTERNATIVE]) is Verdict.ALTERNATIVE


def test_the_worst_of_nothing_is_not_run() -> None:
    assert worst([]) is Verdict.NOT_RUN


@pytest.mark.parametrize("red", sorted(RED))
def test_one_red_case_fails_a_codec(red: Verdict) -> None:
    assert codec_verdict({Verdict.PASS: 1000, red: 1}) is CodecVerdict.FAIL


@pytest.mark.parametrize("green", sorted(GREEN))
def test_green_cases_pass_a_codec(green: Verdict) -> None:
    assert codec_verdict({green: 1}) is CodecVerdict.PASS


def test_a_broken_answer_outweighs_a_failure() -> None:
    counts = {Verdict.PASS: 9, Verdict.FAIL: 9, Verdict.BROKEN: 1, Verdict.NOT_RUN: 1}
    assert codec_verdict(counts) is CodecVerdict.BROKEN


def test_a_failure_outweighs_what_did_not_run() -> None:
    assert codec_verdict({Verdict.FAIL: 1, Verdict.NOT_RUN: 9}) is CodecVerdict.FAIL


def test_one_case_that_did_not_run_is_enough_to_deny_a_pass() -> None:
    assert codec_verdict({Verdict.PASS: 1000, Verdict.NOT_RUN: 1}) is CodecVerdict.NOT_RUN


@pytest.mark.parametrize("counts", [{}, {Verdict.UNSUPPORTED: 7}, {Verdict.PASS: 0}])
def test_a_codec_without_a_green_case_did_not_run(counts: dict[Verdict, int]) -> None:
    assert codec_verdict(counts) is CodecVerdict.NOT_RUN


def test_unsupported_cases_beside_green_ones_do_no_harm() -> None:
    assert codec_verdict({Verdict.PASS: 1, Verdict.UNSUPPORTED: 9}) is CodecVerdict.PASS


def test_a_count_of_no_failures_is_no_failure() -> None:
    counts = {Verdict.PASS: 1, Verdict.FAIL: 0, Verdict.BROKEN: 0, Verdict.NOT_RUN: 0}
    assert codec_verdict(counts) is CodecVerdict.PASS


# The order of verdicts.md: 3 an adapter is broken, 1 a codec failed, 5 nothing ran, 0 all green.
BROKEN, FAIL, NOT_RUN = CodecVerdict.BROKEN, CodecVerdict.FAIL, CodecVerdict.NOT_RUN
PASS, UNAVAILABLE = CodecVerdict.PASS, CodecVerdict.UNAVAILABLE


@pytest.mark.parametrize(
    ("verdicts", "status"),
    [
        ([PASS], 0),
        ([PASS, UNAVAILABLE], 0),
        ([FAIL], 1),
        ([FAIL, PASS], 1),
        ([FAIL, NOT_RUN, UNAVAILABLE, PASS], 1),
        ([BROKEN], 3),
        ([BROKEN, PASS], 3),
        ([BROKEN, FAIL, NOT_RUN, UNAVAILABLE, PASS], 3),
        ([NOT_RUN], 5),
        ([NOT_RUN, PASS], 5),
        ([UNAVAILABLE], 5),
        ([UNAVAILABLE, NOT_RUN], 5),
        ([], 5),
    ],
)
def test_the_exit_status_is_that_of_the_worst_news(
    verdicts: list[CodecVerdict], status: int
) -> None:
    assert {exit_code(order) for order in permutations(verdicts)} == {status}


def test_an_exit_status_can_be_asked_of_an_iterator() -> None:
    assert exit_code(iter([PASS, FAIL])) == 1


@pytest.mark.parametrize(
    ("error", "status"),
    [(UtfproofError, 2), (UsageError, 2), (JournalError, 2), (ManifestError, 3), (VectorError, 4)],
)
def test_an_error_has_the_exit_status_of_its_kind(error: type[UtfproofError], status: int) -> None:
    assert error("it is wrong").exit_code == status


def test_an_error_names_place_problem_and_next_step() -> None:
    error = VectorError("quote it", place="a.yaml:3", hint="see the guide")
    assert str(error) == "a.yaml:3: quote it: see the guide"
    assert str(UsageError("no such codec")) == "no such codec"


def test_a_failed_build_keeps_what_it_printed() -> None:
    error = BuildError("the build failed", output="cc: no input files\n")
    assert (error.output, error.exit_code) == ("cc: no input files\n", 3)
    assert "no input files" not in str(error)
