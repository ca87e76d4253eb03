"""Keys that sign and verify certificates: Ed25519, in PEM files."""

from __future__ import annotations

import os
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)
from securesystemslib.signer import CryptoSigner, SSlibKey

from utfproof.errors import KeyFileError

_PRIVATE, _PUBLIC = 0o600, 0o644
_LONGEST = 1 << 16
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


def signer(path: Path) -> CryptoSigner:
    """Read a private key.

    Raises:
        KeyFileError: it cannot be read, or is no Ed25519 key in PEM without a password.
    """
    try:
        key = load_pem_private_key(_read(path), None)
    except TypeError:
        hint = "take the password off a copy of it: `openssl pkey`"
        raise KeyFileError("the key has a password", place=str(path), hint=hint) from None
    except (ValueError, UnsupportedAlgorithm):
        raise KeyFileError("no private key in PEM", place=str(path), hint=_MAKE_ONE) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise KeyFileError("no Ed25519 key", place=str(path), hint=_MAKE_ONE)
    return CryptoSigner(key)


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


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
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
