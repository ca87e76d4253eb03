"""Adapters that would look better than their codec is."""

from __future__ import annotations

import json

import pytest

from .conftest import Certified, Certify
from .judging import assert_as_in_the_table
from .table import ANY, BROKEN, EVERY, FAIL, PASS, Row

SWEEP = ("--level", "complete", "--op", "sweep", "--op", "decode")
READING = ("--op", "decode", "--op", "validate")
PAIRS = "families/sweep/utf-8/length-2"

LIES = [
    Row("knows_the_known_answers", *FAIL, "ok fffd", EVERY),
    Row("says_that_letters_touch_memory", *BROKEN, "known answers are wrong", EVERY),
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


@pytest.mark.slow
def test_one_that_knows_all_past_questions_is_asked_fresh_ones(certify: Certify) -> None:
    row = Row("knows_all_past_questions", *PASS, asked=READING, case="*", notes=True)
    taught = certify(row)
    assert (taught.verdict, taught.status) == ("pass", 0)
    found = certify(row)
    assert (found.verdict, found.status) == ("fail", 1)
    failed = {(failure["id"], failure["op"]) for failure in found.codec["failures"]}
    ops = ("decode", "validate")
    assert failed == {("fresh/utf-8/text", f"{op} UTF-8 strict") for op in ops}
    nonces = {json.loads(line)["asks"]["nonce"] for line in headers(taught, found)}
    assert len(nonces) == 2


def headers(*runs: Certified) -> list[str]:
    return [(run.folder / "journal.jsonl").read_text("ascii").splitlines()[0] for run in runs]
