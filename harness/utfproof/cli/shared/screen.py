"""The screen of a command: as wide as the terminal, and without a width into a pipe."""

from __future__ import annotations

import os
import sys

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

from utfproof.report.text import UNBOUNDED


def result_screen() -> Console:
    """Return the console for results on stdout.

    A pipe or a file has no width unless COLUMNS says one: nothing is wrapped or cut there.
    """
    # COLUMNS is how a user, or a test, gives a pipe a width.
    if sys.stdout.isatty() or os.environ.get("COLUMNS"):
        return Console()
    return Console(width=UNBOUNDED)


def show_table(console: Console, table: Table) -> None:
    """Print a table; a word too long for its column goes on in the next line, whole.

    Into a pipe, and on a screen that is too narrow for the longest words of the columns, the
    table has no frames, lines of any length, and no spaces at the ends of lines.
    """
    for column in table.columns:
        column.overflow = "fold"
    boundless = console.options.update(max_width=UNBOUNDED)
    if Measurement.get(console, boundless, table).minimum <= console.width < UNBOUNDED:
        console.print(table)
        return
    # Frames would be wrapped too and make the lines unreadable.
    table.box, table.pad_edge = None, False
    # Rich pads and wraps to the console's width: the table is drawn without bounds and printed raw.
    boundless_console = Console(width=UNBOUNDED)
    with boundless_console.capture() as seen:
        boundless_console.print(table)
    for line in seen.get().splitlines():
        console.out(line.rstrip(), highlight=False)
