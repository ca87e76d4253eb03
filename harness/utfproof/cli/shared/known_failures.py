"""What a run says of the list of known failures: the edit that it needs, shown or made."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console
from rich.syntax import Syntax

from utfproof.cli.shared import options
from utfproof.expectations.expectation_files import Book, Edit
from utfproof.report.run.summary import Summary

_SHOWN_LINES = 60
_DIFFERENCE = "expectations.diff"


def settle(book: Book, summary: Summary, folder: Path, *, update: bool, quiet: bool) -> None:
    """Make the edits that a whole run calls for, or show them where a list is not right.

    Raises:
        ExpectationsError: a file cannot be written.
    """
    edits = book.edits() if update or any(item.unmet for item in summary.codecs.values()) else []
    if update:
        for edit in edits:
            edit.make()
            click.echo(f"{edit.path}: written", err=True)
    elif edits:
        _show(edits, folder, quiet=quiet)


def _show(edits: list[Edit], folder: Path, *, quiet: bool) -> None:
    text = "".join(edit.difference for edit in edits)
    options.write(folder / _DIFFERENCE, text)
    if quiet:
        return
    lines = text.splitlines()
    click.echo("\nthe list of known failures is not right; --update makes this edit:")
    shown = "\n".join(lines[:_SHOWN_LINES])
    Console().print(Syntax(shown, "diff", theme="ansi_dark", word_wrap=True))
    if len(lines) > _SHOWN_LINES:
        click.echo(f"… {len(lines) - _SHOWN_LINES} lines more in {folder / _DIFFERENCE}")
