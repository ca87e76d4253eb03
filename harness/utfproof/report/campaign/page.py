"""The divergence report as one self-contained HTML page, without a script.

Texts of codecs are hostile input: see `utfproof.report.html`, whose templates, escapes and content
security policy are used here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from utfproof.errors import UtfproofError
from utfproof.fuzz.triage import reproducer
from utfproof.fuzz.triage.findings import Finding, FindingState
from utfproof.report import octets, plots
from utfproof.report.campaign import console, words, workers
from utfproof.report.campaign.campaign import StoredCampaign
from utfproof.report.clauses import Clause, clause
from utfproof.report.html import rendered
from utfproof.report.octets import AnnotatedInput
from utfproof.report.text import duration, shortened
from utfproof.vectors.suite import FlagNote, Suite

_ORDER = (FindingState.NEW, FindingState.FLAKY, FindingState.KNOWN, FindingState.FIXED)
_LONGEST = 2_000


@dataclass(frozen=True, slots=True)
class _ShownFinding:
    """A finding, ready to be shown; `number` is that of the list."""

    number: int
    finding: Finding
    digits: str
    does: str
    note: FlagNote | None
    own: AnnotatedInput
    clauses: Sequence[Clause]
    answers: Sequence[tuple[str, Sequence[str], bool]]
    commands: Sequence[str]
    test: str

    @property
    def anchor(self) -> str:
        """Return the name of its place in the page."""
        return reproducer.filename(self.finding)


def render(campaign: StoredCampaign, suite: Suite | None) -> str:
    """Render a campaign as a whole HTML document.

    Without a suite the page lacks its texts: the words of clauses and notes.
    """
    shown = [_shown(*item, campaign, suite) for item in enumerate(campaign.findings, 1)]
    shown.sort(key=lambda item: _ORDER.index(item.finding.state))
    return rendered(
        "divergence.html",
        style="divergence.css",
        campaign=campaign,
        about=campaign.statistics,
        took=duration(campaign.statistics.seconds) if campaign.statistics else "",
        states={state.value: count for state, count in campaign.states.items()},
        shown=shown,
        plots=plots.plots(campaign.history),
        picture=plots,
        columns=workers.COLUMNS,
        workers=list(workers.rows(campaign.statistics)),
        warnings=workers.warnings(campaign.statistics),
    )


def _shown(
    number: int, finding: Finding, campaign: StoredCampaign, suite: Suite | None
) -> _ShownFinding:
    own = octets.read(finding.operation, finding.input)
    cited = dict.fromkeys([*finding.clauses, *own.clauses])
    return _ShownFinding(
        number=number,
        finding=finding,
        digits=shortened(words.digits(finding), 60),
        does=words.does(finding.did),
        note=words.note(finding, suite),
        own=own,
        clauses=[clause(name, suite) for name in cited],
        answers=[
            (shortened(answer, _LONGEST), names, right)
            for answer, names, right in console.side_by_side(finding)
        ],
        commands=console.commands(finding, campaign),
        test=_test(finding, campaign.folder),
    )


def _test(finding: Finding, folder: Path) -> str:
    try:
        return reproducer.pytest_module(finding, folder)
    except UtfproofError:
        return ""
