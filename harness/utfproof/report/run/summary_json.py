"""The summary as JSON: the form of `certify --format json` and of summary.json."""

from __future__ import annotations

from collections.abc import Sequence

from utfproof.engine.journal.events import (
    CaseFinished,
    Diagnosed,
    FailuresKnown,
    FamilyFinished,
    RunStarted,
)
from utfproof.report.run.summary import CodecSummary, Summary


def as_json(summary: Summary) -> dict[str, object]:
    """Return the summary in the form of `certify --format json`."""
    header = summary.header
    entry: dict[str, object] = {
        "vectors": dict(header.vectors) if header else {},
        "complete": summary.complete,
        "result_digest": summary.result.digest,
        "codecs": [
            _codec_json(item, header) | {"result_digest": summary.result.codecs.get(item.codec, "")}
            for item in _sorted(summary)
        ],
    }
    if summary.workers.by_name:
        entry["workers"] = summary.workers.as_json()
    return entry


def _sorted(summary: Summary) -> Sequence[CodecSummary]:
    return [summary.codecs[name] for name in sorted(summary.codecs)]


def _codec_json(item: CodecSummary, header: RunStarted | None) -> dict[str, object]:
    known = item.known_cases
    entry: dict[str, object] = {
        "codec": item.codec,
        "version": item.version,
        "profile": list(item.profile),
        "level": header.level if header else "",
        "scope": list(item.scope),
        "not_assessed": list(item.not_assessed),
        "verdict": item.verdict.value,
        "counts": {verdict.value: count for verdict, count in item.counts.items()},
        "failures": [
            _failure(item, case, known.get((case.op, case.case))) for case in item.failures
        ],
        "executed": [_executed(family) for family in item.executed],
        "diagnosis": [_diagnosis(item, found) for found in item.diagnoses],
    }
    if item.traits:
        entry["identified"] = {name: dict(found) for name, found in item.traits.items()}
    if item.unmet:
        entry["unmet"] = [
            {"kind": unmet.kind, "text": unmet.text, "place": unmet.place} for unmet in item.unmet
        ]
    if item.why:
        entry["why"] = item.why
    if item.needs:
        entry["needs"] = list(item.needs)
    return entry


def _failure(
    item: CodecSummary, case: CaseFinished, known: FailuresKnown | None
) -> dict[str, object]:
    entry: dict[str, object] = {
        "id": case.case,
        "op": case.op,
        "way": case.way,
        "verdict": case.verdict.value,
        "input": case.input,
        "expected": case.expected,
        "actual": case.actual,
        "clauses": list(case.clauses),
        "known": known is not None,
        "reproduce": item.reproduce(case),
    }
    if known:
        entry |= {"reason": known.reason, "reference": list(known.reference)}
    return entry


def _executed(family: FamilyFinished) -> dict[str, object]:
    return {
        "family": family.family,
        "op": family.op,
        "asked": family.asked,
        "groups": family.groups,
        "seconds": family.seconds,
        "digest": family.digest,
        "note": family.note,
    }


def _diagnosis(item: CodecSummary, found: Diagnosed) -> dict[str, object]:
    return {
        "fault": found.fault,
        "about": found.about,
        "encoding": found.encoding,
        "flag": found.flag,
        "cwe": list(found.cwe),
        "cve": list(found.cve),
        "exact": found.exact,
        "explains": found.explains,
        "failures": found.failures,
        "id": found.case,
        "op": found.op,
        "input": found.input,
        "reproduce": item.again(found),
    }
