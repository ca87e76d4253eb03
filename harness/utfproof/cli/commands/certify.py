"""`utfproof certify`: ask codecs everything, judge, and write the report."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

import click

from utfproof.cli.shared import options, signing
from utfproof.cli.shared.run_request import RunRequest, run_options
from utfproof.cli.shared.signing import CertificateRequest
from utfproof.errors import UsageError

if TYPE_CHECKING:
    from securesystemslib.signer import Signer


@click.command("certify")
@run_options
@click.option(
    "--update", is_flag=True, help="Write the known failures as this run shows them; see --expect."
)
@signing.certificate_options
@options.as_json
@click.pass_context
def command(
    context: click.Context,
    request: RunRequest,
    form: str,
    *,
    update: bool,
    wanted: CertificateRequest | None,
) -> None:
    """Ask codecs everything, judge their answers, and write the report.

    Failures that are listed as known are shown as such and do not change the exit status; a list
    that is not right any more does.

    The run's folder gets journal.jsonl, index.html, summary.json, summary.md and junit.xml, and
    with --sign certificate.dsse.json and certificate.html.
    """
    if update and not request.whole:
        raise UsageError("--update needs a whole run", hint="leave out --case, --op and --encoding")
    if not update:
        request.check_expected()
    # Who signs starts before any codec does.
    with wanted.signer(request) if wanted else nullcontext() as signer:
        context.exit(_certified(request, wanted, signer, update=update, quiet=form == "json"))


def _certified(
    request: RunRequest,
    wanted: CertificateRequest | None,
    signer: Signer | None,
    *,
    update: bool,
    quiet: bool,
) -> int:
    """Carry out a run, show it, and return the exit status."""
    # Here, since rich takes longer to load than --help may.
    from utfproof.cli.shared.activity import activity

    with activity(quiet=quiet) as doing:
        # Inside, for to load all this takes a while.
        from utfproof.cli.shared import known_failures
        from utfproof.cli.shared.run_command import carry_out
        from utfproof.cli.shared.screen import result_screen
        from utfproof.report.run import console
        from utfproof.report.run.summary_json import as_json

        finished = carry_out(request, doing, signed=wanted is not None)
    if quiet:
        options.print_json(as_json(finished.summary))
    else:
        console.show(result_screen(), finished.summary)
        click.echo(f"\n{finished.folder / 'index.html'}")
    status, difference = finished.summary.exit_code, ""
    if request.whole:
        settled = known_failures.settle(
            finished.book, finished.summary, finished.folder, update=update, quiet=quiet
        )
        # The list is as this run shows it now: what failed is known. A broken adapter stays broken.
        status = 0 if settled.updated and status == 1 else status
        difference = settled.difference
    if wanted and signer:
        click.echo(wanted.issue(finished, signer, difference), err=quiet)
    return status
