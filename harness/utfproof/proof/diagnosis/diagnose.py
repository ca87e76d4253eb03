"""Diagnosis: the known fault that explains a failing codec's answers, and where it shows.

A named fault explains a failure when it answers the same line with the same text or the same
refusal. It is said only after questions made to refute it were answered as it foretells. Failures
that no named fault explains are described by one sentence a requirement, which is asked again at
other points before it is said; or by the split or the neighbours that they need.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from utfproof import mutants
from utfproof.engine.journal.events import CaseFinished, Diagnosed, Event
from utfproof.engine.run.proof_stage import CodecContext
from utfproof.model.fields import render
from utfproof.model.operation import Offer
from utfproof.model.verdict import Verdict
from utfproof.proof.diagnosis.generalised import Claim, claim, single
from utfproof.proof.diagnosis.inquiry import CodecInquiry
from utfproof.proof.diagnosis.memory_faults import concerns_memory, memory_faults
from utfproof.proof.diagnosis.named_faults import named
from utfproof.proof.diagnosis.shown_by_families import shown
from utfproof.proof.diagnosis.smallest_input import (
    BrokenInput,
    size,
    smaller,
    smallest_inputs,
    smallest_of,
)
from utfproof.vectors.suite import FlagNote, Suite

_MOST_FAILURES = 300
_FEWEST = 2
_MOST_SENTENCES = 3
_PROPERTY = "property"
# A crash has no answer, and may not come again.
_ANSWERED_WRONGLY = (Verdict.FAIL, Verdict.OVERRUN, Verdict.UNSTABLE)
_LONGEST = 4000
_LEAST_SHARED = 0.1
"""Part of a flag's cases times part of a requirement's cases that both have, for the two to fit."""


@dataclass(frozen=True, slots=True)
class DiagnosisStage:
    """Says which known faults a codec's failures look like, those that explain most first."""

    def __call__(self, context: CodecContext) -> Iterator[Event]:
        """Match the failures of this run."""
        failures = _spread([event for event in context.record.not_passed if _tells(event)])
        if not failures:
            return
        inquiry = CodecInquiry.of(context)
        for smallest in smallest_inputs(inquiry):
            if event := smaller(inquiry, smallest):
                yield event
        memory = [one for one in failures if concerns_memory(one)]
        told = list(memory_faults(context.suite, memory, len(failures)))
        left = [one for one in failures if one not in memory]
        for fault in named(inquiry, left):
            explained = [one for one in left if fault.explains(one)]
            if explained:
                exact = len(fault.explained) == len(failures)
                told.append(_diagnosed(context, fault.mutant, explained, len(failures), exact))
                left = [one for one in left if one not in explained]
        told += _described(inquiry, left, len(failures))
        others = [one for one in left if not Offer.parse(one.op).op.reads_whole]
        told += shown(inquiry, others, len(failures))
        yield from told or [_single(inquiry, failures)]


def _tells(event: CaseFinished) -> bool:
    """Tell whether an event has a line and an answer of its own."""
    asked = event.way != _PROPERTY and bool(event.input) and len(event.input) <= _LONGEST
    return asked and event.verdict in _ANSWERED_WRONGLY


def _spread(events: list[CaseFinished]) -> list[CaseFinished]:
    """Keep so many failures, shorter ones first, and of every family and offer some."""
    events.sort(key=lambda event: (len(event.input), event.input))
    groups: dict[tuple[str, str], list[CaseFinished]] = {}
    for event in events:
        groups.setdefault((_family(event), event.op), []).append(event)
    share = max(_FEWEST, _MOST_FAILURES // max(1, len(groups)))
    return [event for found in groups.values() for event in found[:share]]


def _family(event: CaseFinished) -> str:
    first, second, *_ = event.case.split("/")
    return f"{first}/{second}" if first == "families" else ""


def _described(
    inquiry: CodecInquiry, left: Sequence[CaseFinished], failures: int
) -> Iterator[Diagnosed]:
    """Yield a sentence for the failures of each requirement that no named fault explains."""
    groups: dict[str, list[CaseFinished]] = {}
    for event in left:
        groups.setdefault(inquiry.charge(event), []).append(event)
    said: set[str] = set()
    for requirement, found in sorted(groups.items(), key=lambda item: (-len(item[1]), item[0])):
        rest = found
        for _ in range(_MOST_SENTENCES):
            whole = [event for event in rest if Offer.parse(event.op).op.reads_whole]
            smallest = smallest_of(inquiry, requirement, min(whole, key=size)) if whole else None
            told = claim(inquiry, smallest) if smallest else None
            covered = [event for event in rest if told and told.covers(event)]
            if smallest is None or told is None or not covered:
                break
            rest = [event for event in rest if event not in covered]
            if told.about not in said:
                said.add(told.about)
                yield _generalised(inquiry.context, told, smallest, covered, failures)


def _single(inquiry: CodecInquiry, failures: Sequence[CaseFinished]) -> Diagnosed:
    """Return the smallest failure as it is, where nothing holds for several."""
    event = min(failures, key=size)
    found = smallest_of(inquiry, inquiry.charge(event), event)
    words = f"{event.op.partition(' ')[0]} {event.op.rpartition(' ')[2]}".removesuffix(" -")
    about = f"{words} answers {event.input} with “{event.actual}”; right is {event.expected}."
    return Diagnosed(
        codec=inquiry.context.name,
        fault="unnamed/input",
        about=single(inquiry, found) if found else about,
        encoding=event.op.split(" ")[1],
        flag="Position",
        cwe=(),
        cve=(),
        exact=len(failures) == 1,
        explains=1,
        failures=len(failures),
        case=event.case,
        op=event.op,
        input=render(found.octets) if found else event.input,
    )


def _generalised(
    context: CodecContext,
    told: Claim,
    smallest: BrokenInput,
    covered: Sequence[CaseFinished],
    failures: int,
) -> Diagnosed:
    flag = _flag_of_rule(context.suite, smallest.requirement) or _most(covered) or "Position"
    note = _note(context.suite, flag)
    return Diagnosed(
        codec=context.name,
        fault="unnamed/octets" if told.everywhere else "unnamed/placements",
        about=told.about,
        encoding=str(smallest.offer.encoding),
        flag=flag,
        cwe=note.cwe if note else (),
        cve=note.cve if note else (),
        exact=len(covered) == failures,
        explains=len(covered),
        failures=failures,
        case=smallest.case.case,
        op=smallest.case.op,
        input=render(smallest.octets),
    )


def _flag_of_rule(suite: Suite, rule: str) -> str:
    """Return the flag of the cases that stand on a requirement; "" where none stands out.

    The flags of the cases that failed tell less: in families they name the places of the inputs.
    """
    own: Counter[str] = Counter()
    all_flags: Counter[str] = Counter()
    cases = 0
    for case in suite.cases:
        stands = rule in map(suite.rule_of, case.about.clauses)
        cases += stands
        all_flags.update(case.about.flags)
        own.update(case.about.flags if stands else ())
    shared = {flag: count**2 / (all_flags[flag] * cases) for flag, count in own.items()}
    best = max(shared, key=lambda flag: (shared[flag], flag), default="")
    return best if best and shared[best] >= _LEAST_SHARED else ""


def _most(events: Sequence[CaseFinished]) -> str:
    flags = Counter(flag for event in events for flag in event.flags)
    return min(flags, key=lambda one: (-flags[one], one)) if flags else ""


def _diagnosed(
    context: CodecContext,
    mutant: mutants.Mutant,
    explained: Sequence[CaseFinished],
    failures: int,
    exact: bool,
) -> Diagnosed:
    smallest = min(explained, key=lambda event: (_family(event) != "", len(event.input)))
    note = _note(context.suite, mutant.flag)
    return Diagnosed(
        codec=context.name,
        fault=mutant.id,
        about=mutant.about,
        encoding=str(mutant.encoding),
        flag=mutant.flag,
        cwe=note.cwe if note else (),
        cve=note.cve if note else (),
        exact=exact,
        explains=len(explained),
        failures=failures,
        case=smallest.case,
        op=smallest.op,
        input=smallest.input,
    )


def _note(suite: Suite, flag: str) -> FlagNote | None:
    return suite.notes.get(flag)
