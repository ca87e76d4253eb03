"""The observed failures of one codec: which cases an entry means, and the digest of answers."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from utfproof.engine.journal.events import CaseFinished
from utfproof.expectations.document import FailureGroup
from utfproof.expectations.observed_failures import ObservedFailures, Pair, answers, digest
from utfproof.model.verdict import Verdict

from . import runs
from .runs import CASES, CODEC, DECODE, OVERLONG, VALIDATE


def cases(failing: runs.Answers, verdict: Verdict = Verdict.FAIL) -> list[CaseFinished]:
    """List the failing cases of a run."""
    events = runs.events(failing, verdict)
    return [one for one in events if isinstance(one, CaseFinished) and one.verdict is verdict]


def entry(*ids: str, ops: tuple[str, ...] = (), level: str = "vectors") -> FailureGroup:
    return FailureGroup(Verdict.FAIL, level, ops, ids, 1)


@pytest.mark.parametrize(
    ("block", "meant"),
    [
        (entry("utf-8/a/one"), [(DECODE, "utf-8/a/one"), (VALIDATE, "utf-8/a/one")]),
        (entry("utf-8/a/one", ops=(VALIDATE,)), [(VALIDATE, "utf-8/a/one")]),
        (entry("utf-8/a/one", ops=("encode UTF-8 strict",)), []),
        (entry("*", ops=(DECODE,)), [(DECODE, case) for case in CASES[:3]]),
        (entry("*", ops=(DECODE,), level="complete"), [(DECODE, CASES[3])]),
    ],
)
def test_an_entry_means_the_executed_cases_of_its_offers_and_its_level(
    block: FailureGroup, meant: list[Pair]
) -> None:
    record = ObservedFailures(CODEC)
    for event in runs.events(OVERLONG):
        if isinstance(event, CaseFinished):
            record.take(event)
    assert record.meant(block) == meant
    assert list(record.failing) == list(OVERLONG)


def test_a_digest_is_of_the_sorted_lines_of_offer_case_and_answer() -> None:
    lines = f"{DECODE} utf-8/a/one ok 2f\n{DECODE} utf-8/a/two ok 2e\n"
    found = cases(OVERLONG | {(DECODE, "utf-8/a/two"): "ok 2e"})
    assert digest(found) == digest(found[::-1])
    assert digest(found) == hashlib.sha256(lines.encode("ascii")).hexdigest()[:16]


@pytest.mark.parametrize(
    ("failing", "one"),
    [
        ({(DECODE, "utf-8/a/one"): "-"}, "-"),
        (OVERLONG, "ok 2f"),
        ({(DECODE, "utf-8/a/one"): "x" * 60}, "x" * 60),
        ({(DECODE, "utf-8/a/one"): "x" * 61}, ""),
        (OVERLONG | {(DECODE, "utf-8/a/two"): "ok 2e"}, ""),
    ],
)
def test_one_short_answer_is_written_out_and_others_are_digested(
    failing: runs.Answers, one: str
) -> None:
    found = cases(failing)
    assert answers(found) == ((one, "") if one else ("", digest(found)))


@pytest.mark.parametrize("verdict", [Verdict.CRASH, Verdict.HANG, Verdict.UNSTABLE])
def test_a_crash_a_hang_and_changing_answers_have_none_to_compare(verdict: Verdict) -> None:
    assert answers([*cases(OVERLONG), *cases(OVERLONG, verdict)]) == ("", "")


def test_an_empty_answer_is_digested_because_none_is_written_for_no_answer() -> None:
    empty = [replace(one, actual="") for one in cases(OVERLONG)]
    assert answers(empty) == ("", digest(empty))
