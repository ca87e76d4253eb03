"""Certificates, whose issuer may be the enemy: signed statements and journals, tokens, keys.

The first octet says which file of a signed run's folder is replaced. What belongs beside it is
computed anew and signed with the right key, so that the content is what is looked at.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import cast
from unittest import mock

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from securesystemslib.dsse import Envelope
from securesystemslib.signer import CryptoSigner

from certificate import small_certificate, small_run
from certificate.small_rerun import OF_SHARD, OFFERS, SimulatedSession
from certificate.stamping import Authority
from chained import chained
from utfproof import digests
from utfproof.adapters.launch import OpenAdapter
from utfproof.adapters.registry import SelectedAdapter
from utfproof.adapters.session.hello import CodecOffers
from utfproof.adapters.session.session import Session
from utfproof.certificate import (
    document,
    envelope,
    issuing,
    keys,
    rerun,
    suite_strength,
    timestamp,
    verification,
)
from utfproof.cli.commands import verify
from utfproof.engine.journal import packing
from utfproof.engine.journal.events import FamilyFinished
from utfproof.errors import UtfproofError
from utfproof.model.verdict import CodecVerdict, Verdict
from utfproof.proof import fresh
from utfproof.report.certificate import certificate_page
from utfproof.vectors import loader as vectors

from .loader import Loader, parted, shown

_PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
_SIGNER = CryptoSigner(_PRIVATE)
_KEY = _SIGNER.public_key
_RULES = ("DOC-1-1", "DOC-1-2")
_SUITE = replace(
    small_run.SUITE,
    properties=(),
    # Fresh questions are judged by the clauses of this one.
    families=tuple(one for one in vectors.load().families if one.id == fresh._CLAUSES),
    requirements={name: small_run.requirement(name) for name in _RULES},
    documents={f"DOC {name}": small_run.SUITE.documents["DOC R1"] for name in _RULES},
)
_HERE = "@here@"
"""Stands in seeds for the folder, which is another one each time."""
_EVENTS = (
    small_run.case("a/good", "utf-8/x", Verdict.PASS, 5, "DOC-1-1"),
    small_run.case("a/good", "utf-8/y", Verdict.FAIL, 5, "DOC-1-2"),
    small_run.case("a/good", "fresh/utf-8/text", Verdict.PASS, 48),
    FamilyFinished("a/good", "families/counts", small_run.DECODE, 7, 1, 0.5, "9" * 64, "a note"),
    OF_SHARD,
    small_run.finished("a/good", CodecVerdict.FAIL),
    small_run.FOOTER,
)
_DETAILS = replace(small_certificate.DETAILS, files={"notes.txt": digests.of_text("notes")})
_FILES = ("statement", envelope.NAME, packing.NAME, certificate_page.NAME, "notes.txt")


@contextmanager
def _quick() -> Iterator[None]:
    """State the digests of program and vectors without the work, as the tests of certificates."""
    with ExitStack() as stack:
        for place, name, value in (
            (digests, "harness", "1" * 64),
            (digests, "vectors", "2" * 64),
            (suite_strength, "recorded", {"state": "not measured"}),
        ):
            stack.enter_context(mock.patch.object(place, name, lambda *_, _value=value: _value))
        stack.enter_context(mock.patch.object(rerun, "opened", _opened))
        yield


@contextmanager
def _opened(chosen: SelectedAdapter) -> Iterator[OpenAdapter]:
    """Answer in this process: an adapter that is started is not what is fuzzed."""
    session = cast("Session", SimulatedSession())
    names = (codec.name for codec in chosen.codecs)
    yield OpenAdapter(session, {name: CodecOffers(name, "1.0", OFFERS) for name in names})


def _run_in(folder: Path) -> Path:
    """Put the adapter and its run into a folder that may hold others; give that of the run."""
    for name in ("a", "run"):
        shutil.rmtree(folder / name, ignore_errors=True)
    adapter = small_certificate.put(folder / "a")
    (adapter / "expectations.yaml").write_text("[]\n", "utf-8")
    begun = small_certificate.events_of(adapter)[:2]
    small_run.written(folder / "run", (*begun, *_EVENTS))
    (folder / "run" / "notes.txt").write_text("notes", "ascii")
    return folder / "run"


@cache
def _seeds() -> tuple[bytes, ...]:
    with tempfile.TemporaryDirectory() as name, _quick():
        run = _run_in(Path(name))
        issuing.issue(run, _SUITE, _SIGNER, _DETAILS)
        sealed = (run / envelope.NAME).read_bytes()
        files = {path.name: path.read_bytes() for path in run.iterdir()}
        files["statement"] = envelope.opened(sealed, _KEY, "c")
    right = (files[one].replace(name.encode(), _HERE.encode()) for one in _FILES)
    return tuple(bytes([number]) + content for number, content in enumerate(right))


def _certificate_seeds() -> Iterator[bytes]:
    yield from _seeds()


def _certificate(data: bytes, folder: Path) -> None:
    name, content = parted(data, _FILES)
    content = content.replace(_HERE.encode(), str(folder).encode())
    with _quick():
        run = _run_in(folder)
        issuing.issue(run, _SUITE, _SIGNER, _DETAILS)
        if name == "statement":
            (run / envelope.NAME).write_bytes(_sealed(content))
        elif name == packing.NAME:
            _put_journal(run, content)
        else:
            (run / name).write_bytes(content)
        _verified(run)


def _put_journal(run: Path, content: bytes) -> None:
    """Issue a certificate of another journal; where that is refused, sign it all the same."""
    right = chained(content.decode("ascii", "ignore")).encode("ascii")
    (run / packing.NAME).write_bytes(right)
    with suppress(UtfproofError):
        issuing.issue(run, _SUITE, _SIGNER, _DETAILS)
        return
    before = envelope.opened((run / envelope.NAME).read_bytes(), _KEY, "c")
    statement = document.read(before, "c")
    own = statement["predicate"]["utfproof_certificate"]["run"]["journal"]
    own |= {"sha256": digests.of_file(run / packing.NAME), "octets": len(right)}
    (run / envelope.NAME).write_bytes(envelope.sealed(statement, _SIGNER))


def _sealed(payload: bytes) -> bytes:
    made = Envelope(payload, envelope.TYPE, {})
    made.sign(_SIGNER)
    return envelope._written(made)


def _verified(run: Path) -> None:
    """Do what `utfproof verify --rerun` does."""
    found = verification.verify(run / envelope.NAME, _KEY, _SUITE)
    with suppress(UtfproofError):
        verify._ask_again(found, _SUITE, 1.0, 1)
    shown(lambda screen: verify._show(screen, found))
    json.dumps(verify._as_json(found, 1))
    certificate_page.render(found.statement, _KEY.keyid, _SUITE).encode("utf-8")


# certificate.tsr: each is given to openssl, in a process of its own


@cache
def _authority() -> Authority:
    folder = Path(tempfile.mkdtemp(prefix="utfproof-authority-"))
    return Authority.made(folder / "authority", until=10**7)


def _token_seeds() -> Iterator[bytes]:
    with _authority().served() as address:
        yield timestamp.asked_for(b"signature", address)
    yield b""


def _token(data: bytes, folder: Path) -> None:
    timestamp.verified(data, b"signature", _authority().certificates, "certificate.tsr")


# Keys: private, public, with a password

_KEYS = ("private", "public")


def _key_seeds() -> Iterator[bytes]:
    plain = _SIGNER.private_bytes
    beside = _PRIVATE.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    locked = _PRIVATE.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(b"word"),
    )
    yield b"\x01" + beside
    yield b"\x00" + plain
    yield b"\x00" + locked


def _key(data: bytes, folder: Path) -> None:
    kind, content = parted(data, _KEYS)
    path = folder / "key"
    path.write_bytes(content)
    path.chmod(0o600)
    if kind == "public":
        keys.public(path)
    else:
        keys.signer(path, lambda: b"word").sign(b"x")


LOADERS: Mapping[str, Loader] = {
    "certificate": Loader(_certificate_seeds, _certificate, runs=120),
    "token": Loader(_token_seeds, _token, runs=30),
    "key": Loader(_key_seeds, _key),
}
