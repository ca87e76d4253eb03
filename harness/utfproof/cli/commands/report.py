"""`utfproof report`: render the report of a run again, in another form, or join parts of one."""

from __future__ import annotations

import json
from pathlib import Path

import click

from utfproof.cli.shared import run_merge
from utfproof.cli.shared.activity import activity
from utfproof.cli.shared.screen import result_screen
from utfproof.engine.journal import journal, packing
from utfproof.errors import UsageError
from utfproof.report.campaign import campaign
from utfproof.report.campaign import console as divergences
from utfproof.report.campaign import files as divergence_files
from utfproof.report.campaign import markdown as divergence_markdown
from utfproof.report.campaign import page as divergence_page
from utfproof.report.campaign import sarif as divergence_sarif
from utfproof.report.campaign.campaign import StoredCampaign
from utfproof.report.campaign.places import places
from utfproof.report.ci import sarif, upstream
from utfproof.report.run import console, files, junit, markdown, matrix, page, trace
from utfproof.report.run.summary import Summary, summarise
from utfproof.report.run.summary_json import as_json
from utfproof.vectors import loader

_OF_A_RUN = ("text", "json", "markdown", "junit", "csv", "html", "sarif", "upstream", "files")


class _ReportGroup(click.Group):
    """A group whose first word is a subcommand or, in most cases, the run to render."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # A run's folder may have any name, so it is told from a subcommand by position.
        own = args[:1] in (["merge"], ["--help"], ["-h"], [])
        return super().parse_args(ctx, args if own else ["RUN", *args])


@click.group("report", cls=_ReportGroup)
def command() -> None:
    """Render the report of a run or a campaign again: `report RUN`; or join parts of a run.

    A folder that is called merge is named as ./merge.
    """


command.add_command(run_merge.command)


@command.command("RUN")
@click.argument("run", metavar="", type=click.Path(path_type=Path, exists=True))
@click.option(
    "--format",
    "form",
    type=click.Choice([*_OF_A_RUN, "console"]),
    default="text",
    show_default=True,
    help="`files` writes all of them into the folder; junit is for runs; csv is the trace of a "
    "run: document, clause, case, evidence; upstream has a report of each fault of a run for the "
    "maintainers of its library.",
)
@click.option(
    "--matrix",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write the matrix to be published, matrix.md and matrix.html, into this folder.",
)
def shown(run: Path, form: str, folder: Path | None) -> None:
    """Render the report of RUN on stdout: the folder of a run, its journal, or a campaign."""
    if run.is_dir() and not packing.find(run).exists() and campaign.is_campaign(run):
        if folder:
            raise UsageError("a campaign has no matrix", hint="leave out --matrix")
        _show_campaign(campaign.read(run), form)
        return
    if form == "csv":
        with activity() as doing:
            doing.say("reading the journal")
            suite = loader.load()
            traced = trace.trace(journal.read(run), suite)
        for block in trace.csv_blocks(traced, suite):
            click.echo(block, nl=False)
        return
    with activity() as doing:
        doing.say("reading the journal")
        summary = summarise(journal.read(run))
        doing.say("rendering the report")
        text = _written(summary, run, folder, form)
    if text is None:
        console.show(result_screen(), summary)
    else:
        click.echo(text)


def _written(summary: Summary, run: Path, folder: Path | None, form: str) -> str | None:
    """Render or write a report; return what is printed of it, None for the console's own form."""
    if folder:
        return "\n".join(map(str, matrix.write(summary, folder)))
    if form in ("text", "console"):
        return None
    if form == "files":
        own = run if run.is_dir() else run.parent
        files.write(summary, loader.load(), own)
        return str(own / "index.html")
    return _rendered(summary, form)


def _show_campaign(shown: StoredCampaign, form: str) -> None:
    """Render a campaign."""
    if form in ("text", "console"):
        divergences.show(result_screen(), shown)
        return
    with activity() as doing:
        doing.say("rendering the report")
        text = _of_campaign(shown, form)
    click.echo(text)


def _of_campaign(shown: StoredCampaign, form: str) -> str:
    match form:
        case "files":
            divergence_files.write(shown, loader.load())
            return str(shown.folder / "index.html")
        case "markdown":
            return divergence_markdown.render(shown)
        case "html":
            return divergence_page.render(shown, loader.load())
        case "sarif":
            return divergence_sarif.render(shown, loader.load(), places(shown.findings, Path.cwd()))
    hint = "take text, markdown, html, sarif or files; `utfproof findings list` has json"
    raise UsageError(f"a campaign has no {form} report", hint=hint)


def _rendered(summary: Summary, form: str) -> str:
    if form == "json":
        return json.dumps(as_json(summary), indent=2)
    if form == "markdown":
        return markdown.render(summary)
    if form == "junit":
        return junit.render(summary)
    if form == "sarif":
        return sarif.render(summary, loader.load())
    if form == "upstream":
        return upstream.render(summary, loader.load())
    return page.render(summary, loader.load())
