"""Diagnosis: the known fault that explains a failing codec's answers, and where it shows.

A named fault explains a failure when it answers the same line with the same text or the same
refusal. It is said only after questions made to refute it were answered as it foretells. Failures
that no named fault explains are described by the family that found them: a place, a count, a
split of the input.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from utfproof import mutants
from utfproof.engine.journal.events import CaseFinished, Diagnosed, Event
from utfproof.engine.run.proof_stage import CodecContext
from utfproof.model.verdict import Verdict
from utfproof.proof.diagnosis.inquiry import CodecInquiry
from utfproof.proof.diagnosis.named_faults import named
from utfproof.proof.diagnosis.shown_by_families import shown
from utfproof.proof.diagnosis.smallest_input import smallest_inputs, told
from utfproof.vectors.suite import FlagNote, Suite

_MOST_FAILURES = 300
_FEWEST = 2
_PROPERTY = "property"
_LONGEST = 4000


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
            if event := told(inquiry, smallest):
                yield event
        left = failures
        for fault in named(inquiry, failures):
            explained = [one for one in left if fault.explains(one)]
            if explained:
                exact = len(fault.explained) == len(failures)
                yield _diagnosed(context, fault.mutant, explained, len(failures), exact)
                left = [one for one in left if one not in explained]
        yield from shown(context, left, len(failures))


def _tells(event: CaseFinished) -> bool:
    """Tell whether an event has a line and an answer of its own."""
    asked = event.way != _PROPERTY and bool(event.input) and len(event.input) <= _LONGEST
    return asked and event.verdict is Verdict.FAIL


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
