"""`utfproof gate`: certify for CI, with failures where people and programs look for them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from utfproof.cli.shared import options
from utfproof.cli.shared.delivery import CiFiles, delivery_options
from utfproof.cli.shared.run_request import RunRequest, run_options

if TYPE_CHECKING:
    from utfproof.cli.shared.run_command import CompletedRun
    from utfproof.report.run.changes import Changes


@click.command("gate")
@run_options
@delivery_options
@options.as_json
@click.pass_context
def command(context: click.Context, request: RunRequest, wanted: CiFiles, form: str) -> None:
    """Certify codecs for CI: nothing may fail that is not listed as known.

    Exit status: 0 green, 1 a codec failed or a list of known failures is not right, 2 usage, 3 an
    adapter is broken, 4 the suite is inconsistent, 5 nothing ran.

    The questions are those of certify, without the ones that only identify a codec's policies. The
    run's folder gets the files of certify, and utfproof.sarif, comment.md, badge.json and
    codequality.json. As a step of GitHub Actions it annotates the codecs' lines and writes the
    step's summary. For a change from another repository codecs have to be confined, unless
    --confine says something else.
    """
    from utfproof.cli.shared import actions

    quiet = form == "json"
    # From here on the log is guarded: build output and adapters' words are printed too.
    with actions.guarded(err=quiet):
        request.check_expected()
        wanted.prepare()
        # A pull request from a fork brings code that nobody here has read.
        if actions.is_of_a_stranger():
            options.require_confinement()
        # Here, since rich takes longer to load than --help may.
        from utfproof.cli.shared.activity import activity

        with activity(quiet=quiet) as doing:
            from utfproof.cli.shared import known_failures
            from utfproof.cli.shared.delivery import deliver
            from utfproof.cli.shared.run_command import carry_out
            from utfproof.cli.shared.screen import result_screen
            from utfproof.report.run import console
            from utfproof.report.run.summary_json import as_json

            # Identifying policies takes extra questions and decides nothing for CI.
            finished = carry_out(request, doing, identifies=False)
        changed = deliver(finished.summary, finished.suite, finished.folder, wanted)
        if quiet:
            options.print_json(as_json(finished.summary))
        else:
            console.show(result_screen(), finished.summary)
        if request.whole:
            known_failures.settle(
                finished.book, finished.summary, finished.folder, update=False, quiet=quiet
            )
        if not quiet:
            _close(finished, changed)
    if actions.active():
        actions.annotate(finished.summary, finished.suite, err=quiet)
        actions.summarise_step(finished.summary, finished.suite, changed, finished.folder)
    context.exit(finished.summary.exit_code)


def _close(finished: CompletedRun, changed: Changes | None) -> None:
    from utfproof.report.ci import last_lines

    for line in last_lines.since(changed) if changed else ():
        click.echo(line)
    for line in last_lines.lines(finished.summary, finished.suite, finished.folder, Path.cwd()):
        click.echo(line)
