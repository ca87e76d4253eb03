"""The edit that the list of known failures needs after a run: shown, or made."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from utfproof import storage
from utfproof.errors import ExpectationsError
from utfproof.expectations.expectation_files import ExpectationFiles, FileEdit
from utfproof.model.codec_id import CodecId
from utfproof.report.run.summary import Summary
from utfproof.report.text import visible

_SHOWN_LINES = 60
DIFFERENCE = "expectations.diff"
_STYLES = {"+": "green", "-": "red", "@": "cyan"}


@dataclass(frozen=True, slots=True)
class SettledFailures:
    """The outcome of a run for the lists of known failures.

    `updated`: they were written, and list all failures of this run. `difference`: the edit that
    they call for, which was written into the run's folder.
    """

    updated: bool = False
    difference: str = ""


def settle(
    book: ExpectationFiles, summary: Summary, folder: Path, *, update: bool, quiet: bool
) -> SettledFailures:
    """Make the edits that a whole run calls for, or show them where a list is not right.

    Raises:
        ExpectationsError: a file cannot be written.
    """
    # A run that met every expectation calls for no edit, unless one was asked for. The lists are
    # those of this machine's own processor: what another one does otherwise is no edit of them.
    own = [item for item in summary.codecs.values() if not CodecId.parse(item.codec).cpu]
    edits = book.edits() if update or any(item.unmet for item in own) else []
    if update:
        for edit in edits:
            edit.make()
            click.echo(f"{edit.path}: written{_dates(edit)}", err=True)
    elif edits:
        return SettledFailures(difference=_shown(edits, folder, quiet=quiet))
    return SettledFailures(updated=update and bool(edits))


def _dates(edit: FileEdit) -> str:
    """Mention the dates of expiry that the edit sets, which nobody has asked for."""
    dates = " and ".join(map(str, edit.new_dates))
    return f"; new entries expire on {dates}: set another date there, or none" if dates else ""


def _shown(edits: list[FileEdit], folder: Path, *, quiet: bool) -> str:
    text = "".join(edit.difference for edit in edits)
    path = folder / DIFFERENCE
    try:
        storage.put(path, text)
    except OSError as error:
        hint = "the journal beside it is whole: make room there"
        raise ExpectationsError(str(error.strerror), place=str(path), hint=hint) from None
    if quiet:
        return text
    lines = text.splitlines()
    click.echo("\nthe list of known failures is not right; --update makes this edit:")
    # Not wrapped at the width of the terminal: it can be copied from there and applied.
    console = Console(soft_wrap=True)
    for line in lines[:_SHOWN_LINES]:
        console.print(Text(visible(line), style=_STYLES.get(line[:1], "")))
    if len(lines) > _SHOWN_LINES:
        click.echo(f"… {len(lines) - _SHOWN_LINES} lines more in {folder / DIFFERENCE}")
    return text
