"""Rules for the vectors that no schema can state: unique ids, known references, voice, coverage."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from utfproof.errors import VectorError
from utfproof.model.case import Case, DecodeCase, DetectCase, EncodeCase
from utfproof.vectors.suite import Suite

_NOT_A_REASON = ("Test", "Check", "Verify", "This ", "Ensure")
_SENTENCE = re.compile(r"[A-Z0-9'\"`(].*[.!]", re.DOTALL)


def problems(suite: Suite) -> list[VectorError]:
    """List all that is wrong with a suite that loads; empty when nothing is."""
    return [
        *_ids(suite),
        *_inputs(suite.cases),
        *_references(suite),
        *_voices(suite.cases),
        *_requirements(suite),
    ]


def _problem(case: Case, problem: str, hint: str) -> VectorError:
    name = case.about.id.rsplit("/", 1)[-1]
    return VectorError(f"{name}: {problem}", place=case.about.place, hint=hint)


def _ids(suite: Suite) -> Iterator[VectorError]:
    seen: dict[str, str] = {}
    for case in suite.cases:
        if case.about.id in seen:
            yield _problem(case, f"the name stands twice ({seen[case.about.id]})", "rename one")
        # A certificate names cases by id: an id that came back would mean another question there.
        if case.about.id in suite.retired:
            yield _problem(case, "the id was retired", "an id is never used again: rename it")
        seen[case.about.id] = case.about.place


def _question(case: Case) -> tuple[object, ...]:
    about = case.about
    if isinstance(case, DecodeCase | DetectCase):
        return type(case), about.encoding, about.profile, case.octets
    if isinstance(case, EncodeCase):
        return type(case), about.encoding, about.profile, case.values
    return type(case), about.encoding, about.profile, case.label


def _inputs(cases: Iterable[Case]) -> Iterator[VectorError]:
    seen: dict[tuple[object, ...], str] = {}
    for case in cases:
        question = _question(case)
        # Two cases with one input could expect different things, and count one fault twice.
        if question in seen:
            hint = f"it is {seen[question]}: keep one, with the clauses of both"
            yield _problem(case, "the same input stands in another case", hint)
        # The first case stays the one that the others are said to repeat.
        seen.setdefault(question, case.about.id)


def _references(suite: Suite) -> Iterator[VectorError]:
    for case in suite.cases:
        for clause in _clauses(case):
            if clause not in suite.requirements:
                yield _problem(case, f"no requirement {clause}", "see vectors/requirements.yaml")
        for flag in case.about.flags:
            if flag not in suite.notes:
                yield _problem(case, f"no note explains the flag {flag}", "see vectors/notes.yaml")
    yield from _property_references(suite)


def _property_references(suite: Suite) -> Iterator[VectorError]:
    for item in suite.properties:
        for clause in item.clauses:
            if clause not in suite.requirements:
                hint = "see vectors/requirements.yaml"
                problem = f"{item.id}: no requirement {clause}"
                yield VectorError(problem, place=item.place, hint=hint)
        for flag in item.flags:
            if flag not in suite.notes:
                problem = f"{item.id}: no note explains the flag {flag}"
                yield VectorError(problem, place=item.place, hint="see vectors/notes.yaml")


def _clauses(case: Case) -> Iterator[str]:
    yield from case.about.clauses
    for other in case.others:
        yield from other.clauses


def _voices(cases: Iterable[Case]) -> Iterator[VectorError]:
    for case in cases:
        why = case.about.why
        if why.startswith(_NOT_A_REASON) or not _SENTENCE.fullmatch(why):
            yield _problem(case, "why is no reason", "one sentence that says which rule this is")


def _requirements(suite: Suite) -> Iterator[VectorError]:
    for item in suite.requirements.values():
        if item.document not in suite.documents:
            hint = "see vectors/documents.yaml"
            problem = f"{item.id}: no document {item.document}"
            yield VectorError(problem, place=item.place, hint=hint)
        stands = suite.requirements.get(item.same)
        # One step only: a chain of statements would make the rule that stands for them a matter of
        # order.
        if item.same and (stands is None or stands.same):
            hint = "name one that stands for itself"
            problem = f"{item.id}: same as {item.same}, which stands for no rule"
            yield VectorError(problem, place=item.place, hint=hint)
    for item in suite.uncovered():
        hint = "cite it in a case, or say in `untestable` why no codec can show it"
        yield VectorError(f"{item.id}: no case covers it", place=item.place, hint=hint)
