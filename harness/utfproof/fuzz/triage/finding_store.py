"""The finding store: the findings of one process, each on the disk before it counts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from utfproof.fuzz.inputs import corpus
from utfproof.fuzz.triage import findings
from utfproof.fuzz.triage.findings import Finding, FindingState
from utfproof.fuzz.triage.known_failures import KnownFailure
from utfproof.model.encoding import Encoding


class Store(Protocol):
    """Keeps the results of triage."""

    @property
    def found(self) -> dict[str, Finding]:
        """Return the findings by signature."""
        ...

    def file(self, finding: Finding, known: KnownFailure | None) -> Finding | None:
        """Keep a finding; return it where it is new here."""
        ...

    def write(self, finding: Finding) -> Finding:
        """Keep the new state of a finding."""
        ...

    def reload(self) -> None:
        """Read the findings of other processes."""
        ...

    def quarantine(self, encoding: Encoding, octets: bytes) -> None:
        """Keep an input that kills an adapter, apart from the corpus."""
        ...


@dataclass(slots=True)
class FindingStore:
    """The findings of a campaign's folder; several processes may write into one folder.

    `earlier` has the signatures of the campaign before, whose findings are not new any more.
    """

    folder: Path
    earlier: frozenset[str] = frozenset()
    found: dict[str, Finding] = field(default_factory=dict)

    def file(self, finding: Finding, known: KnownFailure | None) -> Finding | None:
        """Write a finding; return it, or None where this or another process has it already."""
        # Another process may have found the same fault since the folder was read last.
        others = self._stored()
        if finding.signature in others:
            self.found[finding.signature] = others[finding.signature]
            return None
        if finding.signature in self.found:
            return None
        if finding.signature in self.earlier and finding.state is FindingState.NEW:
            reason = "the last campaign found it"
            finding = replace(finding, state=FindingState.KNOWN, reason=reason)
        return self.write(as_known(finding, known))

    def write(self, finding: Finding) -> Finding:
        """Append the new state of a finding; return the finding.

        Raises:
            FindingsError: the disk is full or gone.
        """
        self.found[finding.signature] = finding
        findings.append(self.folder, finding)
        return finding

    def reload(self) -> None:
        """Read the findings of an interrupted campaign, or of other processes."""
        self.found |= self._stored()

    def quarantine(self, encoding: Encoding, octets: bytes) -> None:
        """Write an input that kills an adapter where no engine reads it as a seed."""
        corpus.quarantine(self.folder, encoding, octets)

    def _stored(self) -> dict[str, Finding]:
        return findings.load(self.folder) if (self.folder / findings.NAME).exists() else {}


def as_known(finding: Finding, known: KnownFailure | None) -> Finding:
    """Return a finding with the reason of a known failure; a flaky or known one is unchanged."""
    if known is None or finding.state in (FindingState.FLAKY, FindingState.KNOWN):
        return finding
    return replace(
        finding, state=FindingState.KNOWN, reason=known.reason, reference=tuple(known.reference)
    )
