"""Runs of one codec as events, and the documents that they are held against."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path

from utfproof.engine.journal.events import (
    CaseFinished,
    CodecFinished,
    CodecStarted,
    Diagnosed,
    Event,
    ExpectationUnmet,
    FailuresKnown,
)
from utfproof.expectations.document import Defect, ExpectationFile, FailureGroup
from utfproof.expectations.run_check import RunCheck
from utfproof.model.verdict import CodecVerdict, Verdict

CODEC = "mine/codec"
DECODE, VALIDATE = "decode UTF-8 strict", "validate UTF-8 strict"
TODAY = date(2026, 11, 21)
FILE = Path("expectations.yaml")

Answers = Mapping[tuple[str, str], str]
"""What failed: offer and case, with its answer. Everything else passed."""

CASES = ("utf-8/a/one", "utf-8/a/two", "utf-8/b/one", "families/edges/utf-8/one")
OVERLONG = {(DECODE, "utf-8/a/one"): "ok 2f", (DECODE, "utf-8/a/two"): "ok 2f"}


def events(
    failing: Answers, verdict: Verdict = Verdict.FAIL, version: str = "2.5"
) -> Iterable[Event]:
    """Run all cases of both offers."""
    yield CodecStarted(CODEC, version, ("unicode",), {}, (), (), 8)
    for op in (DECODE, VALIDATE):
        for case in CASES:
            wrong = failing.get((op, case))
            yield CaseFinished(
                codec=CODEC,
                case=case,
                op=op,
                verdict=Verdict.PASS if wrong is None else verdict,
                asked=1,
                way="whole",
                input="c0af",
                expected="error 0 1",
                actual=wrong or "error 0 1",
                clauses=(),
                flags=(),
            )
    ended = CodecVerdict.FAIL if failing else CodecVerdict.PASS
    yield CodecFinished(CODEC, ended, {}, 0, 0.0)


def diagnosed(about: str) -> Diagnosed:
    """Tell that the codec behaves like a fault."""
    return Diagnosed(
        codec=CODEC,
        fault="fault",
        about=about,
        encoding="UTF-8",
        flag="Overlong",
        cwe=(),
        cve=(),
        exact=True,
        explains=2,
        failures=2,
        case="utf-8/a/one",
        op=DECODE,
        input="c0af",
    )


def defect(*blocks: FailureGroup, versions: str = ">=2, <3", expires: date | None = None) -> Defect:
    return Defect("reads overlong forms", ("https://example.org/7",), versions, expires, blocks)


def block(*ids: str, count: int = 2, answer: str = "ok 2f", level: str = "vectors") -> FailureGroup:
    return FailureGroup(Verdict.FAIL, level, (DECODE,), ids, count, answer)


def watch(*defects: Defect, whole: bool = True, level: str = "vectors") -> RunCheck:
    return RunCheck([ExpectationFile(FILE, {CODEC: defects})], level, whole, TODAY)


def unmet(found: RunCheck, run: Iterable[Event]) -> list[str]:
    return [event.kind for event in found.follow(run) if isinstance(event, ExpectationUnmet)]


def known(found: RunCheck, run: Iterable[Event]) -> list[str]:
    """List the cases that are known."""
    return [
        case
        for event in found.follow(run)
        if isinstance(event, FailuresKnown)
        for cases in event.cases.values()
        for case in cases
    ]
