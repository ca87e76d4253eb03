"""Reasons why a gate fails: unmet requirements, and runs that could not assess a codec.

A case that fails counts for the one requirement that its answer breaks. Statements of several
documents that say the same are one: the first stands for all.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from utfproof.engine.attribution.resolution import asks_once
from utfproof.engine.journal.events import CaseFinished, FailuresKnown
from utfproof.model.verdict import CodecVerdict, Verdict
from utfproof.report.run.summary import CodecSummary, Summary
from utfproof.report.source_places import SourcePlace
from utfproof.vectors.suite import Suite


@dataclass(slots=True)
class Breach:
    """A requirement that a codec does not meet: the cases that show it, known ones apart."""

    codec: CodecSummary
    clause: str
    unknown: list[CaseFinished] = field(default_factory=list)
    known: list[CaseFinished] = field(default_factory=list)
    reasons: list[FailuresKnown] = field(default_factory=list)

    @property
    def cases(self) -> Sequence[CaseFinished]:
        """Return the cases that it is about: those that nobody has listed, else the others."""
        return self.unknown or self.known

    @property
    def is_known(self) -> bool:
        """Return whether every case of it is a known failure."""
        return not self.unknown

    @property
    def smallest(self) -> CaseFinished:
        """Return the case with the shortest input, the same in every run.

        Its input is the one that it was cut down to, where the codec was asked again.
        """
        shortest = min(self.cases, key=_size)
        found = self.codec.smallest.get(self.clause)
        if found is None or len(found.input) >= len(shortest.input):
            return shortest
        case = next(
            (one for one in self.cases if (one.op, one.case) == (found.op, found.case)), None
        )
        # It belongs to one case, which may be a known failure although others are new.
        if case is None:
            return shortest
        return replace(
            case,
            way="whole",
            input=found.input,
            expected=found.expected,
            actual=found.actual,
        )

    def command(self, top: str) -> str:
        """Return the command that repeats the smallest case, to be run in the folder `top`."""
        return command(self.codec, self.smallest, top)


def command(codec: CodecSummary, case: CaseFinished, top: str) -> str:
    """Return the command that repeats a case, to be run in the folder `top`.

    An adapter below that folder is named from there: the machine of a CI is not one's own.
    """
    written, folder = codec.reproduce(case), codec.target
    # Outside the repository there is no path that holds on another machine as well.
    if not (top and folder and Path(folder).is_relative_to(top)):
        return written
    near = f"./{Path(folder).relative_to(top).as_posix()}"
    return written.replace(shlex.quote(folder), shlex.quote(near), 1)


@dataclass(frozen=True, slots=True)
class RunProblem:
    """A reason why a run could not assess a codec; `kind` is the id of a SARIF rule of its own."""

    codec: str
    kind: str
    text: str
    place: SourcePlace | None


BROKEN, NOT_RUN, EXPECTATIONS = "adapter-broken", "not-run", "known-failures"


def breaches(summary: Summary, suite: Suite | None) -> list[Breach]:
    """Return all breaches, by codec: new ones first, then those with the most cases."""
    found = [
        breach
        for name in sorted(summary.codecs)
        for breach in _of_codec(summary.codecs[name], suite).values()
    ]
    return sorted(found, key=_weight)


def _weight(item: Breach) -> tuple[object, ...]:
    return item.codec.codec, item.is_known, -len(item.cases), item.clause


def _of_codec(item: CodecSummary, suite: Suite | None) -> dict[str, Breach]:
    found: dict[str, Breach] = {}
    known, charges = item.known_cases, item.charges
    for case in item.failures:
        place = case.op, case.case
        # Broken and not-run cases have no requirement: they are problems of the run.
        if place not in charges:
            continue
        reason = known.get(place)
        # Statements that say the same in several documents are one rule here.
        name = suite.rule_of(charges[place]) if suite else charges[place]
        breach = found.setdefault(name, Breach(item, name))
        (breach.known if reason else breach.unknown).append(case)
        if reason and reason not in breach.reasons:
            breach.reasons.append(reason)
    return found


def _size(case: CaseFinished) -> tuple[object, ...]:
    """Order inputs: texts in one piece first, shorter ones first, strict before others."""
    lax = not case.op.endswith(" strict")
    related = case.way == "property"
    # An input in pieces needs more words to be understood than a longer one in one piece.
    return not asks_once(case.op), len(case.input), case.input, related, lax, case.op, case.case


def run_problems(summary: Summary) -> list[RunProblem]:
    """Return the problems of a run: codecs not assessed, lists of known failures to be edited."""
    return [
        problem
        for name in sorted(summary.codecs)
        for problem in _problems_of(summary.codecs[name], place(summary, name), summary)
    ]


def _problems_of(
    item: CodecSummary, own: SourcePlace | None, summary: Summary
) -> Iterator[RunProblem]:
    if item.verdict is CodecVerdict.BROKEN:
        yield RunProblem(item.codec, BROKEN, item.why or _garbled(item), own)
    # `elif`: what was not asked after an adapter broke follows from that.
    elif left := [case for case in item.cases if case.verdict is Verdict.NOT_RUN]:
        many = "1 case was" if len(left) == 1 else f"{len(left):,} cases were"
        yield RunProblem(item.codec, NOT_RUN, f"{many} not asked: {left[0].actual}", own)
    elif item.verdict is CodecVerdict.NOT_RUN:
        yield RunProblem(item.codec, NOT_RUN, item.why or "nothing was asked of it", own)
    if item.unmet:
        where = SourcePlace.read(item.unmet[0].place, root(summary))
        text = "; ".join(f"{unmet.kind}: {unmet.text}" for unmet in item.unmet)
        # A list outside the repository has no line that a platform could show.
        yield RunProblem(item.codec, EXPECTATIONS, text, where if where and where.inside else own)


def _garbled(item: CodecSummary) -> str:
    """Return the answer that broke the protocol, of an adapter that greeted correctly."""
    wrong = next((case for case in item.cases if case.verdict is Verdict.BROKEN), None)
    text = f": {wrong.op} of {wrong.input}: {wrong.actual}" if wrong else ""
    return f"the adapter does not keep to the protocol{text}; `utfproof adapter check` says more"


def place(summary: Summary, codec: str) -> SourcePlace | None:
    """Return the line of a codec in its adapter.yaml, as the run noted it."""
    noted: Mapping[str, str] = summary.header.places if summary.header else {}
    return SourcePlace.read(noted.get(codec, ""), root(summary))


def root(summary: Summary) -> str:
    """Return the top of the repository in which a run was made."""
    return summary.header.root if summary.header else ""
