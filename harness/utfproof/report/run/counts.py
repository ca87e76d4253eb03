"""The verdicts of a codec, counted by topic, by column of the matrix and by offer."""

from __future__ import annotations

from collections.abc import Mapping

from utfproof.model.verdict import NOT_ASKED, Verdict, worst
from utfproof.report.run.summary import CodecSummary, column_of, topic_of


def topics(codec: CodecSummary) -> dict[str, dict[Verdict, int]]:
    """Count a codec's verdicts by topic: the first two parts of the cases' ids."""
    found: dict[str, dict[Verdict, int]] = {}
    for (_, _, topic), count in codec.passed.items():
        _count(found, topic, Verdict.PASS, count)
    for case in codec.cases:
        _count(found, topic_of(case.case), case.verdict, 1)
    return found


def cells(codec: CodecSummary) -> dict[str, dict[Verdict, int]]:
    """Count a codec's verdicts by column: an encoding, `detect` or `label`."""
    found: dict[str, dict[Verdict, int]] = {}
    for (name, _, _), count in codec.passed.items():
        _count(found, name, Verdict.PASS, count)
    for case in codec.cases:
        _count(found, column_of(case.case, case.op), case.verdict, 1)
    return found


def offers(codec: CodecSummary) -> dict[tuple[str, str], dict[Verdict, int]]:
    """Count a codec's verdicts by encoding and by offer, such as `decode UTF-8 strict`."""
    found: dict[tuple[str, str], dict[Verdict, int]] = {}
    for (name, offer, _), count in codec.passed.items():
        counts = found.setdefault((name, offer), {})
        counts[Verdict.PASS] = counts.get(Verdict.PASS, 0) + count
    for case in codec.cases:
        counts = found.setdefault((column_of(case.case, case.op), case.op), {})
        counts[case.verdict] = counts.get(case.verdict, 0) + 1
    return found


def _count(found: dict[str, dict[Verdict, int]], name: str, verdict: Verdict, count: int) -> None:
    counts = found.setdefault(name, {})
    counts[verdict] = counts.get(verdict, 0) + count


def cell(counts: Mapping[Verdict, int]) -> tuple[Verdict, str]:
    """Return a cell's gravest verdict and its words: `231`, `fail 3/231`, `·` for nothing."""
    asked = {key: count for key, count in counts.items() if key not in NOT_ASKED}
    if not asked:
        return worst(counts), "·"
    gravest = worst(asked)
    # The count of the gravest verdict only: the cell is read at a glance.
    total = sum(asked.values())
    return gravest, f"{total}" if gravest.green else f"{gravest} {counts[gravest]}/{total}"
