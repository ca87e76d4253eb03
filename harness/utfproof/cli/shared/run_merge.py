"""`utfproof report merge`: join the parts of a run, which several machines made."""

from __future__ import annotations

import shlex
import sys
from datetime import datetime
from pathlib import Path

import click

from utfproof.cli.shared import actions
from utfproof.cli.shared.activity import activity
from utfproof.cli.shared.delivery import CiFiles, deliver, delivery_options
from utfproof.cli.shared.run_command import finish, new_folder
from utfproof.cli.shared.screen import result_screen
from utfproof.engine.journal import merge
from utfproof.engine.journal.journal import Journal
from utfproof.engine.journal.merge import MergedRun
from utfproof.errors import JournalError
from utfproof.report.ci import last_lines
from utfproof.report.run import console, files
from utfproof.report.run.summary import Summary
from utfproof.vectors import loader

_NOTHING_RAN = 5


@click.command("merge")
@click.argument(
    "parts_of_it",
    metavar="DIR...",
    nargs=-1,
    required=True,
    type=click.Path(path_type=Path, exists=True),
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder of the whole run [default: reports/runs/<time>].",
)
@click.option(
    "--partial",
    is_flag=True,
    help="Join what there is, as an interrupted run: `certify --out` goes on with it.",
)
@delivery_options
@click.pass_context
def command(
    context: click.Context,
    parts_of_it: tuple[Path, ...],
    out: Path | None,
    wanted: CiFiles,
    *,
    partial: bool,
) -> None:
    """Join the runs in DIR..., made with --shard, to one run with all its reports.

    They have to be of one version, with the same vectors, level, options and lists of known
    failures, all of them there, and of one mind about a codec that several of them asked. The exit
    status is that of the whole run; with --partial it is never 0 where something is missing.
    """
    with activity() as doing:
        doing.say("reading the journals")
        joined = merge.join(parts_of_it, shlex.join(["utfproof", *sys.argv[1:]]))
    if joined.missing and not partial:
        hint = "name its folder too, or join what there is with --partial"
        raise JournalError(f"missing: {', '.join(joined.missing)}", hint=hint)
    # Before the parts are written: a file that cannot be had should stop nothing half way.
    wanted.prepare()
    folder = out or new_folder(datetime.now().astimezone())
    suite = loader.load()
    # Names of codecs and cases come from adapters: none of them may pass for a command of GitHub.
    with actions.guarded(err=False):
        summary = _written(joined, folder)
        files.write(summary, suite, folder)
        changed = deliver(summary, suite, folder, wanted)
        console.show(result_screen(), summary)
        for missing in joined.missing:
            click.echo(f"missing: {missing}")
        for line in last_lines.lines(summary, suite, folder, Path.cwd()):
            click.echo(line)
    if actions.active():
        actions.summarise_step(summary, suite, changed, folder)
    status = summary.exit_code
    # An incomplete whole must not look green to CI, however well its parts went.
    context.exit(_NOTHING_RAN if joined.missing and status == 0 else status)


def _written(joined: MergedRun, folder: Path) -> Summary:
    """Write the journal of the whole; it has an end where nothing is missing."""
    summary = Summary()
    with Journal(folder) as journal:
        for event in joined.events():
            journal.write(event)
            summary.add(event)
        # Without an end `certify --out` takes the folder for an interrupted run, and goes on with
        # it.
        if not joined.missing:
            finish(journal, summary, joined.seconds)
    return summary
