"""The certificate of a run, as it is asked for with the options of `certify`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from utfproof.cli.shared import installed_extras, options
from utfproof.errors import CertificateError, UsageError

if TYPE_CHECKING:
    from utfproof.cli.shared.run_command import CompletedRun
    from utfproof.cli.shared.run_request import RunRequest


@dataclass(frozen=True, slots=True)
class CertificateRequest:
    """The request for a certificate: the private key, and the facts that only its issuer knows."""

    key: Path
    issuer: str
    number: str
    url: str

    def check(self, request: RunRequest) -> None:
        """Make sure, before a long run, that it can be signed.

        A run that is signed needs its codecs confined, unless the user has said something else.

        Raises:
            UsageError: only some cases are asked, or codecs cannot be confined here.
            KeyFileError: the key cannot be used.
        """
        installed_extras.for_signing()
        from utfproof.certificate import keys

        keys.signer(self.key)
        options.require_confinement()
        if request.case != "*":
            hint = "leave out --case"
            raise UsageError("a certificate speaks of all cases of its scope", hint=hint)

    def issue(self, finished: CompletedRun) -> Path:
        """Write the certificate of a run, and give its file.

        Raises:
            CertificateError: none can be issued for this run; its exit status is the run's.
        """
        from utfproof.certificate import issuing, keys
        from utfproof.certificate.statement import IssueDetails

        details = IssueDetails(self.issuer, self.number, "", self.url)
        try:
            return issuing.issue(
                finished.folder,
                finished.suite,
                keys.signer(self.key),
                details,
                written=finished.journal,
            )
        except CertificateError as error:
            error.exit_code = finished.summary.exit_code or error.exit_code
            raise


def certificate_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a certificate, handed over as one `wanted`, None without --sign."""

    @wraps(command)
    def called(
        *,
        sign: Path | None,
        issuer: str,
        report_number: str,
        report_url: str,
        **given: Any,  # noqa: ANN401  (click's parameters)
    ) -> Any:  # noqa: ANN401  (the same)
        if sign is None and (issuer or report_number or report_url):
            hint = "add --sign KEY, or leave them out"
            raise UsageError("--issuer and --report-… are for certificates", hint=hint)
        wanted = CertificateRequest(sign, issuer, report_number, report_url) if sign else None
        return command(wanted=wanted, **given)

    for add in reversed(_OPTIONS):
        called = add(called)
    return called


_OPTIONS = (
    click.option(
        "--sign",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="KEY",
        help="Write a certificate of the run, signed with this private key; see keygen.",
    ),
    click.option(
        "--issuer",
        default="",
        metavar="TEXT",
        help="Who issues the certificate [default: the holder of the key].",
    ),
    click.option(
        "--report-number",
        default="",
        metavar="TEXT",
        help="The number of the certificate [default: made of the date and the journal's digest].",
    ),
    click.option(
        "--report-url", default="", metavar="URL", help="Where the run can be seen, if anywhere."
    ),
)
