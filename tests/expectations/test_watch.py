"""A run held against known failures: exactly what is listed may fail, in exactly that way."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from utfproof.engine.journal.events import CodecFinished, ExpectationUnmet
from utfproof.expectations.document import FailureGroup
from utfproof.expectations.observed_failures import digest
from utfproof.model.verdict import CodecVerdict, Verdict

from . import runs
from .runs import DECODE, OVERLONG, TODAY, VALIDATE, block, defect, known, unmet, watch


def test_failures_that_are_listed_are_known_and_nothing_is_wrong() -> None:
    found = watch(defect(block("utf-8/a/*")))
    assert unmet(found, runs.events(OVERLONG)) == []
    assert known(found, runs.events(OVERLONG)) == ["utf-8/a/one", "utf-8/a/two"]


def test_a_failure_that_no_entry_lists_is_unexpected() -> None:
    more = OVERLONG | {(VALIDATE, "utf-8/b/one"): "ok"}
    assert unmet(watch(defect(block("utf-8/a/*"))), runs.events(more)) == ["unexpected failure"]


def test_a_listed_case_that_passes_is_unexpected() -> None:
    one = {(DECODE, "utf-8/a/one"): "ok 2f"}
    assert unmet(watch(defect(block("utf-8/a/*"))), runs.events(one)) == ["unexpected pass"]


def test_another_answer_than_the_listed_one_is_told_and_not_known() -> None:
    other = OVERLONG | {(DECODE, "utf-8/a/two"): "ok fffd"}
    found = watch(defect(block("utf-8/a/*")))
    assert unmet(found, runs.events(other)) == ["other answer"]
    assert known(found, runs.events(other)) == ["utf-8/a/one"]


def test_another_verdict_than_the_listed_one_is_another_answer() -> None:
    found = watch(defect(block("utf-8/a/*", answer="")))
    assert unmet(found, runs.events(OVERLONG, Verdict.CRASH)) == ["other answer"]


def test_an_entry_that_matches_nothing_is_told() -> None:
    found = watch(defect(block("utf-8/a/*")), defect(block("utf-8/gone/*")))
    assert unmet(found, runs.events(OVERLONG)) == ["matches nothing"]


@pytest.mark.parametrize("count", [1, 3])
def test_an_entry_that_matches_another_number_than_it_says_is_told(count: int) -> None:
    found = watch(defect(block("utf-8/a/*", count=count)))
    assert unmet(found, runs.events(OVERLONG)) == ["matches another number"]


def test_an_entry_that_has_expired_is_told_and_its_failures_stay_known() -> None:
    found = watch(defect(block("utf-8/a/*"), expires=TODAY - timedelta(days=1)))
    assert unmet(found, runs.events(OVERLONG)) == ["expired"]
    assert len(known(found, runs.events(OVERLONG))) == 2


def test_an_entry_is_good_to_the_day_on_which_it_expires() -> None:
    assert unmet(watch(defect(block("utf-8/a/*"), expires=TODAY)), runs.events(OVERLONG)) == []


def test_different_answers_are_held_by_their_digest() -> None:
    different = OVERLONG | {(DECODE, "utf-8/a/two"): "ok 2e"}
    seen = watch()
    list(seen.follow(runs.events(different)))
    own = digest(seen.records[runs.CODEC].failing.values())
    entry = FailureGroup(Verdict.FAIL, "vectors", (DECODE,), ("utf-8/a/*",), 2, answers=own)
    assert unmet(watch(defect(entry)), runs.events(different)) == []
    assert unmet(watch(defect(entry)), runs.events(OVERLONG)) == ["other answer"]
    assert known(watch(defect(entry)), runs.events(OVERLONG)) == []


def test_an_entry_for_other_versions_says_nothing() -> None:
    found = watch(defect(block("utf-8/a/*")))
    assert known(found, runs.events(OVERLONG, version="3.0")) == []
    assert unmet(found, runs.events(OVERLONG, version="3.0")) == ["unexpected failure"]
    assert unmet(found, runs.events({}, version="3.0")) == []


def test_an_entry_of_a_higher_level_waits_for_a_run_of_that_level() -> None:
    entry = defect(block("families/edges/*", count=1, level="complete"))
    edge = {(DECODE, "families/edges/utf-8/one"): "ok 2f"}
    assert unmet(watch(entry, level="vectors"), runs.events({})) == []
    assert unmet(watch(entry, level="complete"), runs.events(edge)) == []
    assert unmet(watch(entry, level="complete"), runs.events({})) == ["unexpected pass"]


def test_a_part_of_a_run_says_nothing_of_numbers() -> None:
    found = watch(defect(block("utf-8/a/*", count=9)), defect(block("gone/*")), whole=False)
    assert unmet(found, runs.events(OVERLONG)) == []
    assert len(known(found, runs.events(OVERLONG))) == 2


def test_a_case_belongs_to_the_first_entry_that_speaks_of_it() -> None:
    first, rest = block("utf-8/a/one", count=1), block("utf-8/a/*", count=1)
    found = watch(defect(first), defect(rest))
    assert unmet(found, runs.events(OVERLONG)) == []
    assert known(found, runs.events(OVERLONG)) == ["utf-8/a/one", "utf-8/a/two"]


def test_only_unlisted_cases_of_a_varying_defect_are_reported() -> None:
    entry = replace(defect(block("utf-8/a/*", count=9)), varies=True)
    for answer in ("ok 2f", "ok 2e"):
        one = {(DECODE, "utf-8/a/one"): answer}
        assert unmet(watch(entry), runs.events(one)) == []
        assert known(watch(entry), runs.events(one)) == ["utf-8/a/one"]
    more = OVERLONG | {(VALIDATE, "utf-8/b/one"): "ok"}
    assert unmet(watch(entry), runs.events(more)) == ["unexpected failure"]


def test_a_codec_that_could_not_be_asked_is_not_held_to_anything() -> None:
    for verdict in (CodecVerdict.BROKEN, CodecVerdict.UNAVAILABLE):
        run = [*list(runs.events(OVERLONG))[:-1], CodecFinished(runs.CODEC, verdict, {}, 0, 0.0)]
        found = list(watch(defect(block("gone/*"))).follow(run))
        assert not any(isinstance(event, ExpectationUnmet) for event in found)
