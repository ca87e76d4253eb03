"""`utfproof report`: render the report of a run again, in another form."""

from __future__ import annotations

import json
from pathlib import Path

import click
from rich.console import Console

from utfproof.engine import journal
from utfproof.report import console, files, junit, markdown, matrix, page
from utfproof.report.summary import Summary, as_json, summarise
from utfproof.vectors import loader


@click.command("report")
@click.argument("run", type=click.Path(path_type=Path, exists=True))
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "markdown", "junit", "html", "files"]),
    default="text",
    show_default=True,
    help="`files` writes all of them into the run's folder.",
)
@click.option(
    "--matrix",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write the matrix to be published, matrix.md and matrix.html, into this folder.",
)
def command(run: Path, form: str, folder: Path | None) -> None:
    """Render the report of RUN, the folder of a run or its journal, on stdout."""
    summary = summarise(journal.read(run))
    if folder:
        for path in matrix.write(summary, folder):
            click.echo(str(path))
    elif form == "text":
        console.show(Console(), summary)
    elif form == "files":
        own = run if run.is_dir() else run.parent
        files.write(summary, loader.load(), own)
        click.echo(str(own / "index.html"))
    else:
        click.echo(_rendered(summary, form))


def _rendered(summary: Summary, form: str) -> str:
    if form == "json":
        return json.dumps(as_json(summary), indent=2)
    if form == "markdown":
        return markdown.render(summary)
    if form == "junit":
        return junit.render(summary)
    return page.render(summary, loader.load())
