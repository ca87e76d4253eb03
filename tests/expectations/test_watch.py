"""A run held against known failures: exactly what is listed may fail, in exactly that way."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from utfproof.engine.journal.events import (
    CodecFinished,
    CodecStarted,
    ExpectationUnmet,
    FailuresKnown,
    RunStarted,
)
from utfproof.expectations.document import ExpectationFile, FailureGroup
from utfproof.expectations.observed_failures import digest
from utfproof.expectations.run_check import RunCheck
from utfproof.model.verdict import CodecVerdict, Verdict

from . import runs
from .runs import (
    CASES,
    CODEC,
    DECODE,
    FILE,
    OVERLONG,
    TODAY,
    VALIDATE,
    block,
    defect,
    known,
    unmet,
    watch,
)


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


def test_a_changed_answer_is_new_though_other_cases_of_its_entry_pass_now() -> None:
    different = OVERLONG | {(DECODE, "utf-8/a/two"): "ok 2e"}
    seen = watch()
    list(seen.follow(runs.events(different)))
    own = digest(seen.records[runs.CODEC].failing.values())
    entry = FailureGroup(Verdict.FAIL, "vectors", (DECODE,), ("utf-8/a/*",), 2, answers=own)
    changed = {(DECODE, "utf-8/a/two"): "ok 7f"}
    assert known(watch(defect(entry)), runs.events(changed)) == []
    kinds = unmet(watch(defect(entry)), runs.events(changed))
    assert kinds == ["unexpected pass", "other answer"]


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


def test_known_failures_are_told_before_the_end_of_their_codec() -> None:
    entry = replace(defect(block("utf-8/a/*")), kind="by-design")
    found = list(watch(entry).follow(runs.events(OVERLONG)))
    cases = {DECODE: ["utf-8/a/one", "utf-8/a/two"]}
    links = ("https://example.org/7",)
    assert found[-2] == FailuresKnown(CODEC, "reads overlong forms", links, cases, "by-design")
    assert found[:-2] + found[-1:] == list(runs.events(OVERLONG))


ONE, TWO = f"utf-8/a/one ({DECODE})", f"utf-8/a/two ({DECODE})"
PLACE = f"{FILE}:7"


@pytest.mark.parametrize(
    ("entry", "failing", "kind", "text", "place"),
    [
        (
            block("utf-8/a/*"),
            OVERLONG | {(VALIDATE, "utf-8/b/one"): "ok"},
            "unexpected failure",
            f"no entry lists 1 case: utf-8/b/one ({VALIDATE})",
            str(FILE),
        ),
        (
            block("utf-8/a/*"),
            OVERLONG | {(VALIDATE, case): "ok" for case in CASES[:3]},
            "unexpected failure",
            "no entry lists 3 cases: " + ", ".join(f"{case} ({VALIDATE})" for case in CASES[:3]),
            str(FILE),
        ),
        (
            block("utf-8/a/*"),
            OVERLONG | {(VALIDATE, case): "ok" for case in CASES},
            "unexpected failure",
            "no entry lists 4 cases: "
            + ", ".join(f"{case} ({VALIDATE})" for case in CASES[:3])
            + ", …",
            str(FILE),
        ),
        (block("utf-8/a/*"), {}, "unexpected pass", f"2 cases: {ONE}, {TWO}", PLACE),
        (
            block("utf-8/a/*"),
            OVERLONG | {(DECODE, "utf-8/a/two"): "ok fffd"},
            "other answer",
            f"1 case: {TWO}",
            PLACE,
        ),
        (
            block("utf-8/a/*", count=3),
            OVERLONG,
            "matches another number",
            "3 listed, 2 asked",
            PLACE,
        ),
        (
            block("a", "b", "c", "d"),
            {},
            "matches nothing",
            "a b c: no such case was asked",
            PLACE,
        ),
        (
            replace(block("utf-8/a/*", answer=""), answers="0" * 16),
            OVERLONG,
            "other answer",
            f"2 cases: {ONE}, {TWO} answer otherwise than recorded",
            PLACE,
        ),
    ],
)
def test_a_problem_is_told_with_its_cases_and_its_line(
    entry: FailureGroup, failing: runs.Answers, kind: str, text: str, place: str
) -> None:
    found = watch(replace(defect(entry), line=7))
    told = [one for one in found.follow(runs.events(failing)) if isinstance(one, ExpectationUnmet)]
    assert told == [ExpectationUnmet(CODEC, kind, text, place)]


def test_an_expired_entry_is_told_with_its_date() -> None:
    entry = replace(defect(block("utf-8/a/*"), expires=TODAY - timedelta(days=1)), line=7)
    *_, told, _ = watch(entry).follow(runs.events(OVERLONG))
    text = "on 2026-11-20: is it still so? then set a new date"
    assert told == ExpectationUnmet(CODEC, "expired", text, PLACE)


def test_all_the_blocks_of_a_defect_make_its_known_failures() -> None:
    blocks = (block("utf-8/a/one", count=1), block("utf-8/a/two", count=1))
    for varies in (False, True):
        entry = replace(defect(*blocks), varies=varies)
        assert known(watch(entry), runs.events(OVERLONG)) == ["utf-8/a/one", "utf-8/a/two"]


def test_a_codec_of_another_adapter_is_not_held_to_any_file() -> None:
    other = RunCheck([ExpectationFile(FILE, {"other/codec": ()})], "vectors", whole=True,
                     today=TODAY)  # fmt: skip
    assert unmet(other, runs.events(OVERLONG)) == []
    neighbour = RunCheck([ExpectationFile(FILE, {"mine/other": ()})], "vectors", whole=True,
                         today=TODAY)  # fmt: skip
    assert unmet(neighbour, runs.events(OVERLONG)) == ["unexpected failure"]


def header() -> RunStarted:
    return RunStarted("1.0", {}, "vectors", "2026-11-21", {}, "utfproof certify")


def test_codecs_that_an_interrupted_run_had_finished_are_told_again_behind_the_header() -> None:
    found = watch(defect(block("utf-8/a/*"))).follow([header()], runs.events(OVERLONG))
    assert [type(event) for event in found] == [RunStarted, FailuresKnown]


def test_they_are_told_again_in_the_order_in_which_they_began() -> None:
    first, *rest, last = runs.events(OVERLONG)
    assert isinstance(first, CodecStarted)
    assert isinstance(last, CodecFinished)
    other = "mine/other"
    before = [first, replace(first, codec=other), *rest, replace(last, codec=other), last]
    entry = (defect(block("gone/*")),)
    files = [ExpectationFile(FILE, {CODEC: entry, other: entry})]
    found = RunCheck(files, "vectors", whole=True, today=TODAY).follow([header()], before)
    told = [event.codec for event in found if isinstance(event, ExpectationUnmet)]
    assert told == [CODEC, CODEC, other]


def test_a_codec_in_which_a_run_was_interrupted_is_told_when_it_ends() -> None:
    *before, last = runs.events(OVERLONG)
    found = list(watch(defect(block("utf-8/a/*"))).follow([header(), last], before))
    assert [type(event) for event in found] == [RunStarted, FailuresKnown, CodecFinished]


def test_a_codec_that_was_broken_before_the_interruption_is_not_told_again() -> None:
    *before, _ = runs.events(OVERLONG)
    end = CodecFinished(CODEC, CodecVerdict.BROKEN, {}, 0, 0.0)
    found = watch(defect(block("utf-8/a/*")))
    assert list(found.follow([header()], [*before, end])) == [header()]
    assert found.records == {}
    assert list(found.follow([end])) == [end]


def test_a_diagnosis_is_kept_with_the_failures_of_its_codec() -> None:
    *before, end = runs.events(OVERLONG)
    found = watch()
    list(found.follow([*before, runs.diagnosed("reads overlong forms"), end]))
    assert [one.about for one in found.records[CODEC].diagnoses] == ["reads overlong forms"]
