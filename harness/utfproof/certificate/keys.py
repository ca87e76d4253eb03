"""Keys that sign and verify certificates: Ed25519, in PEM files."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)
from securesystemslib.signer import CryptoSigner, SSlibKey

from utfproof.errors import KeyFileError

_PRIVATE, _PUBLIC = 0o600, 0o644
_OTHERS = 0o077
_LONGEST = 1 << 16
PASSWORD = "UTFPROOF_KEY_PASSWORD"  # noqa: S105  (the name of a variable)
"""The variable that has the password of an encrypted key; without it the terminal is asked."""

_MAKE_ONE = "`utfproof keygen FILE` makes a pair"


def generate(path: Path) -> Path:
    """Make a pair: the private key in `path`, for its owner alone, the public one in `path`.pub.

    Raises:
        KeyFileError: one of the files is there already, or cannot be written.
    """
    private = Ed25519PrivateKey.generate()
    beside = path.with_name(f"{path.name}.pub")
    # Before the private key is written: a refusal leaves no half of a pair.
    if beside.exists():
        raise _there(beside)
    _write(path, CryptoSigner(private).private_bytes, _PRIVATE)
    public = private.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    try:
        _write(beside, public, _PUBLIC)
    except KeyFileError:
        path.unlink(missing_ok=True)
        raise
    return beside


def signer(path: Path, password: Callable[[], bytes] | None = None) -> CryptoSigner:
    """Read a private key; `password` is asked for that of a key that has one.

    Raises:
        KeyFileError: it cannot be read, others can read it, or it is no Ed25519 key in PEM.
    """
    text = _read(path, private=True)
    try:
        key = _loaded(path, text, password)
    except (ValueError, UnsupportedAlgorithm):
        raise KeyFileError("no private key in PEM", place=str(path), hint=_MAKE_ONE) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise KeyFileError("no Ed25519 key", place=str(path), hint=_MAKE_ONE)
    return CryptoSigner(key)


def _loaded(path: Path, text: bytes, password: Callable[[], bytes] | None) -> PrivateKeyTypes:
    try:
        return load_pem_private_key(text, None)
    except TypeError:  # it is encrypted
        given = password() if password else b""
    hint = f"give it on the terminal, or in {PASSWORD}"
    if not given:
        raise KeyFileError("the key has a password", place=str(path), hint=hint)
    try:
        return load_pem_private_key(text, given)
    except ValueError:
        raise KeyFileError("not the password of the key", place=str(path), hint=hint) from None


def public(path: Path) -> SSlibKey:
    """Read a public key.

    Raises:
        KeyFileError: it cannot be read, or is no public Ed25519 key in PEM.
    """
    hint = "give the .pub file of the issuer"
    try:
        key = load_pem_public_key(_read(path))
    except (ValueError, UnsupportedAlgorithm):
        raise KeyFileError("no public key in PEM", place=str(path), hint=hint) from None
    if not isinstance(key, Ed25519PublicKey):
        raise KeyFileError("no Ed25519 key", place=str(path), hint=hint)
    return SSlibKey.from_crypto(key)


def _read(path: Path, *, private: bool = False) -> bytes:
    try:
        with path.open("rb") as file:
            if private and stat.S_IMODE(os.fstat(file.fileno()).st_mode) & _OTHERS:
                hint = f"`chmod 600 {path}`; if others had it, make another"
                raise KeyFileError("others can read the key", place=str(path), hint=hint)
            return file.read(_LONGEST)
    except OSError as error:
        raise KeyFileError(str(error.strerror), place=str(path), hint=_MAKE_ONE) from None


def _write(path: Path, text: bytes, mode: int) -> None:
    """Write a new file; one that is there is never overwritten."""
    try:
        # Made with its mode: at no moment can another user open the private key.
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with os.fdopen(number, "wb") as file:
            file.write(text)
    except FileExistsError:
        raise _there(path) from None
    except OSError as error:
        hint = "give a file in a folder that can be written"
        raise KeyFileError(str(error.strerror), place=str(path), hint=hint) from None


def _there(path: Path) -> KeyFileError:
    return KeyFileError("is there already", place=str(path), hint="give another name, or remove it")
