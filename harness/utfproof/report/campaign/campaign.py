"""A campaign as its folder shows it, whether it runs, was cut off, or came to its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from utfproof.errors import FindingsError
from utfproof.fuzz.campaign import statistics
from utfproof.fuzz.campaign.statistics import Statistics, StatsRow
from utfproof.fuzz.triage import findings
from utfproof.fuzz.triage.findings import Finding, FindingState
from utfproof.report.text import duration


@dataclass(frozen=True, slots=True)
class StoredCampaign:
    """The findings of a campaign, in order, and its progress.

    `statistics` is None where the folder has none.
    """

    folder: Path
    findings: Sequence[Finding]
    statistics: Statistics | None = None
    history: Sequence[StatsRow] = ()

    @property
    def states(self) -> dict[FindingState, int]:
        """Return how many findings there are of each state."""
        counts = Counter(finding.state for finding in self.findings)
        return {state: counts[state] for state in FindingState}

    @property
    def headline(self) -> str:
        """Return the duration, the numbers of inputs and codecs, and the result."""
        found = ", ".join(f"{count:,} {state}" for state, count in self.states.items())
        about = self.statistics
        if about is None:
            return found
        codecs = "1 codec" if len(about.codecs) == 1 else f"{len(about.codecs)} codecs"
        return f"{duration(about.seconds)}, {about.inputs:,} inputs, {codecs}: {found}"


def is_campaign(folder: Path) -> bool:
    """Return whether a folder is that of a campaign."""
    return any((folder / name).is_file() for name in (findings.NAME, statistics.NAME))


def age(folder: Path) -> float:
    """Return the time of the last change to a campaign's folder."""
    files = (folder / name for name in (findings.NAME, statistics.NAME))
    return max((path.stat().st_mtime for path in files if path.is_file()), default=0.0)


def read(folder: Path) -> StoredCampaign:
    """Read a campaign's folder; one that has found nothing yet is a campaign too.

    Raises:
        FindingsError: it is no campaign's folder, or made by a newer version.
    """
    if not is_campaign(folder):
        hint = "name the folder of a campaign: --out DIR of `utfproof fuzz`"
        raise FindingsError("no campaign", place=str(folder), hint=hint)
    found = findings.load(folder) if (folder / findings.NAME).is_file() else {}
    return StoredCampaign(
        folder, tuple(found.values()), statistics.load(folder), statistics.load_rows(folder)
    )
