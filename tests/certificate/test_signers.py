"""Who signs: a process that has the key alone, with or without a password, or a user's command."""

from __future__ import annotations

import base64
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
)

from utfproof.certificate import envelope, keys, signers
from utfproof.errors import CertificateError, KeyFileError, UtfproofError

PAYLOAD = b"\0what is signed\n" * 1000


def parts(error: UtfproofError) -> tuple[str, str, str]:
    return error.place, error.problem, error.hint


@contextmanager
def holder(path: Path) -> Iterator[signers.KeyHolder]:
    found = signers.KeyHolder(path)
    try:
        yield found
    finally:
        found.close()


@pytest.fixture
def key(tmp_path: Path) -> Path:
    keys.generate(tmp_path / "k")
    return tmp_path / "k"


@pytest.fixture
def locked(tmp_path: Path) -> Path:
    """Make a pair whose private key has the password `secret`."""
    keys.generate(tmp_path / "k")
    own = Ed25519PrivateKey.generate()
    text = own.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"secret"))
    (tmp_path / "k").write_bytes(text)
    return tmp_path / "k"


def test_another_process_signs(key: Path) -> None:
    public = keys.public(key.with_name("k.pub"))
    with holder(key) as found:
        assert found.signer.public_key == public
        for payload in (PAYLOAD, b"", PAYLOAD):
            public.verify_signature(found.signer.sign(payload), payload)
        assert envelope.opened(envelope.sealed({"a": 1}, found.signer), public, "c") == b'{"a":1}'


LOOKS = """
import sys
from pathlib import Path
from utfproof.certificate import signers

found = signers.KeyHolder(Path(sys.argv[1]))
try:
    Path(f"/proc/{found._child.pid}/environ").read_bytes()
except PermissionError:
    print("refused")
finally:
    found.close()
"""


@pytest.mark.skipif(
    os.geteuid() == 0 and not shutil.which("setpriv"), reason="root looks into every process"
)
def test_nobody_looks_into_it(key: Path) -> None:
    # The superuser without its rights is a user like others.
    plain = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.geteuid() == 0 else []
    command = [*plain, sys.executable, "-c", LOOKS, str(key)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "refused\n"


def test_a_key_with_a_password(locked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(keys.PASSWORD, "secret")
    with holder(locked) as found:
        found.signer.public_key.verify_signature(found.signer.sign(PAYLOAD), PAYLOAD)


@pytest.mark.parametrize(
    ("password", "problem"),
    [("Secret", "not the password of the key"), ("", "the key has a password")],
)
def test_a_wrong_password_is_told(
    locked: Path, monkeypatch: pytest.MonkeyPatch, password: str, problem: str
) -> None:
    monkeypatch.setenv(keys.PASSWORD, password)
    with pytest.raises(KeyFileError, match=problem) as caught:
        signers.KeyHolder(locked)
    assert caught.value.place == str(locked)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o777])
def test_a_key_that_others_can_use_is_refused(key: Path, mode: int) -> None:
    key.chmod(mode)
    with pytest.raises(KeyFileError, match=r"others can read the key.*chmod 600"):
        signers.KeyHolder(key)


@pytest.mark.parametrize("payload", [b"", PAYLOAD], ids=["few octets", "more than a buffer"])
def test_a_process_that_has_ended_is_told_and_can_be_closed(key: Path, payload: bytes) -> None:
    with holder(key) as found:
        os.kill(found._child.pid, signal.SIGKILL)
        found._child.wait()
        with pytest.raises(CertificateError) as caught:
            found.signer.sign(payload)
    ended = "the process that holds the key has ended"
    assert parts(caught.value) == (str(key), ended, "see its words above")


@pytest.mark.parametrize("form", ["", " | base64 -w0", " | od -An -v -tx1 | tr -d ' \\n'"])
@pytest.mark.skipif(not shutil.which("openssl"), reason="needs openssl")
def test_a_command_signs(key: Path, tmp_path: Path, form: str) -> None:
    text = (
        f"cat > {tmp_path}/octets; openssl pkeyutl -sign -inkey {key} -rawin -in {tmp_path}/octets"
    )
    (tmp_path / "sign").write_text(f"#!/bin/sh\n{{ {text}; }}{form}\n", "utf-8")
    public = keys.public(key.with_name("k.pub"))
    found = signers.by_command(f"sh '{tmp_path}/sign'", public)
    public.verify_signature(found.sign(PAYLOAD), PAYLOAD)


GETS = "it gets the octets on stdin, and prints 64 octets, or these in base64 or hex"


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        ("false", "the signer failed: Command '['false']' returned non-zero exit status 1"),
        (
            "no-such-signer",
            "the signer failed: [Errno 2] No such file or directory: 'no-such-signer'",
        ),
        ("'", "the signer failed: No closing quotation"),
        ("echo yes", "the signer printed no signature"),
    ],
    ids=range(4),
)
def test_a_command_that_does_not_sign_is_told(key: Path, command: str, problem: str) -> None:
    with pytest.raises(CertificateError) as caught:
        signers.by_command(command, keys.public(key.with_name("k.pub")))
    assert parts(caught.value) == (command, problem, GETS)


def test_a_command_that_takes_too_long_is_told(key: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signers, "_SECONDS", 0.01)
    with pytest.raises(CertificateError) as caught:
        signers.by_command("sleep 3", keys.public(key.with_name("k.pub")))
    problem = "the signer failed: Command '['sleep', '3']' timed out after 0.01 seconds"
    assert parts(caught.value) == ("sleep 3", problem, GETS)


def test_a_command_that_signs_with_another_key_is_told(key: Path) -> None:
    public = keys.public(key.with_name("k.pub"))
    with pytest.raises(CertificateError) as caught:
        signers.by_command("head -c 64 /dev/zero", public)
    problem = "the signature does not hold under its public key"
    hint = "give the public key that belongs to the one that signs"
    assert parts(caught.value) == (public.keyid, problem, hint)


def test_base64_with_other_characters_is_no_signature() -> None:
    text = base64.b64encode(b"s" * 64)
    assert signers._octets(text + b"\n") == b"s" * 64
    assert signers._octets(text[:40] + b"*" + text[40:]) is None
