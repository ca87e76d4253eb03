"""The screen of a command: as wide as the terminal, and without a width into a pipe."""

from __future__ import annotations

import os
import sys

from rich.console import Console
from rich.table import Table

from utfproof.report.text import UNBOUNDED


def result_screen() -> Console:
    """Return the console for results on stdout.

    A pipe or a file has no width unless COLUMNS says one: nothing is wrapped or cut there.
    """
    if sys.stdout.isatty() or os.environ.get("COLUMNS"):
        return Console()
    return Console(width=UNBOUNDED)


def show_table(console: Console, table: Table) -> None:
    """Print a table; a word too long for its column goes on in the next line, whole.

    Into a pipe the table has no frames, and no spaces at the ends of lines.
    """
    for column in table.columns:
        column.overflow = "fold"
    if console.width < UNBOUNDED:
        console.print(table)
        return
    table.box, table.pad_edge = None, False
    with console.capture() as seen:
        console.print(table)
    for line in seen.get().splitlines():
        console.out(line.rstrip(), highlight=False)
