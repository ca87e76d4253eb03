"""Findings as a campaign would have stored them, of codecs in tests/fakes and in adapters/."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from utfproof.fuzz.campaign import statistics
from utfproof.fuzz.campaign.statistics import Cells, CodecStatistics, Statistics
from utfproof.fuzz.triage import findings
from utfproof.fuzz.triage.findings import Finding, FindingState
from utfproof.report.campaign.campaign import StoredCampaign

INJECTED = [
    "<script>alert(1)</script>",
    "</script></style></template><img src=x onerror=alert(1)>",
    "\x1b]0;title\x07\x1b[2J\x1b[31m",
    "two\nlines\r\n| a | b |",
    "[link](javascript:alert(1)) `code` **bold**",
    "a` [link](https://example.org) `b",
    "\u202eright to left\u2066",
    "{{ 7 * 7 }}{% raw %}",
    "\ud800 \U0001f600",
]

OVERLONG = Finding(
    signature="two/lax UTF-8 decode: accepts overlong",
    codec="two/lax",
    operation="decode UTF-8 strict",
    kind="overlong",
    did="accepts",
    input="c0af",
    line="c0af",
    expected="error 0 1",
    actual="ok 2f",
    operations=("decode UTF-8 strict", "validate UTF-8 strict"),
    clauses=("RFC3629-3-11",),
    answers={"two/lax": "ok 2f", "two/table": "error 0 1", "rust/std": "error 0 1"},
    first="41c0af2e2fe282ac",
    seconds=1.25,
    version="1",
)
SURROGATE = Finding(
    signature="two/lax UTF-8 decode: depends on the position mod 16",
    codec="two/lax",
    operation="decode UTF-8 replace",
    kind="surrogate",
    did="replaces otherwise",
    input="f09f92a9" + "41" * 12 + "eda080",
    line="f09f92a9" + "41" * 12 + "eda080",
    expected="ok 1f4a9" + " 41" * 12 + " fffd fffd fffd",
    actual="ok 1f4a9" + " 41" * 12 + " fffd",
    state=FindingState.KNOWN,
    position_dependence="mod 16",
    clauses=("RFC3629-3-10", "UNICODE-3.9-02"),
    answers={"two/lax": "ok 1f4a9" + " 41" * 12 + " fffd"},
    seconds=3.5,
    reason="Replaces a whole surrogate at once near the end of a block.",
    reference=("https://example.org/issues/1",),
)
CRASH = Finding(
    signature="java/String UTF-16LE encode: crashes surrogate",
    codec="java/String",
    operation="encode UTF-16LE strict",
    kind="surrogate",
    did="crashes",
    input="41 d800",
    line="41 d800",
    expected="error 1",
    actual="crashed: signal SIGSEGV",
    state=FindingState.FLAKY,
    seconds=9.0,
)
FIXED = replace(
    OVERLONG,
    signature="two/table UTF-8 decode: accepts overlong",
    codec="two/table",
    state=FindingState.FIXED,
    seconds=0.0,
)
SOME = [OVERLONG, SURROGATE, CRASH, FIXED]

STATISTICS = Statistics(
    command="utfproof fuzz two java --time 12",
    seed=7,
    started="2026-01-02T03:04:05+00:00",
    seconds=12.0,
    inputs=684_000,
    questions=2_052_000,
    tuples=812,
    corpus=811,
    findings=4,
    new=1,
    restarts=3,
    vectors={"version": "1.2.0", "digest": "ab" * 32},
    utfproof="0.1.0",
    codecs={
        "two/lax": CodecStatistics(684_000, 57_000.0, 4_021, 0, 0),
        "two/table": CodecStatistics(684_000, 57_000.0, 0, 0, 0),
        "java/String": CodecStatistics(684_000, 3_000.0, 3, 3, 1),
    },
    cells=Cells(118, 120, ("two/lax · decode UTF-8 strict · surrogate · mod 64 = 63",)),
)


def injected(text: str) -> Finding:
    """Return a finding that has a text in every field that can hold one."""
    return replace(
        OVERLONG,
        signature=f"{text} signature",
        codec=f"two/{text}",
        kind=text,
        did=text,
        input=text,
        line=text,
        expected=text,
        actual=text,
        position_dependence=text,
        way=text,
        operations=(text,),
        clauses=(text,),
        answers={text: text},
        first=text,
        engine=text,
        version=text,
        target=text,
        reason=text,
        reference=(text, f"https://example.org/{text}"),
    )


def of(*some: Finding) -> StoredCampaign:
    """Return a campaign that found this."""
    return StoredCampaign(Path("run"), some, STATISTICS)


def campaign(folder: Path, some: list[Finding], *, seconds: int = 12) -> Path:
    """Write a campaign's folder, with a row of statistics for each second."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / findings.NAME).touch()
    for finding in some:
        findings.append(folder, finding)
    for second in range(1, seconds + 1):
        share = second / seconds
        row = replace(
            STATISTICS,
            seconds=float(second),
            inputs=57_000 * second,
            tuples=int(812 * share**0.5),
            findings=sum(finding.seconds <= second for finding in some),
        )
        statistics.append_row(folder, row)
    statistics.write(folder, STATISTICS)
    return folder
