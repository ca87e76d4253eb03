"""`utfproof gate`: certify for CI; what failed, where people and programs look for it."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console

from utfproof.cli.shared import actions, known_failures, options
from utfproof.cli.shared.delivery import Wanted, deliver, delivery_options
from utfproof.cli.shared.run_command import Asked, Finished, carry_out, run_options
from utfproof.report.ci import last_lines
from utfproof.report.run import console
from utfproof.report.run.changes import Change, Changes
from utfproof.report.run.summary_json import as_json


@click.command("gate")
@run_options
@delivery_options
@options.as_json
@click.pass_context
def command(context: click.Context, asked: Asked, wanted: Wanted, form: str) -> None:
    """Certify codecs for CI: nothing may fail that is not listed as known.

    Exit status: 0 green, 1 a codec failed or a list of known failures is not right, 2 usage, 3 an
    adapter is broken, 4 the suite is inconsistent, 5 nothing ran.

    All is asked that certify asks, but for what only identifies a codec's policies. The run's
    folder gets what certify writes, and utfproof.sarif, comment.md, badge.json and
    codequality.json. As a step of GitHub Actions it annotates the codecs' lines and writes the
    step's summary.
    """
    quiet = form == "json"
    with actions.guarded(err=quiet):
        wanted.prepare()
        finished = carry_out(asked, quiet=quiet, identifies=False)
        changed = deliver(finished.summary, finished.suite, finished.folder, wanted)
        if quiet:
            options.print_json(as_json(finished.summary))
        else:
            console.show(Console(), finished.summary)
        if asked.whole:
            known_failures.settle(
                finished.book, finished.summary, finished.folder, update=False, quiet=quiet
            )
        if not quiet:
            _close(finished, changed)
    if actions.active():
        actions.annotate(finished.summary, finished.suite, err=quiet)
        actions.summarise_step(finished.summary, finished.suite, changed, finished.folder)
    context.exit(finished.summary.exit_code)


def _close(finished: Finished, changed: Changes | None) -> None:
    if changed:
        counts = ", ".join(f"{len(changed.of(change)):,} {change}" for change in Change)
        click.echo(f"\nsince the baseline: {counts}")
        for difference in changed.differences:
            click.echo(f"    {difference}")
    for line in last_lines.lines(finished.summary, finished.suite, finished.folder, Path.cwd()):
        click.echo(line)
