"""A bar for work whose end is not known: what is done at the moment, and how much there was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

Tell = Callable[[str, int], None]
"""Shows what is done and how many there were until now."""


@contextmanager
def counting(console: Console, unit: str) -> Iterator[Tell]:
    """Show a count of a unit, such as `strings`; nothing where the console is no terminal."""
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        TextColumn(f"{{task.completed:,.0f}} {unit}"),
        TimeElapsedColumn(),
    )
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("")
        yield lambda what, count: bar.update(task, description=escape(what), completed=count)
