"""The comparison of a case with the known failures: passed, failed as listed, or wrong."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from utfproof.engine.journal.events import CaseFinished
from utfproof.expectations.listed_cases import ListedCase
from utfproof.model.verdict import Verdict
from utfproof.pytest_plugin.codec_under_test import CodecUnderTest


@dataclass(frozen=True, slots=True)
class CheckedCase:
    """A case, the reason why it is known to fail as it does, or that it is wrong, and a note."""

    case: CaseFinished
    known: str = ""
    wrong: bool = False
    note: str = ""

    def text(self, subject: CodecUnderTest) -> str:
        """Return the case as certify shows it, and its relation to the list of known failures."""
        shown = subject.shown(self.case)
        note = self.note or self.known
        return f"{shown}\n  list     {note}" if note else shown


def check(case: CaseFinished, listed: ListedCase | None, today: date) -> CheckedCase:
    """Hold an answered case against its entry in the list of known failures, if it has one."""
    failed = not (case.verdict.green or case.verdict is Verdict.BY_DESIGN)
    if listed is None:
        return CheckedCase(case, wrong=failed)
    if failed:
        unmet = listed.unmet(case, today)
        return (
            CheckedCase(case, wrong=True, note=unmet)
            if unmet
            else CheckedCase(case, known=_reason(listed))
        )
    # A defect that comes and goes may pass today: neither is unexpected.
    if listed.defect.varies:
        return CheckedCase(case)
    passed = f"{listed.place}: unexpected pass ({_reason(listed)}): take it out of the list"
    # An expired entry is told first: the pass may be why it should have been looked at.
    return CheckedCase(case, wrong=True, note=listed.expired(today) or passed)


def _reason(listed: ListedCase) -> str:
    reference = ", ".join(listed.defect.reference)
    reason = listed.defect.reason.rstrip(".")
    return f"{reason} ({reference})" if reference else reason
