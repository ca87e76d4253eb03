"""The evidence of one codec: each requirement met, not met or not assessed, with its cases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from utfproof.certificate.untrusted_json import Json
from utfproof.engine.journal.events import CaseFinished
from utfproof.model.verdict import RANK, Verdict
from utfproof.report.run.summary import CodecSummary
from utfproof.report.run.trace import Evidence
from utfproof.vectors.suite import Requirement, Suite

MET, NOT_MET, NOT_ASSESSED = "met", "not met", "not assessed"
_SHOWS = frozenset({Verdict.PASS, Verdict.NON_STRICT, Verdict.ALTERNATIVE})
_DEVIATES = frozenset({Verdict.NON_STRICT, Verdict.ALTERNATIVE, Verdict.BY_DESIGN})


def requirements(evidence: Iterable[Evidence], suite: Suite) -> list[Json]:
    """List the requirements that cases test, in the order of the suite, with the evidence.

    Statements that say the same are one entry. One answer that contradicts it is enough for
    `not met`. A requirement whose cases are all impossible or unsupported is not assessed.
    """
    cited: dict[str, list[Evidence]] = {}
    for item in evidence:
        for rule in dict.fromkeys(map(suite.rule_of, item.clauses)):
            cited.setdefault(rule, []).append(item)
    rules = [rule for name, rule in suite.requirements.items() if name in cited]
    found = [_requirement(rule, cited[rule.id], suite) for rule in rules]
    return [entry for entry in found if entry["state"] != NOT_ASSESSED]


def not_assessed(assessed: Sequence[Json], suite: Suite) -> Json:
    """List the other requirements: those that no codec can show, and those beyond the scope."""
    known = {name for entry in assessed for name in (entry["id"], *entry["same"])}
    rest = [rule for rule in suite.requirements.values() if rule.id not in known]
    return {
        "untestable": [rule.id for rule in rest if rule.untestable],
        "out_of_scope": [rule.id for rule in rest if not rule.untestable],
    }


def _requirement(rule: Requirement, evidence: Sequence[Evidence], suite: Suite) -> Json:
    counts = Counter(item.case.verdict for item in evidence)
    return {
        "id": rule.id,
        "same": [item.id for item in suite.wordings(rule.id)],
        "document": rule.document,
        "level": rule.level,
        "state": _state(counts),
        "cases": _words(counts),
        "asked": sum(item.case.asked for item in evidence),
        "families": sorted({item.family for item in evidence if item.family}),
    }


def _state(counts: Counter[Verdict]) -> str:
    if any(verdict.red for verdict in counts):
        return NOT_MET
    return MET if _SHOWS & counts.keys() else NOT_ASSESSED


def _words(counts: Counter[Verdict]) -> dict[str, int]:
    return {verdict.value: counts[verdict] for verdict in sorted(counts, key=RANK.__getitem__)}


def deviates(entry: Json) -> bool:
    """Tell whether a requirement is met, but in another way than the plain one."""
    return entry["state"] == MET and any(word.value in entry["cases"] for word in _DEVIATES)


def deviations(codec: CodecSummary) -> list[Json]:
    """Count cases worth knowing that do not fail: non-strict, other readings, by design."""
    return _grouped(case for case in codec.cases if case.verdict in _DEVIATES)


def failures(codec: CodecSummary) -> list[Json]:
    """Count the red cases."""
    return _grouped(case for case in codec.cases if case.verdict.red)


def _grouped(cases: Iterable[CaseFinished]) -> list[Json]:
    found: dict[tuple[str, str, str], list[CaseFinished]] = {}
    for case in cases:
        topic = "/".join(case.case.split("/")[:2])
        found.setdefault((case.verdict.value, case.op, topic), []).append(case)
    return [
        {"verdict": verdict, "op": op, "topic": topic, "cases": len(own), "first": own[0].case}
        for (verdict, op, topic), own in sorted(found.items())
    ]


def known(codec: CodecSummary) -> list[Json]:
    """List the failures that the author knows of, in the author's words."""
    return [
        {
            "reason": item.reason,
            "references": list(item.reference),
            "cases": sum(map(len, item.cases.values())),
        }
        for item in codec.known
    ]


def families(codec: CodecSummary) -> list[Json]:
    """List the families that were executed, with the digests of all answers."""
    return [
        {
            "family": item.family,
            "op": item.op,
            "asked": item.asked,
            "groups": item.groups,
            "answers_sha256": item.digest,
            "note": item.note,
        }
        for item in codec.executed
    ]
