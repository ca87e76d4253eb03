"""The divergence report as Markdown, for a pull request or a wiki."""

from __future__ import annotations

from collections.abc import Iterator

from utfproof.fuzz.triage.findings import Finding
from utfproof.report.campaign import console, words, workers
from utfproof.report.campaign.campaign import StoredCampaign
from utfproof.report.text import code_span, escaped, shortened

_MOST = 120
_SHOWN_CELLS = 20


def render(campaign: StoredCampaign) -> str:
    """Render a campaign."""
    return "\n".join(_lines(campaign)) + "\n"


def _lines(campaign: StoredCampaign) -> Iterator[str]:
    yield "# utfproof: divergences"
    yield ""
    yield campaign.headline
    yield ""
    for text in workers.warnings(campaign.statistics):
        yield f"**{escaped(text)}**"
        yield ""
    yield from _origin(campaign)
    if campaign.findings:
        yield "| # | state | codec | operation | fault | where | input | expected | actual |"
        yield "|---|---|---|---|---|---|---|---|---|"
    for number, finding in enumerate(campaign.findings, 1):
        yield _row(number, finding)
    for number, finding in enumerate(campaign.findings, 1):
        yield from _again(number, finding, campaign)
    yield from _workers(campaign)
    yield from _unreached(campaign)


def _origin(campaign: StoredCampaign) -> Iterator[str]:
    about = campaign.statistics
    if about is None:
        return
    digest = escaped(about.vectors.get("digest", "")[:12])
    version = escaped(about.vectors.get("version", "?"))
    yield (
        f"utfproof {escaped(about.utfproof)}, vectors {version} ({digest}), seed {about.seed}, "
        f"{escaped(about.started)}: {_code(about.command)}"
    )
    yield ""


def _row(number: int, finding: Finding) -> str:
    where = finding.position_dependence or "–"
    cells = (
        str(number),
        finding.state.value,
        escaped(finding.codec),
        escaped(finding.operation),
        escaped(console.fault(finding)),
        escaped(where),
        _code(words.digits(finding)),
        _code(finding.expected),
        _code(finding.actual),
    )
    return f"| {' | '.join(cells)} |"


def _again(number: int, finding: Finding, campaign: StoredCampaign) -> Iterator[str]:
    commands = console.commands(finding, campaign)
    if not commands and not finding.reason:
        return
    yield ""
    yield f"## {number}. {escaped(finding.signature)}"
    yield ""
    if finding.reason:
        yield f"Known: {escaped(finding.reason)}"
        yield ""
    for command in commands:
        yield f"* {_code(command, 2_000)}"


def _workers(campaign: StoredCampaign) -> Iterator[str]:
    """Yield the share of each worker of a cluster."""
    played = list(workers.rows(campaign.statistics))
    if played:
        yield ""
        yield f"| {' | '.join(workers.COLUMNS)} |"
        yield "|---|---:|---:|---:|---:|---:|---|"
        yield from (f"| {' | '.join(map(escaped, row))} |" for row in played)


def _unreached(campaign: StoredCampaign) -> Iterator[str]:
    cells = campaign.statistics.cells if campaign.statistics else None
    if not cells or not cells.unreached:
        return
    yield ""
    yield f"## Never reached: {cells.all - cells.reached:,} of {cells.all:,} cells"
    yield ""
    for cell in cells.unreached[:_SHOWN_CELLS]:
        yield f"* {escaped(cell)}"
    if len(cells.unreached) > _SHOWN_CELLS:
        yield f"* … {len(cells.unreached) - _SHOWN_CELLS} more in stats.json"


def _code(text: str, most: int = _MOST) -> str:
    short = shortened(text, most)
    return code_span(short, len(short))
