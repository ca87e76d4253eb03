"""The summary as JSON: `certify --format json`, and the same with known failures folded.

summary.json has the folded form. There the `failures` of a codec with known ones are only those
that nobody has listed; the others stand under `known`: the reason of each, its references, and the
cases: for a topic and the operations that fail alike there, the `ids` without the topic in front;
of a family only how many `groups` failed.
`utfproof report --format json` has all.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, cast

from utfproof.engine.journal.events import (
    CaseFinished,
    Diagnosed,
    FailuresKnown,
    FamilyFinished,
    RunStarted,
)
from utfproof.model.codec_id import CodecId
from utfproof.model.level import GENERATED
from utfproof.report.run.summary import CodecSummary, Summary, topic_of


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


def folded(summary: Summary) -> dict[str, object]:
    """Return the summary in the form of summary.json."""
    entry = as_json(summary)
    for codec, item in zip(_nodes(entry["codecs"]), _sorted(summary), strict=True):
        if item.known:
            codec["failures"] = [one for one in codec["failures"] if not one["known"]]
            codec["known"] = [_known(one) for one in item.known]
    return entry


def text(summary: Summary) -> str:
    """Return summary.json: a line for each codec, so that a large run stays readable by `grep`."""
    entry = folded(summary)
    codecs = _nodes(entry.pop("codecs"))
    # The closing brace is cut off: the codecs follow in a form of their own.
    head = json.dumps(entry, indent=1)[:-2]
    # Spaces would be a twelfth of the file of a run over all shipped codecs.
    lines = ",\n".join(f"  {json.dumps(codec, separators=(',', ':'))}" for codec in codecs)
    return f'{head},\n "codecs": [\n{lines}\n ]\n}}\n'


def _nodes(codecs: object) -> list[dict[str, Any]]:
    return cast("list[dict[str, Any]]", codecs)


def _known(known: FailuresKnown) -> dict[str, object]:
    return {
        "reason": known.reason,
        "reference": list(known.reference),
        "cases": [
            {"topic": topic, "ops": ops, "groups" if isinstance(found, int) else "ids": found}
            for (topic, found), ops in _by_topic(known).items()
        ],
    }


def _by_topic(known: FailuresKnown) -> dict[tuple[str, tuple[str, ...] | int], list[str]]:
    """Return the operations of each topic and its ids, of a family the number of its groups."""
    found: dict[tuple[str, tuple[str, ...] | int], list[str]] = {}
    for op, cases in known.cases.items():
        topics: dict[str, list[str]] = {}
        for case in cases:
            topics.setdefault(topic_of(case), []).append(case)
        for topic, own in topics.items():
            # The groups of families are thousands, and the journal names each.
            generated = own[0].startswith(GENERATED)
            ids = len(own) if generated else tuple(one.removeprefix(f"{topic}/") for one in own)
            found.setdefault((topic, ids), []).append(op)
    return found


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
    if item.contract:
        entry["contract"] = dict(item.contract)
        entry["outside"] = item.outside
    if item.not_asked:
        entry["not-asked"] = dict(item.not_asked)
    if item.memory:
        entry["memory"] = item.memory
    if item.traits:
        entry["identified"] = {name: dict(found) for name, found in item.traits.items()}
    if item.unmet:
        entry["unmet"] = [
            {"kind": unmet.kind, "text": unmet.text, "place": unmet.place} for unmet in item.unmet
        ]
    if item.why:
        entry["why"] = item.why
    if cpu := CodecId.parse(item.codec).cpu:
        entry["cpu"] = cpu
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
