"""RFC 3161 time stamps: an authority states that a certificate's signature was there at a time.

The token is a file beside the certificate. The octets that it stamps are those of the signature, by
their SHA-512; `openssl ts` makes the query and verifies the token.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from utfproof.certificate import untrusted_json
from utfproof.errors import CertificateError, CertificateRefused, UsageError

NAME = "certificate.tsr"
_PROGRAM = "openssl"
_QUERY = "application/timestamp-query"
_SECONDS = 60
LARGEST = 1 << 20
"""Octets that no time stamp token has."""
_GRANTED = re.compile(r"^Status: Granted(?: with modifications)?\.$", re.MULTILINE)
_TIME = re.compile(
    r"^Time stamp: (\w{3}) +(\d+) (\d\d:\d\d:\d\d)(?:\.\d+)? (\d{4}) GMT$", re.MULTILINE
)
_WORDS = re.compile(r"Verify error:(.*)|error:[0-9A-F]+:[^:]*:[^:]*:([^:\n]*):")


def check_possible(url: str) -> None:
    """Make sure, before a long run, that a time stamp can be asked for.

    Raises:
        UsageError: the address is none of HTTP, or openssl is not there.
    """
    try:
        parts = urlsplit(url)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        is_address = False
    if not is_address:
        hint = "give the http:// or https:// address of a time-stamping authority (RFC 3161)"
        raise UsageError(f"{url!a} is no such address", place="--timestamp", hint=hint)
    check_program()


def check_program() -> None:
    """Make sure that openssl is there.

    Raises:
        UsageError: it is not.
    """
    if shutil.which(_PROGRAM) is None:
        raise UsageError("time stamps need the program openssl", hint="apt-get install openssl")


def signature(envelope: bytes, place: str) -> bytes:
    """Return the octets of an envelope's signature.

    Raises:
        CertificateRefused: it has none.
    """
    try:
        [one] = untrusted_json.parse(envelope, place)["signatures"]
        return base64.b64decode(one["sig"], validate=True)
    except (KeyError, TypeError, ValueError):
        hint = "take the file as it was issued"
        raise CertificateRefused("no envelope with a signature", place=place, hint=hint) from None


def asked_for(stamped: bytes, url: str) -> bytes:
    """Ask an authority to stamp octets; return its answer, which has the token.

    Raises:
        CertificateError: no answer came, or it is no token for these octets.
    """
    digest = hashlib.sha512(stamped)
    with _folder() as folder:
        query = folder / "query"
        _openssl("-query", "-digest", digest.hexdigest(), "-sha512", "-cert", "-out", str(query))
        answer = _posted(url, query.read_bytes())
    granted = _GRANTED.search(_text(answer))
    if not granted or digest.digest() not in answer:
        hint = "ask another authority, or leave out --timestamp"
        raise CertificateError("the answer is no time stamp for this", place=url, hint=hint)
    return answer


def verified(answer: bytes, stamped: bytes, authority: Path, place: str) -> datetime:
    """Return the time at which an authority has stamped octets.

    Its certificate has to lead to one in the file `authority`, to be for time stamps alone, and to
    be valid both now and at that time: one that has expired proves nothing any more.

    Raises:
        CertificateRefused: the token is of other octets or of another authority, or is none.
        CertificateError: the file of the authority cannot be read.
    """
    if not os.access(authority, os.R_OK):
        hint = "give the certificates of the authority, in PEM"
        raise CertificateError("cannot be read", place=str(authority), hint=hint)
    found = _TIME.search(_text(answer))
    if not found:
        raise CertificateRefused(
            "no time stamp", place=place, hint="take the file as it was issued"
        )
    month, day, clock, year = found.groups()
    stamp = datetime.strptime(f"{year} {month} {day} {clock}", "%Y %b %d %H:%M:%S").replace(
        tzinfo=UTC
    )
    for moment in ((), ("-attime", str(int(stamp.timestamp())))):
        _verify(answer, stamped, authority, place, moment)
    return stamp


def _verify(
    answer: bytes, stamped: bytes, authority: Path, place: str, moment: tuple[str, ...]
) -> None:
    with _folder() as folder:
        token = folder / "token"
        token.write_bytes(answer)
        # By a digest, not by the data: else the token could choose a weak one.
        digest = hashlib.sha512(stamped).hexdigest()
        wanted = ("-digest", digest, "-in", str(token), "-CAfile", str(authority.absolute()))
        done = _run("-verify", *wanted, "-partial_chain", *moment)
    if done.returncode or "Verification: OK" not in done.stdout:
        words = [first or second for first, second in _WORDS.findall(done.stderr)]
        problem = f"the time stamp does not hold: {'; '.join(words) or 'openssl refuses it'}"
        hint = "it is of another signature or authority, or has expired"
        raise CertificateRefused(problem, place=place, hint=hint)


def _posted(url: str, query: bytes) -> bytes:
    check_possible(url)
    asked = urllib.request.Request(url, query, {"Content-Type": _QUERY})  # noqa: S310  (checked)
    hint = "try again later, or leave out --timestamp"
    try:
        with urllib.request.urlopen(asked, timeout=_SECONDS) as stream:  # noqa: S310  (checked)
            found: bytes = stream.read(LARGEST + 1)
    except (OSError, urllib.error.URLError, ValueError) as error:
        raise CertificateError(f"no time stamp came: {error}", place=url, hint=hint) from None
    if len(found) > LARGEST:
        raise CertificateError("the answer is too long for a time stamp", place=url, hint=hint)
    return found


def _text(answer: bytes) -> str:
    """Return the words of openssl about an answer; "" where it can read none."""
    with _folder() as folder:
        token = folder / "token"
        token.write_bytes(answer)
        return _run("-reply", "-in", str(token), "-text").stdout


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="utfproof-") as folder:
        yield Path(folder)


def _openssl(*arguments: str) -> None:
    done = _run(*arguments)
    if done.returncode:
        words = " ".join(done.stderr.split())[:200]
        raise CertificateError(f"openssl ts: {words}", hint="is openssl installed as it should be?")


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    check_program()
    try:
        return subprocess.run(  # noqa: S603  (openssl, and files of our own)
            [_PROGRAM, "ts", *arguments],
            env=os.environ | {"LC_ALL": "C"},
            capture_output=True,
            check=False,
            encoding="utf-8",
            errors="replace",
            timeout=_SECONDS,
        )
    except subprocess.TimeoutExpired:
        hint = "is openssl installed as it should be?"
        raise CertificateError(f"openssl ts: no end within {_SECONDS} s", hint=hint) from None
