"""Who signs a certificate: a process that holds the private key alone, or a command of the user.

The process that asks codecs never has the key. The one that has it starts before them, starts none
itself, and cannot be looked into by other processes of the user.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import ctypes
import getpass
import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from securesystemslib.exceptions import UnverifiedSignatureError
from securesystemslib.signer import Key, SecretsHandler, Signature, Signer, SSlibKey

from utfproof.certificate import keys
from utfproof.errors import CertificateError, KeyFileError

_PR_SET_DUMPABLE = 4
_SECONDS = 300
_OCTETS = 64
_LONGEST = 1 << 16
_TRIAL = b"utfproof asks whether this key signs; it is no certificate"


class _Remote(Signer):
    """A signer whose private key is elsewhere: `signature` gives the signature of octets."""

    def __init__(self, public: SSlibKey, signature: Callable[[bytes], bytes]) -> None:
        self._public = public
        self._signature = signature

    @property
    def public_key(self) -> SSlibKey:
        """Return the key that verifies the signatures."""
        return self._public

    @classmethod
    def from_priv_key_uri(
        cls, priv_key_uri: str, public_key: Key, secrets_handler: SecretsHandler | None = None
    ) -> Signer:
        """Refuse: no address leads to a key here."""
        raise NotImplementedError

    def sign(self, payload: bytes) -> Signature:
        """Sign octets.

        Raises:
            CertificateError: no signature came, or one that the public key does not verify.
        """
        found = Signature(self._public.keyid, self._signature(payload).hex())
        try:
            self._public.verify_signature(found, payload)
        except UnverifiedSignatureError:
            hint = "give the public key that belongs to the one that signs"
            problem = "the signature does not hold under its public key"
            raise CertificateError(problem, place=self._public.keyid, hint=hint) from None
        return found


class KeyHolder:
    """A process that holds a private key; it ends with the one that started it."""

    def __init__(self, path: Path) -> None:
        """Start it, and have it read the key.

        Raises:
            KeyFileError: the key cannot be used.
        """
        self._path = path
        self._child = subprocess.Popen(  # noqa: S603  (this program)
            [sys.executable, "-m", "utfproof.certificate.signers", str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        try:
            self.signer = _Remote(self._public(), self._signed)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the process."""
        for stream in (self._child.stdin, self._child.stdout):
            if stream:
                with contextlib.suppress(OSError):
                    stream.close()
        self._child.wait()

    def _signed(self, payload: bytes) -> bytes:
        if self._child.stdin:
            with contextlib.suppress(OSError):
                self._child.stdin.write(b"%d\n" % len(payload) + payload)
                self._child.stdin.flush()
        return bytes.fromhex(self._said()["signature"])

    def _public(self) -> SSlibKey:
        said = self._said()
        if problem := said.get("problem"):
            raise KeyFileError(problem, place=said["place"], hint=said["hint"])
        return SSlibKey.from_dict(said["keyid"], said["key"])

    def _said(self) -> dict[str, Any]:
        line = self._child.stdout.readline() if self._child.stdout else b""
        try:
            found: dict[str, Any] = json.loads(line)
        except ValueError:
            hint = "see its words above"
            problem = "the process that holds the key has ended"
            raise CertificateError(problem, place=str(self._path), hint=hint) from None
        return found


def by_command(command: str, public: SSlibKey) -> Signer:
    """Return a signer that is a command: it gets the octets on stdin, and prints the signature.

    The signature is 64 octets as they are, in base64 or in hexadecimal digits. The command may ask
    on the terminal for what it needs, such as the PIN of a card. It is tried once, here: that it
    does not sign is better found before a long run than behind it.

    Raises:
        CertificateError: it does not sign, or not with the key that the public one belongs to.
    """
    found = _Remote(public, lambda payload: _printed(command, payload))
    found.sign(_TRIAL)
    return found


def _printed(command: str, payload: bytes) -> bytes:
    hint = "it gets the octets on stdin, and prints 64 octets, or these in base64 or hex"
    try:
        done = subprocess.run(  # noqa: S603  (the user's own command)
            shlex.split(command),
            input=payload,
            stdout=subprocess.PIPE,
            timeout=_SECONDS,
            check=True,
        )
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        problem = f"the signer failed: {str(error).removesuffix('.')}"
        raise CertificateError(problem, place=command, hint=hint) from None
    if (found := _octets(done.stdout[:_LONGEST])) is None:
        raise CertificateError("the signer printed no signature", place=command, hint=hint)
    return found


def _octets(printed: bytes) -> bytes | None:
    if len(printed) == _OCTETS:
        return printed
    text = printed.strip()
    for read in (binascii.unhexlify, lambda it: base64.b64decode(it, validate=True)):
        with contextlib.suppress(ValueError):
            if len(found := read(text)) == _OCTETS:
                return found
    return None


def _password() -> bytes:
    """Return the password of a key, of a variable or of the terminal."""
    own = os.environ.get(keys.PASSWORD)
    return (getpass.getpass("password of the key: ") if own is None else own).encode("utf-8")


def _hold(path: Path, requests: IO[bytes]) -> None:
    """Read the key, say its public half, and sign each request until the pipe ends."""
    # Nobody else reads this process's memory, nor attaches to it: not even the same user.
    ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    try:
        signer = keys.signer(path, _password)
    except KeyFileError as error:
        _say(problem=error.problem, place=error.place, hint=error.hint)
        return
    except KeyboardInterrupt:
        return
    # Ctrl-C is for the run; this process ends with it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _say(keyid=signer.public_key.keyid, key=signer.public_key.to_dict())
    while line := requests.readline():
        _say(signature=signer.sign(requests.read(int(line))).signature)


def _say(**words: object) -> None:
    sys.stdout.write(f"{json.dumps(words)}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    _hold(Path(sys.argv[1]), sys.stdin.buffer)
