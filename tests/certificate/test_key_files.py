"""Files of keys: how a pair is made, and each refusal with its place, problem and next step."""

from __future__ import annotations

import stat
from collections.abc import Callable
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
from utfproof.errors import KeyFileError, UtfproofError


def parts(error: UtfproofError) -> tuple[str, str, str]:
    return error.place, error.problem, error.hint


PEM = Encoding.PEM
MAKE = "`utfproof keygen FILE` makes a pair"
THE_PUB = "give the .pub file of the issuer"
OWN = Ed25519PrivateKey.generate()
LOCKED = OWN.private_bytes(PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"x"))
GIVE_IT = "give it on the terminal, or in UTFPROOF_KEY_PASSWORD"
CURVE = generate_private_key(SECP256R1())
OF_CURVE = CURVE.private_bytes(PEM, PrivateFormat.PKCS8, NoEncryption())
PUBLIC_OF_CURVE = CURVE.public_key().public_bytes(PEM, PublicFormat.SubjectPublicKeyInfo)


@pytest.mark.parametrize(
    ("text", "problem", "hint"),
    [
        (LOCKED, "the key has a password", GIVE_IT),
        (b"x", "no private key in PEM", MAKE),
        (OF_CURVE, "no Ed25519 key", MAKE),
    ],
    ids=range(3),
)
def test_a_private_key_of_another_kind_is_refused(
    tmp_path: Path, text: bytes, problem: str, hint: str
) -> None:
    (tmp_path / "k").write_bytes(text)
    (tmp_path / "k").chmod(0o600)
    with pytest.raises(KeyFileError) as caught:
        keys.signer(tmp_path / "k")
    assert parts(caught.value) == (str(tmp_path / "k"), problem, hint)


def test_a_key_is_opened_with_its_password(tmp_path: Path) -> None:
    (tmp_path / "k").write_bytes(LOCKED)
    (tmp_path / "k").chmod(0o600)
    public = OWN.public_key().public_bytes(PEM, PublicFormat.SubjectPublicKeyInfo)
    (tmp_path / "k.pub").write_bytes(public)
    signer = keys.signer(tmp_path / "k", lambda: b"x")
    assert signer.public_key == keys.public(tmp_path / "k.pub")


@pytest.mark.parametrize(
    ("password", "problem"),
    [(lambda: b"y", "not the password of the key"), (lambda: b"", "the key has a password")],
    ids=range(2),
)
def test_a_key_is_not_opened_with_another_password(
    tmp_path: Path, password: Callable[[], bytes], problem: str
) -> None:
    (tmp_path / "k").write_bytes(LOCKED)
    (tmp_path / "k").chmod(0o600)
    with pytest.raises(KeyFileError) as caught:
        keys.signer(tmp_path / "k", password)
    assert parts(caught.value) == (str(tmp_path / "k"), problem, GIVE_IT)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o602, 0o610, 0o601])
def test_a_private_key_that_others_can_use_is_refused(tmp_path: Path, mode: int) -> None:
    keys.generate(tmp_path / "k")
    (tmp_path / "k").chmod(mode)
    with pytest.raises(KeyFileError) as caught:
        keys.signer(tmp_path / "k")
    hint = f"`chmod 600 {tmp_path}/k`; if others had it, make another"
    assert parts(caught.value) == (str(tmp_path / "k"), "others can read the key", hint)


@pytest.mark.parametrize(
    ("text", "problem"),
    [(b"x", "no public key in PEM"), (PUBLIC_OF_CURVE, "no Ed25519 key")],
    ids=range(2),
)
def test_a_public_key_of_another_kind_is_refused(tmp_path: Path, text: bytes, problem: str) -> None:
    (tmp_path / "k").write_bytes(text)
    with pytest.raises(KeyFileError) as caught:
        keys.public(tmp_path / "k")
    assert parts(caught.value) == (str(tmp_path / "k"), problem, THE_PUB)


def test_a_key_is_looked_for_in_the_first_64_kib_of_a_file(tmp_path: Path) -> None:
    keys.generate(tmp_path / "k")
    text = (tmp_path / "k.pub").read_bytes()
    (tmp_path / "far").write_bytes(b"\n" * (1 << 16) + text)
    with pytest.raises(KeyFileError, match="no public key"):
        keys.public(tmp_path / "far")
    (tmp_path / "near").write_bytes(b"\n" * ((1 << 16) - len(text)) + text)
    assert keys.public(tmp_path / "near") == keys.public(tmp_path / "k.pub")


def test_a_key_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    for read in (keys.signer, keys.public):
        with pytest.raises(KeyFileError) as caught:
            read(tmp_path / "k")
        assert parts(caught.value) == (str(tmp_path / "k"), "No such file or directory", MAKE)


def test_a_pair_is_made_beside_each_other(tmp_path: Path) -> None:
    assert keys.generate(tmp_path / "my.key") == tmp_path / "my.key.pub"
    signer, public = keys.signer(tmp_path / "my.key"), keys.public(tmp_path / "my.key.pub")
    assert signer.public_key == public
    modes = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("my.key", "my.key.pub")]
    assert modes[0] == 0o600
    assert modes[1] & 0o644 == modes[1]
    assert modes[1] & 0o400


def test_keys_that_are_there_are_left_alone(tmp_path: Path) -> None:
    another = "give another name, or remove it"
    for there in ("k", "k.pub"):
        (tmp_path / there).write_text("precious")
        with pytest.raises(KeyFileError) as caught:
            keys.generate(tmp_path / "k")
        assert parts(caught.value) == (str(tmp_path / there), "is there already", another)
        assert [path.name for path in tmp_path.iterdir()] == [there]
        (tmp_path / there).unlink()


def test_half_a_pair_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = keys._write

    def full(path: Path, text: bytes, mode: int) -> None:
        if path.suffix == ".pub":
            raise KeyFileError("No space left on device")
        written(path, text, mode)

    monkeypatch.setattr(keys, "_write", full)
    with pytest.raises(KeyFileError, match="No space"):
        keys.generate(tmp_path / "k")
    assert list(tmp_path.iterdir()) == []


def test_half_a_pair_that_is_gone_already_hides_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, text: bytes, mode: int) -> None:
        if path.suffix == ".pub":
            raise KeyFileError("No space left on device")

    monkeypatch.setattr(keys, "_write", full)
    with pytest.raises(KeyFileError, match="No space"):
        keys.generate(tmp_path / "k")


def test_a_folder_that_is_not_there_gets_no_key(tmp_path: Path) -> None:
    with pytest.raises(KeyFileError) as caught:
        keys.generate(tmp_path / "no" / "k")
    hint = "give a file in a folder that can be written"
    assert parts(caught.value) == (str(tmp_path / "no" / "k"), "No such file or directory", hint)
