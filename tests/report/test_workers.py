"""Names of a cluster's workers come from elsewhere: no report lets them act or add rows."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from utfproof.engine.journal.events import ShardFinished, WorkerChecked
from utfproof.fuzz.campaign.statistics import Statistics, WorkerStatistics
from utfproof.model.verdict import Verdict, WorkerFinding
from utfproof.report.campaign import console as campaign_console
from utfproof.report.campaign import markdown, page
from utfproof.report.campaign.campaign import StoredCampaign
from utfproof.report.run import console as run_console
from utfproof.report.run import markdown as run_markdown
from utfproof.report.run.summary import summarise

NAME = "tls://a:1\x1b[2J\n| b | 9 |\u202e<b>`x`"
SHARD = ShardFinished(
    "a/b", "families/sweep/utf-8/length-1", "sweep UTF-8 strict", "-", 256, 128, "0" * 64, 0,
    Verdict.PASS, worker=NAME,
)  # fmt: skip
CAMPAIGN = StoredCampaign(Path(), (), Statistics(workers={NAME: WorkerStatistics(1, 1.0, 2, 3)}))


def printed_run() -> str:
    text = StringIO()
    run_console.show(Console(file=text, width=200), summarise([SHARD]))
    return text.getvalue()


def printed_campaign() -> str:
    text = StringIO()
    campaign_console.show(Console(file=text, width=200), CAMPAIGN)
    return text.getvalue()


@pytest.mark.parametrize(
    "shown",
    [printed_run, printed_campaign, lambda: markdown.render(CAMPAIGN)],
    ids=["terminal of a run", "terminal of a campaign", "Markdown"],
)
def test_a_worker_has_one_line_in_which_nothing_acts(shown: Callable[[], str]) -> None:
    text = shown()
    [line] = [line for line in text.splitlines() if "tls" in line]
    assert "| 9 |" in line.replace("\\", "")  # the name is whole
    assert not {"\x1b", "\u202e"} & set(text)


@pytest.mark.parametrize("finding", WorkerFinding)
def test_what_a_check_came_to_is_said_loudly_where_it_is_no_confirmation(
    finding: WorkerFinding,
) -> None:
    checked = WorkerChecked(NAME, 12, 3, finding, "a/b\x1b[2J")
    summary = summarise([SHARD, checked])
    text = StringIO()
    run_console.show(Console(file=text, width=200), summary)
    for shown in (text.getvalue(), run_markdown.render(summary)):
        warnings = [line for line in shown.splitlines() if "worker" in line and "tls" in line]
        assert len(warnings) == (finding is not WorkerFinding.CONFIRMED)
        assert not {"\x1b", "\u202e"} & set(shown)
    [share] = summary.workers.as_json().values()
    assert isinstance(share, dict)
    assert (share["tasks"], share["asked_again"], share["finding"]) == (12, 3, finding.value)


def test_a_page_shows_it_as_text() -> None:
    shown = page.render(CAMPAIGN, None)
    assert "tls://a:1" in shown
    assert "<b>`" not in shown
    assert not {"\x1b", "\u202e"} & set(shown)
