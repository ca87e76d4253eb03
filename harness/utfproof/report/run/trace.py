"""The trace of a run: document → clause → requirement → case → evidence, one row each.

Texts of adapters are hostile: characters that would hide are escaped, and no cell begins a formula
in a spreadsheet.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from utfproof.engine.attribution.resolution import resolved
from utfproof.engine.journal.events import (
    CaseFinished,
    CodecStarted,
    Event,
    FamilyFinished,
    RunFinished,
)
from utfproof.model.encoding import Scheme
from utfproof.model.operation import Offer
from utfproof.model.profile import Claims, Option
from utfproof.proof.sweep import account
from utfproof.proof.sweep.swept import FAMILY as SWEEP
from utfproof.report.text import visible
from utfproof.vectors.suite import Suite

COLUMNS = (
    "document", "section", "clause", "level", "states", "codec", "version", "operation", "case",
    "verdict", "asked", "way", "input", "expected", "actual", "answers sha256",
)  # fmt: skip
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_LATER_FORMULA = re.compile(r"""(?<=[;\t\n])([ "]*)(?=[-=+@＝＋－＠])""")
_NO_CODEC = ("", "", "", "")
_NOTHING = "-"  # an input without octets, as the protocol writes it


@dataclass(frozen=True, slots=True)
class Evidence:
    """A case that was judged for an offer of a codec, with the clauses that it stands on.

    For a red case these are the wordings of the one rule that its answer breaks.
    """

    codec: CodecStarted
    case: CaseFinished
    clauses: tuple[str, ...]

    @property
    def family(self) -> str:
        """Return the family that it is a group of; "" for a written case or a property."""
        parts = self.case.case.split("/")
        return "/".join(parts[:2]) if parts[0] == "families" else ""


@dataclass(slots=True)
class Trace:
    """The evidence of a run by codec, in the order in which it was found."""

    codecs: dict[str, list[Evidence]] = field(default_factory=dict)
    families: dict[tuple[str, str, str], FamilyFinished] = field(default_factory=dict)
    footer: RunFinished | None = None

    def by_clause(self) -> dict[str, list[Evidence]]:
        """Return the evidence of all codecs for each clause."""
        found: dict[str, list[Evidence]] = {}
        for name in sorted(self.codecs):
            for item in self.codecs[name]:
                for clause in item.clauses:
                    found.setdefault(clause, []).append(item)
        return found

    def digest(self, item: Evidence) -> str:
        """Return the digest of all answers to the family that a piece of evidence is of."""
        family = self.families.get((item.codec.codec, item.family, item.case.op))
        return family.digest if family else ""


def trace(events: Iterable[Event], suite: Suite) -> Trace:
    """Follow a run; a codec that an interrupted run had begun with is begun anew."""
    found, cited = Trace(), Clauses(suite)
    started: dict[str, CodecStarted] = {}
    for event in events:
        match event:
            case CodecStarted(codec=name):
                started[name] = event
                # An interrupted run asked some cases of this codec: they are asked again, and count
                # once.
                found.codecs[name] = []
            # A case before its codec's start would have no claims to find the clauses by.
            case CaseFinished(codec=name) if name in started:
                clauses = cited.of(started[name], event)
                found.codecs[name].append(Evidence(started[name], event, clauses))
            case FamilyFinished(codec=name, family=family, op=op):
                found.families[name, family, op] = event
            case RunFinished():
                found.footer = event
            case _:
                pass
    found.codecs = {name: _charged(items, suite) for name, items in found.codecs.items()}
    return found


def _charged(items: Sequence[Evidence], suite: Suite) -> list[Evidence]:
    """Put each red case to the one rule that its answer breaks, in all wordings of the rule."""
    # All red cases together: which rule an answer breaks depends on the others.
    charges = resolved(item.case for item in items if item.case.verdict.red)
    return [
        replace(item, clauses=_wordings(charges[item.case.op, item.case.case], suite))
        if (item.case.op, item.case.case) in charges
        else item
        for item in items
    ]


def _wordings(clause: str, suite: Suite) -> tuple[str, ...]:
    rule = suite.rule_of(clause)
    return rule, *(item.id for item in suite.wordings(rule))


class Clauses:
    """Knows the clauses that cases stand on; journals name them only where a case did not pass."""

    def __init__(self, suite: Suite) -> None:
        """Use the clauses of a suite."""
        self._cases = {case.about.id: case.about.clauses for case in suite.cases}
        self._properties = {item.id: item.clauses for item in suite.properties}
        self._families = {item.id: item.clauses for item in suite.families}

    def of(self, codec: CodecStarted, case: CaseFinished) -> tuple[str, ...]:
        """Return the clauses of a case; none where the suite does not know it."""
        # A case that did not pass has its clauses in the journal, also where the suite has changed
        # since.
        if case.clauses:
            return case.clauses
        kind = case.case.partition("/")[0]
        # The last part of a property's id is the encoding; the suite knows it without.
        if kind == "properties":
            return self._properties.get(case.case.rpartition("/")[0], ())
        if kind != "families":
            return self._cases.get(case.case, ())
        family = "/".join(case.case.split("/")[:2])
        scheme = _scheme(codec, case.op)
        if scheme is None:
            return ()
        # A sweep is no family of the suite: its clauses are those of the whole account.
        if family == SWEEP:
            return account.clauses(scheme, None)
        return self._families.get(family, {}).get(scheme, ())


def _scheme(codec: CodecStarted, op: str) -> Scheme | None:
    """Return the scheme that a codec claims for the octets of an offer."""
    options: Mapping[str, Option] = {
        name: value for name, value in codec.options.items() if isinstance(value, str | dict)
    }
    try:
        settings = Claims(codec.profile, options).settings(Offer.parse(op).encoding)
    # A journal of another version may name what this one does not know.
    except (ValueError, KeyError):
        return None
    return settings.scheme if settings else None


def csv_blocks(found: Trace, suite: Suite) -> Iterator[str]:
    """Yield the trace as CSV: the head, then the rows of each clause; one without evidence has one.

    The clauses stand in the order of their documents and of the suite.
    """
    yield _block([COLUMNS])
    evidence = found.by_clause()
    # Sorted by document alone: within one, the order of the suite is kept.
    for rule in sorted(suite.requirements.values(), key=lambda rule: rule.document):
        clause = (rule.document, rule.section, rule.id, rule.level, rule.states)
        items = evidence.get(rule.id, ())
        if items:
            yield _block((*clause, *_shown(found, item)) for item in items)
        else:
            why = f"no codec can show it: {rule.untestable}" if rule.untestable else ""
            yield _block([(*clause, *_NO_CODEC, "not assessed", "", why, "", "", "", "")])


def _shown(found: Trace, item: Evidence) -> tuple[str, ...]:
    case, codec = item.case, item.codec
    return (
        codec.codec,
        codec.version,
        case.op,
        case.case,
        case.verdict.value,
        str(case.asked),
        case.way,
        case.input,
        case.expected,
        case.actual,
        found.digest(item),
    )


def _block(rows: Iterable[Sequence[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(map(neutral, row) for row in rows)
    return text.getvalue()


# Clauses and verdicts stand in thousands of rows.
@lru_cache(maxsize=1 << 14)
def neutral(cell: str) -> str:
    """Write a cell so that a spreadsheet reads it as text and hides nothing of it."""
    # Where `;` or a tab divides the cells, a formula may begin within one of ours.
    shown = _LATER_FORMULA.sub(r"\1'", visible(cell))
    # A spreadsheet looks past blanks and quotes for the sign of a formula.
    begins = shown.lstrip(' "').startswith(_FORMULA)
    return f"'{shown}" if begins and shown != _NOTHING else shown
