"""The files of a run's folder, all computed from its events."""

from __future__ import annotations

from pathlib import Path

from utfproof import storage
from utfproof.errors import JournalError
from utfproof.report.campaign import campaign
from utfproof.report.run import junit, markdown, page, pictures, summary_json
from utfproof.report.run.summary import Summary
from utfproof.vectors.suite import Suite

NAMES = ("summary.json", "summary.md", "junit.xml", "index.html")


def write(summary: Summary, suite: Suite | None, folder: Path) -> None:
    """Write index.html, summary.json, summary.md and junit.xml beside the journal.

    Raises:
        JournalError: the folder cannot be written; the journal in it is whole.
        FindingsError: the folder is that of a campaign too, made by a newer version.
    """
    for name, text in rendered(summary, suite, folder).items():
        try:
            storage.put(folder / name, text)
        except OSError as error:
            hint = "the journal is whole: render again with `utfproof report`"
            problem = str(error.strerror)
            raise JournalError(problem, place=str(folder / name), hint=hint) from None


def rendered(summary: Summary, suite: Suite | None, folder: Path) -> dict[str, str]:
    """Return the rendered files of a run's folder, by name.

    Raises:
        FindingsError: the folder is that of a campaign too, made by a newer version.
    """
    texts = (
        summary_json.text(summary),
        markdown.render(summary),
        junit.render(summary),
        _page(summary, suite, folder),
    )
    return dict(zip(NAMES, texts, strict=True))


def _page(summary: Summary, suite: Suite | None, folder: Path) -> str:
    """Render the page, with the campaign and the learned machines that are in the folder."""
    found = campaign.read(folder) if campaign.is_campaign(folder) else None
    return page.render(summary, suite, campaign=found, pictures=pictures.of_run(folder))
