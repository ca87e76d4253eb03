"""The files of a run's folder, all computed from its events."""

from __future__ import annotations

import json
from pathlib import Path

from utfproof import storage
from utfproof.errors import JournalError
from utfproof.report import junit, markdown, page
from utfproof.report.summary import Summary, as_json
from utfproof.vectors.suite import Suite


def write(summary: Summary, suite: Suite | None, folder: Path) -> None:
    """Write index.html, summary.json, summary.md and junit.xml beside the journal.

    Raises:
        JournalError: the folder cannot be written; the journal in it is whole.
    """
    rendered = {
        "summary.json": json.dumps(as_json(summary), indent=1) + "\n",
        "summary.md": markdown.render(summary),
        "junit.xml": junit.render(summary),
        "index.html": page.render(summary, suite),
    }
    for name, text in rendered.items():
        try:
            storage.replace(folder / name, text)
        except OSError as error:
            hint = "the journal is whole: render again with `utfproof report`"
            problem = str(error.strerror)
            raise JournalError(problem, place=str(folder / name), hint=hint) from None
