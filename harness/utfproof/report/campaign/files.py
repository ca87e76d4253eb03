"""The files of a campaign's folder that are computed from its findings."""

from __future__ import annotations

from pathlib import Path

from utfproof import storage
from utfproof.errors import FindingsError
from utfproof.report.campaign import markdown, page, sarif
from utfproof.report.campaign.campaign import StoredCampaign
from utfproof.report.campaign.places import places
from utfproof.vectors.suite import Suite


def write(campaign: StoredCampaign, suite: Suite | None) -> None:
    """Write index.html, divergences.sarif and summary.md beside the findings.

    Raises:
        FindingsError: the folder cannot be written; the findings in it are whole.
    """
    rendered = {
        "index.html": page.render(campaign, suite),
        "divergences.sarif": sarif.render(campaign, suite, places(campaign.findings, Path.cwd())),
        "summary.md": markdown.render(campaign),
    }
    for name, text in rendered.items():
        path = campaign.folder / name
        try:
            storage.put(path, text)
        except OSError as error:
            hint = "the findings are whole: render again with `utfproof report`"
            raise FindingsError(str(error.strerror), place=str(path), hint=hint) from None
