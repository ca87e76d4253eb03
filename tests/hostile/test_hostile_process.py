"""Adapters that die, hang, or leave something behind; none of their processes outlives a test."""

from __future__ import annotations

import pytest

from .conftest import Certify
from .judging import assert_as_in_the_table
from .table import ANY, BROKEN, EVERY, FAIL, NOT_RUN, PASS, SOON, Row, waiting

BOTH = ("--op", "decode", "--op", "validate")
SILENCE = "not even plain text is answered: "

DEATHS = [
    Row("crashes_on_ff", *FAIL, "crashed: SIGSEGV", "fe ff"),
    Row("crashes_once", *FAIL, "crashed: SIGABRT, at the known answer", "fd", notes=True),
    Row("dies_in_the_middle_of_a_line", *FAIL, "crashed: exit status 3", EVERY),
    Row("ends_early", *FAIL, "crashed: exit status 0", EVERY),
    Row("ends_after_two_blocks", *FAIL, "crashed: SIGABRT", EVERY, asked=BOTH),
    Row("ends_with_a_complaint", *PASS),
    Row("fails_every_other_start", *FAIL, "crashed: SIGABRT", "ff", notes=True),
    Row("starts_only_once", *NOT_RUN, "does not start again: exit status 1", EVERY, notes=True),
    Row("starts_slowly", *PASS),
]

SILENCES = [
    Row("hangs_on_ff", *FAIL, "no answer within 0.5 s", "ff", seconds=SOON),
    Row("answers_late", *FAIL, "no answer within 0.5 s", "ff", seconds=SOON),
    Row("stops_itself", *BROKEN, f"{SILENCE}silence", EVERY, seconds=SOON),
    Row("closes_stdin", *BROKEN, f"{SILENCE}silence", EVERY, seconds=SOON),
    Row("closes_stdout", *BROKEN, f"{SILENCE}(stdout was closed|silence)", EVERY),
    Row("closes_stderr", *PASS),
    Row("outlives_its_input", *PASS),
    Row("waits_before_each_block 1.2", *PASS, seconds=2.0),
    Row("reads_slowly", *PASS),
    Row("is_slow 0.01", *PASS),
    Row("is_slow 0.25", *NOT_RUN, "too slow for its deadlines", ANY, seconds=0.8),
]

CHILDREN = [
    Row("leaves_a_child", *FAIL, "crashed: SIGABRT", "ff", seconds=2.0, notes=True),
    Row("leaves_a_daemon", *PASS),
    Row("starts_a_helper_for_each_line", *PASS),
]


@pytest.mark.slow
@pytest.mark.parametrize("row", [*DEATHS, *CHILDREN, *map(waiting, SILENCES)], ids=str)
def test_a_fault_of_a_process_is_blamed_on_its_own_codec(row: Row, certify: Certify) -> None:
    assert_as_in_the_table(certify(row), row)


@pytest.mark.slow
def test_silence_costs_no_more_however_many_cases_there_are(certify: Certify) -> None:
    whole = ("--op", "decode")
    row = Row("falls_silent", *BROKEN, SILENCE, ANY, asked=whole, case="*", seconds=SOON)
    found = certify(row)
    assert_as_in_the_table(found, row)
    assert set(found.codec["counts"]) == {"broken", "unsupported"}
    assert found.codec["counts"]["broken"] > 500
    assert found.seconds < 30
