"""A run as SARIF 2.1.0: a rule for each requirement, a result for each codec that breaks it.

Known failures are results too, suppressed by the list that they stand in. An adapter that is
broken, a codec of which nothing was asked and a list that is not right have rules of their own: who
shows results as alerts would take their absence for success.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256

from utfproof.model.verdict import CodecVerdict
from utfproof.report import clauses, sarif_log
from utfproof.report.ci import breaches
from utfproof.report.ci.breaches import BROKEN, EXPECTATIONS, NOT_RUN, Breach, RunProblem
from utfproof.report.ci.faults import behaves_like
from utfproof.report.run.summary import Summary
from utfproof.report.sarif_log import Node
from utfproof.report.source_places import SourcePlace, of_vectors
from utfproof.report.text import code_span, escaped, one_line, shortened
from utfproof.vectors.suite import FlagNote, Suite

_LONGEST = 160
_TROUBLES = {
    BROKEN: "The adapter does not speak the protocol or does not build: nothing is known of its "
    "codecs. `utfproof adapter check FOLDER` says in plain words what is wrong.",
    NOT_RUN: "Of the codec not all was asked that should be: it is not known whether it conforms.",
    EXPECTATIONS: "The list of known failures is not right any more. The run prints the edit that "
    "it needs; `utfproof certify --update` makes it.",
}
# GitHub calls 7.0 to 8.9 high and 4.0 to 6.9 medium.
_SEVERITIES = {
    "8.1": {"CWE-119", "CWE-125", "CWE-190", "CWE-681", "CWE-787"},
    "7.1": {"CWE-20", "CWE-22", "CWE-79", "CWE-89", "CWE-116", "CWE-180"},
}
"""What the worst has led to elsewhere: memory that is read or written past its end, then checks
that are passed. Where it only garbles, loses or delays text it is `_LEAST`."""
_LEAST = "5.3"


def render(summary: Summary, suite: Suite | None) -> str:
    """Render a run."""
    found, wrong = breaches.breaches(summary, suite), breaches.run_problems(summary)
    # Rules are referred to by number: the order is fixed by their ids, the same in every run.
    ids = [*sorted({item.clause for item in found}), *sorted({item.kind for item in wrong})]
    numbers = {name: number for number, name in enumerate(ids)}
    shown = {name: [item for item in found if item.clause == name] for name in numbers}
    rules = [
        _own_rule(name) if name in _TROUBLES else _rule(name, shown[name], suite)
        for name in numbers
    ]
    writer = _Results(summary, suite, numbers)
    results = [*map(writer.breach, found), *map(writer.trouble, wrong)]
    return sarif_log.log(rules, results, _invocation(summary, wrong))


def _invocation(summary: Summary, wrong: Sequence[RunProblem]) -> Node | None:
    header = summary.header
    if header is None:
        return None
    broken = [item for item in wrong if item.kind == BROKEN]
    successful = summary.complete and not broken
    node = sarif_log.invocation(one_line(header.command), header.started, successful=successful)
    if broken:
        node["toolExecutionNotifications"] = [
            {"level": "error", "message": {"text": one_line(f"{item.codec}: {item.text}")}}
            for item in broken
        ]
    return node


def _rule(name: str, shown: Iterable[Breach], suite: Suite | None) -> Node:
    clause = clauses.clause(name, suite)
    states = one_line(clause.states) or "A clause that this version of the suite does not know."
    where = f"{clause.where} ({clause.level})" if clause.level else clause.where
    notes = _notes(shown, suite)
    texts = [f"{where}: {states}" if where else states, *map(_note_words, notes.values())]
    node: Node = {
        "id": one_line(name),
        "name": one_line(name),
        "shortDescription": {"text": f"{one_line(name)}: {shortened(states, 200)}"},
        "fullDescription": {"text": texts[0]},
        "help": {"text": "\n\n".join(texts), "markdown": _markdown(name, clause, notes)},
        "defaultConfiguration": {"level": "error"},
        "properties": _properties(notes.values()),
    }
    return node | ({"helpUri": clause.address} if clause.address else {})


def _properties(notes: Iterable[FlagNote]) -> Node:
    cwe = {name for note in notes for name in note.cwe}
    node: Node = {"tags": sarif_log.tags(cwe), "precision": "very-high"}
    if cwe:
        # In the order of the scores: the gravest weakness decides.
        node["security-severity"] = next(
            (score for score, names in _SEVERITIES.items() if cwe & names), _LEAST
        )
    return node


def _notes(shown: Iterable[Breach], suite: Suite | None) -> Mapping[str, FlagNote]:
    """Return the suite's notes on the classes of the cases that show a breach."""
    flags = {flag for breach in shown for case in breach.cases for flag in case.flags}
    known = suite.notes if suite else {}
    return {flag: known[flag] for flag in sorted(flags) if flag in known}


def _note_words(note: FlagNote) -> str:
    return one_line(f"{note.flag}: {note.about} {note.gain}".strip())


def _markdown(name: str, clause: clauses.Clause, notes: Mapping[str, FlagNote]) -> str:
    address = f"[{escaped(clause.where)}]({clause.address})" if clause.address else clause.where
    shown = escaped(one_line(name))
    parts = (f"**{shown}**", address, clause.level, clause.elsewhere)
    head = " ".join(part for part in parts if part)
    lines = [head, "", escaped(one_line(clause.states)), ""]
    for note in notes.values():
        seen = ", ".join((*map(_weakness, note.cwe), *note.cve))
        lines.append(f"* {escaped(_note_words(note))}{f' ({seen})' if seen else ''}")
    command = code_span(f"utfproof requirements {shlex.quote(name)}")
    lines += ["", f"{command} lists the cases behind it."]
    return "\n".join(lines)


def _weakness(name: str) -> str:
    return f"[{name}](https://cwe.mitre.org/data/definitions/{name.removeprefix('CWE-')}.html)"


def _own_rule(name: str) -> Node:
    return {
        "id": name,
        "name": name,
        "shortDescription": {"text": name.replace("-", " ")},
        "fullDescription": {"text": _TROUBLES[name]},
        "help": {"text": _TROUBLES[name], "markdown": _TROUBLES[name]},
        "defaultConfiguration": {"level": "error"},
        "properties": {"tags": sarif_log.tags(())},
    }


class _Results:
    """Writes results, each with its place, its message and a fingerprint that later runs share."""

    def __init__(self, summary: Summary, suite: Suite | None, rules: Mapping[str, int]) -> None:
        self._summary = summary
        self._rules = rules
        self._vectors: dict[str, str] = {}
        # A case leads to its vector; generated cases have the family's place alone.
        if suite:
            self._vectors |= {case.about.id: case.about.place for case in suite.cases}
            self._vectors |= {item.id: item.place for item in suite.properties}
            self._vectors |= {item.id: item.place for item in suite.families}

    def breach(self, item: Breach) -> Node:
        """Write a breach."""
        codec, case = item.codec, item.smallest
        own = breaches.place(self._summary, codec.codec)
        text = _message(item, breaches.root(self._summary))
        node = self._result(item.clause, codec.codec, own, text)
        node["level"] = _level(item)
        node["properties"] = {
            "profile": [one_line(name) for name in codec.profile],
            "version": one_line(codec.version),
            "cases": len(item.unknown),
            "known": len(item.known),
            "case": one_line(case.case),
            "operation": one_line(case.op),
            "input": shortened(case.input, _LONGEST),
            "expected": shortened(case.expected, _LONGEST),
            "actual": shortened(case.actual, _LONGEST),
            "clauses": [one_line(name) for name in case.clauses],
            "behavesLike": one_line(behaves_like(codec, item.cases)),
        }
        if vector := self._vector(case.case):
            # The place of the result is the codec's line: the vector can only be related to it.
            node["relatedLocations"] = [
                {
                    "id": 1,
                    "message": {"text": f"The vector: {one_line(case.case)}"},
                    "physicalLocation": sarif_log.physical(vector),
                }
            ]
        if item.is_known:
            reasons = "; ".join(one_line(known.reason) for known in item.reasons)
            node["suppressions"] = [
                {"kind": "external", "status": "accepted", "justification": reasons}
            ]
        return node

    def trouble(self, item: RunProblem) -> Node:
        """Write a trouble."""
        text = f"{item.codec}: {shortened(item.text, 1_000)}"
        return self._result(item.kind, item.codec, item.place, text) | {"level": "error"}

    def _result(self, rule: str, codec: str, own: SourcePlace | None, text: str) -> Node:
        # Neither the input nor the version takes part: one alert stays one through releases.
        print_of = sha256(f"{codec}\n{rule}".encode("utf-8", "replace")).hexdigest()
        return {
            "ruleId": one_line(rule),
            "ruleIndex": self._rules[rule],
            "message": {"text": one_line(text)},
            "locations": [sarif_log.location(one_line(codec), own)],
            "partialFingerprints": {
                "codecRequirement/v1": print_of[:32],
                # The one that code scanning looks at; of the shape that it makes itself.
                "primaryLocationLineHash": f"{print_of[:16]}:1",
            },
        }

    def _vector(self, case: str) -> SourcePlace | None:
        """Return the place of a case, or of the property or the family that it belongs to."""
        name = case
        while name and name not in self._vectors:
            name = name.rpartition("/")[0]
        return of_vectors(self._vectors.get(name, ""), breaches.root(self._summary))


def _level(item: Breach) -> str:
    return "note" if item.is_known else "error"


def _message(item: Breach, root: str) -> str:
    case = item.smallest
    verdict = "" if item.codec.verdict is CodecVerdict.FAIL else f" ({item.codec.verdict})"
    many = f"{len(item.cases):,} {'case' if len(item.cases) == 1 else 'cases'}"
    known = f" Known: {'; '.join(known.reason for known in item.reasons)}." if item.is_known else ""
    return (
        f"{behaves_like(item.codec, item.cases)}"
        f"{item.codec.codec}{verdict} does not meet {item.clause}: {many}. "
        f"{case.op}: {shortened(case.input, _LONGEST)} gave {shortened(case.actual, _LONGEST)}, "
        f"expected {shortened(case.expected, _LONGEST)}.{known} Repeat: {item.command(root)}"
    )
