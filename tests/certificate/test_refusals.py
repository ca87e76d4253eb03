"""Refusals: the place, the problem and the next step of each, in full."""

from __future__ import annotations

import base64
import json
import stat
from pathlib import Path
from typing import Any

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
from securesystemslib.dsse import Envelope
from securesystemslib.signer import CryptoSigner

from utfproof.certificate import document, envelope, keys, untrusted_json
from utfproof.errors import CertificateError, CertificateRefused, KeyFileError, UtfproofError

Json = dict[str, Any]
SIGNER, OTHER = CryptoSigner.generate_ed25519(), CryptoSigner.generate_ed25519()
KEY = SIGNER.public_key
GOOD: Json = json.loads(envelope.sealed({"a": 1}, SIGNER))
SIGNATURE = GOOD["signatures"][0]
AS_ISSUED = "take the file as it was issued"
FIELDS = "an envelope has payload, payloadType, signatures"
TWO_TEXTS = "a signature has keyid and sig, both texts"
TYPE = "application/vnd.in-toto+json"


def parts(error: UtfproofError) -> tuple[str, str, str]:
    return error.place, error.problem, error.hint


# ---- JSON ----


def test_json_is_read_as_it_stands() -> None:
    text = '{"a": [1, -2, "\u00e9", null, true], "b": {"c": 999999999999999}}'
    assert untrusted_json.parse(text.encode(), "c") == json.loads(text)


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        (b'{"a": "\xff"}', "c", "octet 7 is no UTF-8"),
        (b'{"a":\n  x}', "c:2:3", "no JSON: Expecting value"),
        (b"[1]", "c", "no JSON object"),
        (b'{"x": ' + b"[" * 200_000, "c", "nested too deeply"),
        (b'{"a": 1, "b": 2, "b": 3}', "c", "the key 'b' stands twice"),
        (b'{"%b": 1, "%b": 2}' % (b"k" * 50, b"k" * 50), "c", f"the key '{'k' * 40}' stands twice"),
        (b'{"a": 1234567890123456}', "c", "the number 123456789012345… is too large"),
        (b'{"a": 1.5}', "c", "1.5 is no integer"),
        (b'{"a": 0.%b}' % (b"1" * 60), "c", f"0.{'1' * 38} is no integer"),
        (b'{"a": Infinity}', "c", "Infinity is no integer"),
    ],
    ids=range(10),
)
def test_json_of_strangers_is_refused_with_its_place(text: bytes, place: str, problem: str) -> None:
    with pytest.raises(CertificateRefused) as caught:
        untrusted_json.parse(text, "c")
    assert parts(caught.value) == (place, problem, AS_ISSUED)


# ---- the envelope ----


def test_an_envelope_is_written_in_one_way() -> None:
    text = envelope.sealed({"b": 1, "a": "\u00e9"}, SIGNER)
    assert text.endswith(b"}\n")
    outer = json.loads(text)
    assert text == (json.dumps(outer, indent=1, sort_keys=True) + "\n").encode()
    assert base64.b64decode(outer["payload"]) == b'{"b":1,"a":"\\u00e9"}'
    assert outer["payloadType"] == TYPE
    assert [item["keyid"] for item in outer["signatures"]] == [KEY.keyid]
    assert envelope.opened(text, KEY, "c") == b'{"b":1,"a":"\\u00e9"}'


@pytest.mark.parametrize(
    ("change", "place", "problem", "hint"),
    [
        ({"more": 1}, "c", f"{FIELDS}; ['more'] does not fit", AS_ISSUED),
        ({"\x1b": 1, "a": 2}, "c", f"{FIELDS}; ['\\\\x1b', 'a'] does not fit", AS_ISSUED),
        ({"k" * 99: 1}, "c", f"{FIELDS}; ['{'k' * 58}… does not fit", AS_ISSUED),
        (
            {"payloadType": "x\u202e"},
            "c",
            f"payloadType is 'x\\\\u202e', not {TYPE}",
            "is this a certificate?",
        ),
        (
            {"payloadType": "x" * 58},
            "c",
            f"payloadType is '{'x' * 58}', not {TYPE}",
            "is this a certificate?",
        ),
        (
            {"payloadType": "x" * 59},
            "c",
            f"payloadType is '{'x' * 59}…, not {TYPE}",
            "is this a certificate?",
        ),
        ({"payload": 7}, "c", "payload is a text, signatures is a list", AS_ISSUED),
        ({"signatures": {}}, "c", "payload is a text, signatures is a list", AS_ISSUED),
        ({"signatures": []}, "c: signatures", "0 signatures, not one", AS_ISSUED),
        ({"signatures": [SIGNATURE] * 2}, "c: signatures", "2 signatures, not one", AS_ISSUED),
        ({"signatures": ["x"]}, "c: signatures", TWO_TEXTS, AS_ISSUED),
        ({"signatures": [{"keyid": 1, "sig": "x"}]}, "c: signatures", TWO_TEXTS, AS_ISSUED),
        ({"signatures": [{"keyid": "1"}]}, "c: signatures", TWO_TEXTS, AS_ISSUED),
        (
            {"signatures": [{**SIGNATURE, "keyid": "\x1b" + "k" * 80}]},
            "c",
            f"signed by another key, \\x1b{'k' * 63}",
            f"this one is {KEY.keyid}",
        ),
        (
            {"signatures": [{**SIGNATURE, "sig": "00" * 64}]},
            "c",
            "the signature does not fit what is signed",
            AS_ISSUED,
        ),
        (
            {"payload": base64.b64encode(b'{"a":2}').decode()},
            "c",
            "the signature does not fit what is signed",
            AS_ISSUED,
        ),
        ({}, "c", "what is around the signed octets is not as it was written", AS_ISSUED),
    ],
    ids=range(17),
)
def test_an_envelope_is_refused_with_its_place(
    change: Json, place: str, problem: str, hint: str
) -> None:
    with pytest.raises(CertificateRefused) as caught:
        envelope.opened(json.dumps(GOOD | change).encode(), KEY, "c")
    assert parts(caught.value) == (place, problem, hint)


def test_the_complaint_of_a_library_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object) -> None:
        raise ValueError("\x1b" + "x" * 100)

    monkeypatch.setattr(Envelope, "from_dict", refuse)
    with pytest.raises(CertificateRefused) as caught:
        envelope.opened(envelope.sealed({"a": 1}, SIGNER), KEY, "c")
    assert parts(caught.value) == ("c", f"no DSSE envelope: '\\x1b{'x' * 79}'", AS_ISSUED)


def test_a_file_is_read_up_to_the_longest_certificate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert envelope._LONGEST == 256 * 1024 * 1024
    monkeypatch.setattr(envelope, "_LONGEST", 10)
    path = tmp_path / "c"
    path.write_bytes(b"0123456789")
    assert envelope.read(path) == b"0123456789"
    path.write_bytes(b"01234567890")
    with pytest.raises(CertificateRefused) as refused:
        envelope.read(path)
    assert parts(refused.value) == (str(path), "too long for a certificate", AS_ISSUED)
    with pytest.raises(CertificateError) as missing:
        envelope.read(tmp_path / "no")
    name = "name the certificate.dsse.json of a run"
    assert parts(missing.value) == (str(tmp_path / "no"), "No such file or directory", name)


# ---- the statement ----


def of_form(form: object, **more: object) -> bytes:
    return json.dumps({"predicate": {"utfproof_certificate": {"form": form, **more}}}).encode()


@pytest.mark.parametrize(
    ("text", "problem", "hint"),
    [
        (b"{}", "no certificate of utfproof", "it was not written by utfproof"),
        (b'{"predicate": 1}', "no certificate of utfproof", "it was not written by utfproof"),
        (b'{"predicate": {}}', "no certificate of utfproof", "it was not written by utfproof"),
        (
            b'{"predicate": {"utfproof_certificate": 1}}',
            "no certificate of utfproof",
            "it was not written by utfproof",
        ),
        (of_form(None), "no certificate of utfproof", "it was not written by utfproof"),
        (of_form("1"), "no certificate of utfproof", "it was not written by utfproof"),
        (of_form(form=True), "no certificate of utfproof", "it was not written by utfproof"),
        (of_form(2), "a certificate of form 2", "verify it with a newer utfproof"),
    ],
)
def test_a_statement_of_another_form_is_refused(text: bytes, problem: str, hint: str) -> None:
    with pytest.raises(CertificateRefused) as caught:
        document.read(text, "c")
    assert parts(caught.value) == ("c", problem, hint)


def test_a_statement_that_is_no_json_is_refused_with_its_place() -> None:
    with pytest.raises(CertificateRefused) as caught:
        document.read(b"x", "c")
    assert parts(caught.value) == ("c:1:1", "no JSON: Expecting value", AS_ISSUED)


def test_a_statement_that_does_not_fit_the_schema_is_refused_with_the_field() -> None:
    with pytest.raises(CertificateRefused) as whole:
        document.read(of_form(1), "c")
    place, problem, hint = parts(whole.value)
    assert place.startswith("c: ")
    assert problem
    assert (hint, len(problem) <= 160) == ("it was not written by utfproof", True)
    assert not problem.startswith("'")


# ---- keys ----

PEM = Encoding.PEM
MAKE = "`utfproof keygen FILE` makes a pair"
THE_PUB = "give the .pub file of the issuer"
OWN = Ed25519PrivateKey.generate()
LOCKED = OWN.private_bytes(PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"x"))
CURVE = generate_private_key(SECP256R1())
OF_CURVE = CURVE.private_bytes(PEM, PrivateFormat.PKCS8, NoEncryption())
PUBLIC_OF_CURVE = CURVE.public_key().public_bytes(PEM, PublicFormat.SubjectPublicKeyInfo)


@pytest.mark.parametrize(
    ("text", "problem", "hint"),
    [
        (LOCKED, "the key has a password", "give it on the terminal, or in UTFPROOF_KEY_PASSWORD"),
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


def test_a_folder_that_is_not_there_gets_no_key(tmp_path: Path) -> None:
    with pytest.raises(KeyFileError) as caught:
        keys.generate(tmp_path / "no" / "k")
    hint = "give a file in a folder that can be written"
    assert parts(caught.value) == (str(tmp_path / "no" / "k"), "No such file or directory", hint)
