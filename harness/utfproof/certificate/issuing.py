"""Issuing a certificate: the run is read back from its journal, stated, signed and rendered."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from securesystemslib.signer import Signer

from utfproof import storage
from utfproof.certificate import certified_run, envelope, suite_strength, timestamp
from utfproof.certificate.certified_run import CertifiedRun
from utfproof.certificate.statement import IssueDetails, statement
from utfproof.engine.journal import packing
from utfproof.errors import CertificateError
from utfproof.report.certificate import certificate_page as readable
from utfproof.vectors.suite import Suite


def issue(
    folder: Path, suite: Suite, signer: Signer, details: IssueDetails, written: str = ""
) -> Path:
    """Write the certificate of a run into its folder, with its readable form; return its path.

    `written` is the digest of the journal's lines as this process wrote them.

    Without an issuer the key's is taken; without a number one is made of date and journal.

    Raises:
        CertificateError: the run is of the kind that no certificate can be issued for, its
            journal is not the one that was written, no time stamp came, or the folder cannot be
            written.
        JournalError: the journal cannot be read.
    """
    found = certified_run.read(packing.find(folder), suite)
    # A process that an adapter left behind can write where this one can.
    if written and found.lines_sha256 != written:
        problem = "the journal is not the one that this run wrote: another process changed it"
        hint = "find out which one can write there, and run again"
        raise CertificateError(problem, place=str(folder), hint=hint)
    level = found.header.level
    made = statement(
        found,
        suite,
        _complete(details, signer, found),
        suite_strength.recorded(suite, level),
    )
    path = folder / envelope.NAME
    key = signer.public_key.keyid
    sealed = envelope.sealed(made, signer)
    stamped = timestamp.signature(sealed, str(path))
    token = timestamp.asked_for(stamped, details.authority) if details.authority else b""
    try:
        storage.put(path, sealed)
        if token:
            storage.put(folder / timestamp.NAME, token)
        storage.put(folder / readable.NAME, readable.render(made, key, suite))
    except OSError as error:
        hint = "the run is whole: make its folder writable and certify again"
        raise CertificateError(
            str(error.strerror), place=str(error.filename or path), hint=hint
        ) from None
    return path


def _complete(details: IssueDetails, signer: Signer, found: CertifiedRun) -> IssueDetails:
    now = datetime.now().astimezone()
    return IssueDetails(
        issuer=details.issuer or f"the holder of key {signer.public_key.keyid[:16]}",
        number=details.number or f"UP-{now:%Y%m%d}-{found.sha256[:8]}",
        issued=details.issued or now.isoformat(timespec="seconds"),
        url=details.url,
        files=details.files,
        authority=details.authority,
    )
