"""Refusals: the place, the problem and the next step of each, in full."""

from __future__ import annotations

import base64
import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from securesystemslib.dsse import Envelope
from securesystemslib.signer import CryptoSigner

from utfproof.certificate import document, envelope, untrusted_json
from utfproof.errors import CertificateError, CertificateRefused, UtfproofError

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


def test_the_order_of_fields_in_a_library_changes_no_octet(monkeypatch: pytest.MonkeyPatch) -> None:
    right, real = envelope.sealed({"a": 1}, SIGNER), Envelope.to_dict

    def reversed_(self: Envelope) -> Json:
        return dict(reversed(real(self).items()))

    monkeypatch.setattr(Envelope, "to_dict", reversed_)
    assert envelope.sealed({"a": 1}, SIGNER) == right
    assert envelope.opened(right, KEY, "c") == b'{"a":1}'


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


def test_a_file_that_is_too_long_is_not_read_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(envelope, "_LONGEST", 10)
    path = tmp_path / "c"
    with path.open("wb") as file:
        file.truncate(1 << 24)
    tracemalloc.start()
    try:
        with pytest.raises(CertificateRefused, match="too long"):
            envelope.read(path)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


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
