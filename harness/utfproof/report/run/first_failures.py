"""The first failures to look at: the faults of each failing codec, by their smallest inputs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from utfproof.engine.journal.events import CaseFinished, Diagnosed
from utfproof.report import octets
from utfproof.report.clauses import Clause, clause
from utfproof.report.octets import AnnotatedInput
from utfproof.report.run.listed_cases import reasons, stem
from utfproof.report.run.summary import CodecSummary, Summary
from utfproof.vectors.suite import Suite

_MOST = 6
_OF_ONE_CODEC = 3
_OCTETS = 48


@dataclass(frozen=True, slots=True)
class FirstFailure:
    """A fault of a codec: in words where it was recognised, and the smallest case that shows it.

    `failures` is how many cases of the codec fail, of which the fault explains `explains`.
    """

    codec: str
    about: str
    flag: str
    classes: tuple[str, ...]
    case: CaseFinished
    input: AnnotatedInput
    why: str
    clauses: Sequence[Clause]
    command: str
    failures: int
    explains: int
    known: bool


def first_failures(summary: Summary, suite: Suite | None) -> list[FirstFailure]:
    """Return some faults of codecs that fail, those that nobody has listed before all others."""
    codecs = [summary.codecs[name] for name in sorted(summary.codecs)]
    failing = [codec for codec in codecs if codec.failures]
    whys = reasons(suite)
    # Few failing codecs show several faults each, many show one.
    share = max(1, min(_OF_ONE_CODEC, _MOST // len(failing))) if failing else 0
    found = [
        _first(codec, case, about, whys, suite)
        # `sorted` keeps the order of names among the codecs with new failures, and among the rest.
        for codec in sorted(failing, key=lambda codec: not codec.unknown)
        for case, about in islice(_smallest(codec), share)
    ]
    return found[:_MOST]


def _smallest(codec: CodecSummary) -> Iterator[tuple[CaseFinished, Diagnosed | None]]:
    """Yield the cases of the diagnoses; where there is none, the smallest failure."""
    failures = {(case.case, case.op): case for case in codec.failures}
    diagnosed = [
        (failures[found.case, found.op], found)
        for found in codec.diagnoses
        if (found.case, found.op) in failures
    ]
    yield from diagnosed
    if not diagnosed:
        yield min(codec.unknown or codec.failures, key=_size), None


def _size(case: CaseFinished) -> tuple[bool, bool, int, str, str]:
    # Written cases before generated ones: somebody wrote down why they are asked.
    generated = case.case.startswith(("families/", "properties/"))
    return generated, case.way != "whole", len(case.input), case.case, case.op


def _first(
    codec: CodecSummary,
    case: CaseFinished,
    about: Diagnosed | None,
    whys: dict[str, str],
    suite: Suite | None,
) -> FirstFailure:
    return FirstFailure(
        codec=codec.codec,
        about=about.about if about else "",
        flag=about.flag if about else "",
        classes=(*about.cwe, *about.cve) if about else (),
        case=case,
        input=octets.read(case.op, case.input, _OCTETS),
        why=whys.get(stem(case.case), ""),
        clauses=[clause(name, suite) for name in case.clauses],
        command=codec.reproduce(case),
        failures=len(codec.failures),
        explains=about.explains if about else 0,
        known=(case.op, case.case) in codec.known_cases,
    )
