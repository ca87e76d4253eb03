"""The certificate of a run, as it is asked for with the options of `certify`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from utfproof.cli.shared import installed_extras, options
from utfproof.errors import CertificateError, UsageError

if TYPE_CHECKING:
    from securesystemslib.signer import Signer

    from utfproof.cli.shared.run_command import CompletedRun
    from utfproof.cli.shared.run_request import RunRequest


@dataclass(frozen=True, slots=True)
class CertificateRequest:
    """The request for a certificate: who signs it, and the facts that only its issuer knows.

    `key` is the private key, or the public one of a `command` that signs; `authority` is the
    address of whom the time is stamped by, "" for nobody.
    """

    key: Path
    command: str
    issuer: str
    number: str
    url: str
    authority: str = ""

    @contextmanager
    def signer(self, request: RunRequest) -> Iterator[Signer]:
        """Return who signs, found before a long run and before a codec is started.

        A run that is signed needs its codecs confined, unless the user has said something else.

        Raises:
            UsageError: only some cases are asked, codecs cannot be confined here, memory is
                watched otherwise than by pages, or no time stamp can be asked for.
            KeyFileError: the key cannot be used.
            CertificateError: the command does not sign.
        """
        installed_extras.for_signing()
        from utfproof.adapters.build import memory_checks
        from utfproof.certificate import keys, signers, timestamp

        if self.authority:
            timestamp.check_possible(self.authority)
        # Other adapters than the usual ones would answer when it is verified.
        memory_checks.refuse("--sign", "a certificate is of codecs as they are used")
        # A codec that can write where it likes could change the evidence that is signed.
        options.require_confinement()
        if request.case != "*":
            hint = "leave out --case"
            raise UsageError("a certificate speaks of all cases of its scope", hint=hint)
        if request.nonce:
            # Who chooses the number knows the questions before.
            problem = "a certificate needs fresh questions that nobody has chosen"
            raise UsageError(problem, hint="leave out --nonce")
        if self.command:
            yield signers.by_command(self.command, keys.public(self.key))
            return
        holder = signers.KeyHolder(self.key)
        try:
            yield holder.signer
        # The key leaves the memory of the process, even when the run fails.
        finally:
            holder.close()

    def issue(self, finished: CompletedRun, signer: Signer, difference: str = "") -> Path:
        """Write the certificate of a run, and give its file.

        `difference` is the edit of known failures that stands in the run's folder, if there is one.

        Raises:
            CertificateError: none can be issued for this run; its exit status is the run's.
        """
        from utfproof import digests
        from utfproof.certificate import issuing
        from utfproof.certificate.statement import IssueDetails
        from utfproof.cli.shared import known_failures

        beside = {known_failures.DIFFERENCE: digests.of_text(difference)} if difference else {}
        details = IssueDetails(self.issuer, self.number, "", self.url, beside, self.authority)
        try:
            return issuing.issue(
                finished.folder,
                finished.suite,
                signer,
                details,
                written=finished.journal,
            )
        except CertificateError as error:
            # A run whose codecs fail has no certificate, and CI has to see why: the run's own
            # status.
            error.exit_code = finished.summary.exit_code or error.exit_code
            raise


def certificate_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a certificate, handed over as one `wanted`, None without --sign."""

    @wraps(command)
    def called(
        *,
        sign: Path | None,
        signer: str,
        issuer: str,
        report_number: str,
        report_url: str,
        timestamp: str,
        **given: Any,  # noqa: ANN401  (click's parameters)
    ) -> Any:  # noqa: ANN401  (the same)
        # They would be ignored in silence.
        if sign is None and (signer or issuer or report_number or report_url or timestamp):
            hint = "add --sign KEY, or leave them out"
            problem = "--signer, --issuer, --report-… and --timestamp are for certificates"
            raise UsageError(problem, hint=hint)
        facts = (signer, issuer, report_number, report_url, timestamp)
        wanted = CertificateRequest(sign, *facts) if sign else None
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
        "--signer",
        default="",
        metavar="CMD",
        help="Sign with this command, which gets octets on stdin and prints their Ed25519 "
        "signature; --sign names its public key.",
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
    click.option(
        "--timestamp",
        default="",
        metavar="URL",
        help="Have the time of the signature stamped by the authority at this address (RFC 3161).",
    ),
)
