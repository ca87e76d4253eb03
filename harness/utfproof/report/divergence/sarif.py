"""The findings as SARIF 2.1.0: a rule for each fault and class, a result for each finding.

What is fixed is no result: who shows results as alerts closes those that are not there any more.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from urllib.parse import quote

from utfproof import __version__
from utfproof.fuzz import reproducer
from utfproof.fuzz.findings import Finding, State
from utfproof.fuzz.statistics import Statistics
from utfproof.report.divergence import words
from utfproof.report.divergence.campaign import Campaign
from utfproof.report.divergence.places import Place
from utfproof.vectors.suite import Suite

_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_LEVELS = {State.NEW: "error", State.KNOWN: "note", State.FLAKY: "warning"}

Node = dict[str, object]


def render(campaign: Campaign, suite: Suite | None, places: Mapping[str, Place]) -> str:
    """Render a campaign."""
    shown = [finding for finding in campaign.findings if finding.state in _LEVELS]
    rules = list(dict.fromkeys(map(_rule_id, shown)))
    first = {_rule_id(finding): finding for finding in reversed(shown)}
    run: Node = {
        "tool": {
            "driver": {
                "name": "utfproof",
                "version": __version__,
                "rules": [_rule(name, first[name], suite) for name in rules],
            }
        },
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, rules, campaign, places) for finding in shown],
    }
    if campaign.statistics:
        run["invocations"] = [_invocation(campaign.statistics)]
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1) + "\n"


def _rule_id(finding: Finding) -> str:
    """Name a rule by what is done, and to what: `accepts/overlong`."""
    words_of = (words.visible(text).replace(" ", "-") for text in (finding.did, finding.kind))
    return "/".join(words_of)


def _rule(name: str, finding: Finding, suite: Suite | None) -> Node:
    about = words.note(finding, suite)
    does = words.does(finding.did)
    title = words.visible(f"{finding.did}: {finding.kind}")
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
        "properties": {"tags": ["unicode", *(about.cwe if about else ())]},
    }


def _result(
    finding: Finding, rules: Sequence[str], campaign: Campaign, places: Mapping[str, Place]
) -> Node:
    rule = _rule_id(finding)
    return {
        "ruleId": rule,
        "ruleIndex": rules.index(rule),
        "level": _LEVELS[finding.state],
        "message": {"text": _message(finding, campaign)},
        "locations": [_location(finding, places.get(finding.codec))],
        "partialFingerprints": {"signature/v1": words.visible(finding.signature)},
        "properties": {
            "state": finding.state.value,
            "operation": words.visible(finding.operation),
            "input": words.visible(finding.input),
            "expected": words.visible(finding.expected),
            "actual": words.visible(finding.actual),
            "positionDependence": words.visible(finding.position_dependence),
            "clauses": [words.visible(clause) for clause in finding.clauses],
        },
    }


def _message(finding: Finding, campaign: Campaign) -> str:
    where = f" ({finding.position_dependence})" if finding.position_dependence else ""
    said = f"{finding.signature}{where}: {words.short(words.digits(finding), 160)} gave "
    answers = f"{words.short(finding.actual, 160)}, expected {words.short(finding.expected, 160)}"
    reason = f" Known: {finding.reason}" if finding.reason else ""
    again = f" Repeat: {reproducer.command(finding, campaign.folder)}"
    return words.visible(f"{said}{answers}.{reason}{again}")


def _location(finding: Finding, place: Place | None) -> Node:
    codec = words.visible(finding.codec)
    logical: Node = {
        "name": codec.rpartition("/")[2],
        "fullyQualifiedName": codec,
        "kind": "module",
    }
    location: Node = {"logicalLocations": [logical]}
    if place:
        location["physicalLocation"] = {
            "artifactLocation": {"uri": quote(place.path)},
            "region": {"startLine": place.line},
        }
    return location


def _invocation(about: Statistics) -> Node:
    node: Node = {"executionSuccessful": not about.running}
    if about.command:
        node["commandLine"] = words.visible(about.command)
    try:
        started = datetime.fromisoformat(about.started).astimezone(UTC)
    except ValueError:
        return node
    return node | {"startTimeUtc": f"{started:%Y-%m-%dT%H:%M:%SZ}"}
