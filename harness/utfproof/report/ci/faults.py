"""The faults that a run recognised in each codec, new faults before known ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from utfproof.engine.journal.events import CaseFinished, Diagnosed
from utfproof.report.run.summary import CodecSummary, Summary


@dataclass(frozen=True, slots=True)
class CodecFault:
    """A fault of a codec, and the smallest case that shows it."""

    codec: CodecSummary
    found: Diagnosed
    case: CaseFinished
    is_known: bool

    @property
    def about(self) -> str:
        """Return the description of the fault: a sentence, without its full stop."""
        return self.found.about.rstrip(".")

    @property
    def classes(self) -> str:
        """Return the class of input and the weaknesses that it has led to elsewhere."""
        return ", ".join((self.found.flag, *self.found.cwe, *self.found.cve))

    @property
    def share(self) -> str:
        """Return how much of the codec's failures the fault explains."""
        return f"explains {self.found.explains:,} of {self.found.failures:,} failures"


def faults(summary: Summary) -> list[CodecFault]:
    """List the faults of all codecs: new ones first, then by codec in the order of the run."""
    found = [fault for name in sorted(summary.codecs) for fault in _of_codec(summary.codecs[name])]
    return sorted(found, key=lambda fault: fault.is_known)


def _of_codec(item: CodecSummary) -> Iterable[CodecFault]:
    if not item.diagnoses:
        return
    failures = {(case.op, case.case): case for case in item.failures}
    # Computed once: the property walks all listed cases.
    known = item.known_cases
    for found in item.diagnoses:
        place = found.op, found.case
        if place in failures:
            yield CodecFault(item, found, _smallest(item, failures[place]), place in known)


def _smallest(item: CodecSummary, case: CaseFinished) -> CaseFinished:
    """Return a case with the input that it was cut down to, if the codec was asked one."""
    for found in item.smallest.values():
        # A smaller input than that of any case may have been found while minimising.
        if (found.op, found.case) == (case.op, case.case):
            return replace(case, input=found.input, expected=found.expected, actual=found.actual)
    return case


def behaves_like(item: CodecSummary, cases: Sequence[CaseFinished]) -> str:
    """Return the descriptions of the codec's faults that are of the cases' class or found in one.

    That is text to put before an account of the cases; "" where no fault was recognised.
    """
    flags = {flag for case in cases for flag in case.flags}
    places = {(case.op, case.case) for case in cases}
    about = [
        found.about.rstrip(".")
        for found in item.diagnoses
        if found.flag in flags or (found.op, found.case) in places
    ]
    return f"Behaves like: {'; '.join(dict.fromkeys(about))}. " if about else ""
