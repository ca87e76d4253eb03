"""Adapters that would look better than their codec is."""

from __future__ import annotations

import pytest

from .conftest import Certify
from .judging import assert_as_in_the_table
from .table import ANY, BROKEN, EVERY, FAIL, PASS, Row

SWEEP = ("--level", "complete", "--op", "sweep", "--op", "decode")
PAIRS = "families/sweep/utf-8/length-2"

LIES = [
    Row("knows_the_known_answers", *FAIL, "ok fffd", EVERY),
    Row("misreads_the_first_line", *PASS),  # one wrong known answer among right ones is no proof
    Row("errs_now_and_then", *FAIL, "ok 2603", ANY),
    Row("drops_what_it_would_fail", *BROKEN, "0 lines for 1", "ff"),
    Row("fails_what_it_would_fail", *BROKEN, "the adapter says that it failed", "ff"),
    Row(
        "sweeps_from_a_table lax",
        *BROKEN,
        "decode UTF-8 strict: ok ",
        "length-2",
        asked=SWEEP,
        case=PAIRS,
    ),
    Row(
        "sweeps_from_a_table sum",
        *BROKEN,
        "labels of more than 65536 strings",
        "length-2",
        asked=SWEEP,
        case=PAIRS,
    ),
    Row(
        "sweeps_from_a_table length",
        *BROKEN,
        "answers of more than 64 MiB",
        "length-2",
        asked=SWEEP,
        case=PAIRS,
    ),
    Row("sweeps_from_a_table nothing", *PASS, asked=SWEEP, case=PAIRS),
]


@pytest.mark.parametrize("row", LIES, ids=str)
def test_a_lie_is_not_certified(row: Row, certify: Certify) -> None:
    assert_as_in_the_table(certify(row), row)


def test_answers_of_the_last_run_are_not_taken_for_those_of_this_one(certify: Certify) -> None:
    first = Row("remembers_the_last_run", *PASS, notes=True)
    later = Row("remembers_the_last_run", *BROKEN, "known answers are wrong", EVERY, notes=True)
    assert_as_in_the_table(certify(first), first)
    assert_as_in_the_table(certify(later), later)
