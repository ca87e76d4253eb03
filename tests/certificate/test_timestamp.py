"""Time stamps of an authority that is real but for its name: which hold, and which are refused."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from utfproof.certificate import timestamp
from utfproof.certificate.verification import CheckState, verify
from utfproof.errors import CertificateError, CertificateRefused, UsageError

from .small_certificate import DETAILS, KEY, Small, issued_with
from .small_run import SUITE
from .stamping import Authority, serving

pytestmark = pytest.mark.usefixtures("quick_digests")

SIGNATURE = b"the octets of a signature"


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority.made(tmp_path_factory.mktemp("authority") / "tsa")


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority.made(tmp_path_factory.mktemp("other") / "tsa")


def stamped(authority: Authority, octets: bytes = SIGNATURE) -> bytes:
    with authority.served() as address:
        return timestamp.asked_for(octets, address)


def test_a_token_says_when_octets_were_there(authority: Authority) -> None:
    before = datetime.now(UTC).replace(microsecond=0)
    token = stamped(authority)
    found = timestamp.verified(token, SIGNATURE, authority.certificates, "x")
    assert before <= found <= datetime.now(UTC) + timedelta(seconds=1)


def test_the_certificate_of_the_authority_itself_is_enough(authority: Authority) -> None:
    own = authority.folder / "tsa.pem"
    found = timestamp.verified(stamped(authority), SIGNATURE, own, "x")
    assert found.tzinfo is UTC


def test_a_token_for_other_octets_is_refused(authority: Authority) -> None:
    token = stamped(authority, b"another signature")
    with pytest.raises(CertificateRefused, match=r"does not hold: .*imprint mismatch"):
        timestamp.verified(token, SIGNATURE, authority.certificates, "x")


def test_a_token_of_another_authority_is_refused(authority: Authority, other: Authority) -> None:
    token = stamped(other)
    with pytest.raises(CertificateRefused, match=r"does not hold: .*certificate verify error"):
        timestamp.verified(token, SIGNATURE, authority.certificates, "x")


def test_an_authority_whose_certificate_has_expired_is_refused(tmp_path: Path) -> None:
    late = Authority.made(tmp_path / "late", since=-7200, until=-60)
    with pytest.raises(CertificateRefused, match="certificate has expired"):
        timestamp.verified(stamped(late), SIGNATURE, late.certificates, "x")


def test_a_certificate_that_was_not_valid_at_the_time_is_refused(tmp_path: Path) -> None:
    early = Authority.made(tmp_path / "early", since=8)
    token = stamped(early)
    time.sleep(9)
    with pytest.raises(CertificateRefused, match="certificate is not yet valid"):
        timestamp.verified(token, SIGNATURE, early.certificates, "x")


@pytest.mark.parametrize("at", [0, 40, 200, -40, -1])
def test_a_token_with_a_changed_octet_is_refused(authority: Authority, at: int) -> None:
    token = bytearray(stamped(authority))
    token[at] ^= 1
    with pytest.raises(CertificateRefused):
        timestamp.verified(bytes(token), SIGNATURE, authority.certificates, "x")


@pytest.mark.parametrize("answer", [b"", b"<html>no", b"\x30\x03\x02\x01\x00"])
def test_an_answer_that_is_no_token_is_not_stored(answer: bytes) -> None:
    with (
        serving(lambda _: answer) as address,
        pytest.raises(CertificateError, match="no time stamp for this"),
    ):
        timestamp.asked_for(SIGNATURE, address)


def test_a_token_that_was_made_for_others_is_not_stored(authority: Authority) -> None:
    old = stamped(authority, b"another signature")
    with (
        serving(lambda _: old) as address,
        pytest.raises(CertificateError, match="no time stamp for this"),
    ):
        timestamp.asked_for(SIGNATURE, address)


def test_an_authority_that_is_not_there_is_told() -> None:
    with pytest.raises(CertificateError, match="no time stamp came"):
        timestamp.asked_for(SIGNATURE, "http://127.0.0.1:9/")


def test_an_openssl_that_does_not_end_is_an_error_with_a_next_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "openssl"
    program.write_text("#!/bin/sh\nexec sleep 9\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(timestamp, "_SECONDS", 0.2)
    with pytest.raises(CertificateError, match="no end within"):
        timestamp.asked_for(SIGNATURE, "http://127.0.0.1:9/")


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "ftp://host/", "host", "http://", "http://["]
)
def test_other_addresses_are_refused(url: str) -> None:
    with pytest.raises(UsageError, match="--timestamp"):
        timestamp.check_possible(url)


def check(small: Small, authority: Authority | None) -> tuple[CheckState, str] | None:
    given = authority.certificates if authority else None
    found = verify(small.certificate, KEY, SUITE, (), given)
    one = next((item for item in found.checks if item.what == "time stamp"), None)
    return (one.state, one.sentence) if one else None


@pytest.fixture
def small(tmp_path: Path, authority: Authority) -> Small:
    with authority.served() as address:
        return issued_with(tmp_path, replace(DETAILS, authority=address))


def test_verify_names_the_time_and_checks_the_rest_as_well(
    small: Small, authority: Authority
) -> None:
    state, sentence = check(small, authority) or (None, "")
    assert state is CheckState.HOLDS
    assert sentence.startswith(f"signed before {time.strftime('%Y-', time.gmtime())}")
    assert not verify(small.certificate, KEY, SUITE, (), authority.certificates).refused
    assert check(small, None) == (
        CheckState.UNCHECKED,
        "say whom you believe: --tsa-certificate FILE",
    )


def test_a_token_of_another_certificate_is_refused(
    small: Small, authority: Authority, other: Authority
) -> None:
    token = small.folder / timestamp.NAME
    token.write_bytes(stamped(authority, b"another signature"))
    state, sentence = check(small, authority) or (None, "")
    assert state is CheckState.REFUSED
    assert "does not hold" in sentence
    token.write_bytes(stamped(other, timestamp.signature(small.certificate.read_bytes(), "x")))
    state, sentence = check(small, authority) or (None, "")
    assert state is CheckState.REFUSED


def test_who_names_an_authority_wants_a_time_stamp(small: Small, authority: Authority) -> None:
    (small.folder / timestamp.NAME).unlink()
    assert check(small, authority) == (
        CheckState.REFUSED,
        "no certificate.tsr beside the certificate",
    )
    assert check(small, None) is None
