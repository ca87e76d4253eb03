"""Listed cases, for runs that judge one case after the other."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from utfproof.engine.journal.events import CaseFinished
from utfproof.expectations.document import ExpectationFile, FailureGroup
from utfproof.expectations.listed_cases import KnownFailures, ListedCase
from utfproof.model.verdict import Verdict

from . import runs
from .runs import CODEC, DECODE, FILE, TODAY, VALIDATE, block, defect


@pytest.mark.parametrize(("expires", "expired"), [
    (None, False),
    (TODAY + timedelta(days=1), False),
    (TODAY, False),
    (TODAY - timedelta(days=1), True),
])  # fmt: skip
def test_an_entry_is_good_to_the_end_of_the_day_on_which_it_expires(
    expires: date | None, expired: bool
) -> None:
    own = defect(block("utf-8/a/*"), expires=expires)
    listed = ListedCase(own, own.blocks[0], "expectations.yaml:7")
    said = f"expectations.yaml:7: expired on {expires}: is it still so? then set a new date"
    assert listed.expired(TODAY) == (said if expired else "")


def finished(verdict: Verdict, actual: str) -> CaseFinished:
    [_, case, *_] = runs.events({(DECODE, "utf-8/a/one"): actual}, verdict)
    assert isinstance(case, CaseFinished)
    return case


@pytest.mark.parametrize(
    ("answer", "verdict", "actual", "problem"),
    [
        ("ok 2f", Verdict.FAIL, "ok 2f", ""),
        ("ok 2f", Verdict.FAIL, "ok 2e", " with the answer ok 2f"),
        ("ok 2f", Verdict.CRASH, "ok 2f", " with the answer ok 2f"),
        ("", Verdict.FAIL, "ok 2e", ""),
    ],
)
def test_a_case_that_fails_in_another_way_is_told_the_listed_one(
    answer: str, verdict: Verdict, actual: str, problem: str
) -> None:
    own = defect(block("utf-8/a/*", answer=answer))
    listed = ListedCase(own, own.blocks[0], "expectations.yaml:7")
    said = f"expectations.yaml:7: other answer: listed is fail{problem}" if problem else ""
    assert listed.unmet(finished(verdict, actual), TODAY) == said


def test_another_verdict_is_told_without_an_answer_where_none_is_listed() -> None:
    own = defect(block("utf-8/a/*", answer=""))
    listed = ListedCase(own, own.blocks[0], "expectations.yaml:7")
    said = "expectations.yaml:7: other answer: listed is fail"
    assert listed.unmet(finished(Verdict.HANG, "no answer"), TODAY) == said


def test_a_case_of_a_defect_that_varies_may_fail_in_any_way_until_it_expires() -> None:
    own = replace(defect(block("utf-8/a/*"), expires=TODAY), varies=True)
    listed = ListedCase(own, own.blocks[0], "expectations.yaml:7")
    case = finished(Verdict.CRASH, "crashed")
    assert listed.unmet(case, TODAY) == ""
    assert listed.unmet(case, TODAY + timedelta(days=1)) == listed.expired(date.max)


FIRST, SECOND = block("utf-8/a/one"), block("utf-8/a/*", "utf-8/c")
COMPLETE, ANY_OFFER = block("*", level="complete"), replace(block("utf-8/b/*"), ops=())


@pytest.mark.parametrize(
    ("op", "case", "found"),
    [
        (DECODE, "utf-8/a/one", FIRST),
        (DECODE, "utf-8/a/two", SECOND),
        (DECODE, "utf-8/c", SECOND),
        (VALIDATE, "utf-8/a/one", None),
        (DECODE, "utf-8/d", None),
        (DECODE, "families/edges/utf-8/one", COMPLETE),
        (VALIDATE, "utf-8/b/one", ANY_OFFER),
    ],
)
def test_a_case_is_found_in_the_first_entry_that_has_it(
    op: str, case: str, found: FailureGroup | None
) -> None:
    old = defect(block("*"), versions="<2")
    entries = (old, replace(defect(FIRST, SECOND), line=5), defect(COMPLETE, ANY_OFFER))
    files = [ExpectationFile(FILE, {CODEC: entries, "mine/other": (defect(block("*")),)})]
    listed = KnownFailures(files, CODEC, "2.5").find(op, case)
    assert (listed and listed.block) == found
    if found in (FIRST, SECOND):
        assert listed == ListedCase(entries[1], found, f"{FILE}:5")


def test_a_codec_that_no_file_names_has_no_known_failures() -> None:
    files = [ExpectationFile(FILE, {"mine/other": (defect(block("*")),)})]
    assert KnownFailures(files, CODEC, "2.5").find(DECODE, "utf-8/a/one") is None
