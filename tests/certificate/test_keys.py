"""keygen: a private key for its owner alone, a public one beside it, nothing overwritten."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from utfproof.certificate import keys
from utfproof.cli.shared import installed_extras
from utfproof.errors import KeyFileError

from .conftest import started

PEM, PKCS8 = Encoding.PEM, PrivateFormat.PKCS8


def test_the_private_key_is_for_its_owner_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = os.umask(0)
    try:
        assert started("keygen", str(tmp_path / "k")) == 0
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "k").stat().st_mode) == 0o600
    assert (tmp_path / "k.pub").read_bytes().startswith(b"-----BEGIN PUBLIC KEY-----")
    assert keys.signer(tmp_path / "k").public_key == keys.public(tmp_path / "k.pub")
    assert keys.public(tmp_path / "k.pub").keyid in capsys.readouterr().out


@pytest.mark.parametrize("there", ["k", "k.pub"])
def test_no_key_is_overwritten(tmp_path: Path, there: str) -> None:
    (tmp_path / there).write_text("precious")
    assert started("keygen", str(tmp_path / "k")) == 2
    assert (tmp_path / there).read_text() == "precious"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(KeyFileError, match="No such file"):
        keys.generate(tmp_path / "nowhere" / "k")


def test_a_file_that_is_no_private_key_is_refused(tmp_path: Path) -> None:
    own = Ed25519PrivateKey.generate()
    public = own.public_key().public_bytes(PEM, PublicFormat.SubjectPublicKeyInfo)
    other = generate_private_key(SECP256R1()).private_bytes(PEM, PKCS8, NoEncryption())
    locked = own.private_bytes(PEM, PKCS8, BestAvailableEncryption(b"secret"))
    for text, said in (
        (b"", "no private key"),
        (public, "no private key"),
        (other, "no Ed25519 key"),
        (locked, "has a password"),
    ):
        (tmp_path / "k").write_bytes(text)
        (tmp_path / "k").chmod(0o600)
        with pytest.raises(KeyFileError, match=said):
            keys.signer(tmp_path / "k")


def test_a_file_that_is_no_public_key_is_refused(tmp_path: Path) -> None:
    keys.generate(tmp_path / "k")
    with pytest.raises(KeyFileError, match="no public key"):
        keys.public(tmp_path / "k")
    with pytest.raises(KeyFileError, match="No such file"):
        keys.public(tmp_path / "nowhere")
    key = generate_private_key(SECP256R1()).public_key()
    (tmp_path / "e").write_bytes(key.public_bytes(PEM, PublicFormat.SubjectPublicKeyInfo))
    with pytest.raises(KeyFileError, match="no Ed25519 key"):
        keys.public(tmp_path / "e")


@pytest.mark.parametrize("library", ["securesystemslib", "cryptography"])
def test_a_library_that_is_missing_is_named(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    library: str,
) -> None:
    monkeypatch.setattr(
        installed_extras, "find_spec", lambda name: None if name == library else name
    )
    for arguments in (
        ("keygen", str(tmp_path / "k")),
        ("verify", str(tmp_path), "--key", "k.pub"),
        ("certify", "--sign", "k"),
    ):
        assert started(*arguments) == 2
        assert 'pip install "utfproof[sign]"' in capsys.readouterr().err
