"""The entries of known failures for one case, for runs that judge their cases one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from utfproof.engine.journal.events import CaseFinished
from utfproof.expectations.document import Defect, ExpectationFile, FailureGroup
from utfproof.expectations.patterns import Patterns
from utfproof.model.level import level_of


@dataclass(frozen=True, slots=True)
class ListedCase:
    """A case that is listed to fail: why, how, and where that is written."""

    defect: Defect
    block: FailureGroup
    place: str

    def unmet(self, case: CaseFinished, today: date) -> str:
        """Return the problem of the list when a case fails; "" where it fails as listed."""
        if expired := self.expired(today):
            return expired
        if self.defect.varies or self.block.is_met_by(case.verdict, case.actual):
            return ""
        answer = f" with the answer {self.block.answer}" if self.block.answer else ""
        return f"{self.place}: other answer: listed is {self.block.verdict}{answer}"

    def expired(self, today: date) -> str:
        """Say that the date to look again is past; "" where it is not."""
        if not self.defect.has_expired(today):
            return ""
        return (
            f"{self.place}: expired on {self.defect.expires}: is it still so? then set a new date"
        )


class KnownFailures:
    """The failures of one version of a codec that are listed.

    How many cases an entry has, and the digest of their answers, belong to whole runs and are
    looked at there.
    """

    def __init__(self, documents: Sequence[ExpectationFile], codec: str, version: str) -> None:
        """Collect the entries of a codec from the files."""
        self._blocks: list[tuple[ListedCase, Patterns]] = [
            (ListedCase(defect, block, f"{found.path}:{defect.line}"), block.patterns)
            for found in documents
            for defect in found.codecs.get(codec, ())
            if defect.concerns(version)
            for block in defect.blocks
        ]

    def find(self, op: str, case: str) -> ListedCase | None:
        """Return the first entry that has a case of an offer, or None."""
        for listed, patterns in self._blocks:
            block = listed.block
            mine = not block.ops or op in block.ops
            if mine and block.level == level_of(case) and patterns.fits(case):
                return listed
        return None
