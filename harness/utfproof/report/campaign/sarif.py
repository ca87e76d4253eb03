"""The findings as SARIF 2.1.0: a rule for each fault and class, a result for each finding.

What is fixed is no result: who shows results as alerts closes those that are not there any more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from utfproof.fuzz.triage import reproducer
from utfproof.fuzz.triage.findings import Finding, FindingState
from utfproof.report import sarif_log
from utfproof.report.campaign import words
from utfproof.report.campaign.campaign import StoredCampaign
from utfproof.report.sarif_log import Node
from utfproof.report.source_places import SourcePlace
from utfproof.report.text import one_line, shortened
from utfproof.vectors.suite import Suite

_LEVELS = {FindingState.NEW: "error", FindingState.KNOWN: "note", FindingState.FLAKY: "warning"}


def render(campaign: StoredCampaign, suite: Suite | None, places: Mapping[str, SourcePlace]) -> str:
    """Render a campaign."""
    shown = [finding for finding in campaign.findings if finding.state in _LEVELS]
    rules = list(dict.fromkeys(map(_rule_id, shown)))
    first = {_rule_id(finding): finding for finding in reversed(shown)}
    about = campaign.statistics
    command = one_line(about.command) if about else ""
    return sarif_log.log(
        [_rule(name, first[name], suite) for name in rules],
        [_result(finding, rules, campaign, places) for finding in shown],
        sarif_log.invocation(command, about.started, successful=not about.running)
        if about
        else None,
    )


def _rule_id(finding: Finding) -> str:
    """Name a rule by behaviour and class of input: `accepts/overlong`."""
    words_of = (one_line(text).replace(" ", "-") for text in (finding.did, finding.kind))
    return "/".join(words_of)


def _rule(name: str, finding: Finding, suite: Suite | None) -> Node:
    about = words.note(finding, suite)
    does = words.does(finding.did)
    title = one_line(f"{finding.did}: {finding.kind}")
    texts = [does, *([about.about, about.gain] if about else [])]
    help_text = "\n\n".join(text for text in texts if text)
    references = [*about.cwe, *about.references] if about else []
    seen = f"\n\nSee {', '.join(references)}." if references else ""
    return {
        "id": name,
        "shortDescription": {"text": title},
        "fullDescription": {"text": does},
        "help": {"text": help_text + seen},
        "defaultConfiguration": {"level": "error"},
        "properties": {"tags": sarif_log.tags(about.cwe if about else ())},
    }


def _result(
    finding: Finding,
    rules: Sequence[str],
    campaign: StoredCampaign,
    places: Mapping[str, SourcePlace],
) -> Node:
    rule = _rule_id(finding)
    return {
        "ruleId": rule,
        "ruleIndex": rules.index(rule),
        "level": _LEVELS[finding.state],
        "message": {"text": _message(finding, campaign)},
        "locations": [sarif_log.location(one_line(finding.codec), places.get(finding.codec))],
        "partialFingerprints": {"signature/v1": one_line(finding.signature)},
        "properties": {
            "state": finding.state.value,
            "operation": one_line(finding.operation),
            "input": one_line(finding.input),
            "expected": one_line(finding.expected),
            "actual": one_line(finding.actual),
            "positionDependence": one_line(finding.position_dependence),
            "clauses": [one_line(clause) for clause in finding.clauses],
        },
    }


def _message(finding: Finding, campaign: StoredCampaign) -> str:
    where = f" ({finding.position_dependence})" if finding.position_dependence else ""
    sentence = f"{finding.signature}{where}: {shortened(words.digits(finding), 160)} gave "
    answers = f"{shortened(finding.actual, 160)}, expected {shortened(finding.expected, 160)}"
    reason = f" Known: {finding.reason}" if finding.reason else ""
    again = f" Repeat: {reproducer.repro_command(finding, campaign.folder)}"
    return one_line(f"{sentence}{answers}.{reason}{again}")
