"""Requirements are met, met otherwise, not met, or not assessed; nothing else counts as met."""

from __future__ import annotations

from dataclasses import replace

import pytest

from utfproof.engine.journal.events import CaseFinished, CodecStarted
from utfproof.model.encoding import Scheme
from utfproof.model.verdict import Verdict
from utfproof.report.run.coverage import RequirementCoverage, coverage
from utfproof.report.run.summary import Summary
from utfproof.vectors.suite import Family

from .made import CASE, failure, suite

OWN = "RFC3629-3-11"


def started(codec: str, profile: str = "rfc3629") -> CodecStarted:
    return CodecStarted(codec, "1", (profile,), {}, (), (), 1)


def covered(*cases: CaseFinished, profiles: dict[str, str] | None = None) -> RequirementCoverage:
    """Return how codecs stand to the one requirement; a pass is journalled without its clauses."""
    summary = Summary()
    named = dict.fromkeys([case.codec for case in cases])
    for codec in named:
        summary.add(started(codec, (profiles or {}).get(codec, "rfc3629")))
    for case in cases:
        bare = replace(case, clauses=(), flags=())
        summary.add(bare if case.verdict is Verdict.PASS else case)
    family = Family("families/octets", "", "", (), {}, {Scheme.UTF_8: (OWN,)}, "")
    (found,) = coverage(summary, replace(suite(), families=(family,)))
    return found


def test_a_requirement_names_the_cases_that_test_it() -> None:
    assert covered().cases == [CASE, "properties/reuse", "families/octets"]


@pytest.mark.parametrize(
    ("verdict", "stands"),
    [
        (Verdict.PASS, (0, 0, 1)),
        (Verdict.IMPOSSIBLE, (0, 0, 1)),
        (Verdict.NON_STRICT, (0, 1, 0)),
        (Verdict.ALTERNATIVE, (0, 1, 0)),
        (Verdict.FAIL, (1, 0, 0)),
        (Verdict.CRASH, (1, 0, 0)),
        (Verdict.UNSUPPORTED, (0, 0, 0)),
        (Verdict.NOT_RUN, (0, 0, 0)),
        (Verdict.BROKEN, (0, 0, 0)),
    ],
)
def test_a_verdict_says_how_a_codec_stands(verdict: Verdict, stands: tuple[int, int, int]) -> None:
    found = covered(failure(verdict=verdict))
    assert (found.failed, found.otherwise, found.met) == stands


def test_the_gravest_case_decides() -> None:
    passed = failure(verdict=Verdict.PASS)
    other = failure(verdict=Verdict.NON_STRICT, op="decode UTF-8 replace")
    found = covered(passed, other, failure(op="validate UTF-8 strict"))
    assert (found.failed, found.otherwise, found.met) == (1, 0, 0)


def test_codecs_stand_side_by_side() -> None:
    cases = [failure(codec=name) for name in ("a/a", "c/c")]
    found = covered(cases[0], failure(codec="b/b", verdict=Verdict.PASS), cases[1])
    assert (found.failed, found.met) == (0b101, 0b010)


def test_generated_inputs_count_for_the_rules_that_a_codec_claims() -> None:
    passed = [
        failure("families/octets/utf-8/x", codec=name, verdict=Verdict.PASS)
        for name in ("a/a", "b/b")
    ]
    found = covered(*passed, profiles={"b/b": "rfc2279"})
    assert found.met == 0b01


def test_a_codec_that_was_begun_anew_has_only_passed_what_it_passed_then() -> None:
    summary = Summary()
    for event in (started("a/a"), failure(codec="a/a", verdict=Verdict.PASS), started("a/a")):
        summary.add(event)
    (found,) = coverage(summary, suite())
    assert found.met == 0
