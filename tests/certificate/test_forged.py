"""A certificate from a stranger is refused in one line: place, problem, next step."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from securesystemslib.signer import CryptoSigner

from utfproof.certificate import document, envelope, keys, untrusted_json
from utfproof.certificate.statement import FORM
from utfproof.errors import CertificateRefused

from .conftest import Issued

Json = dict[str, Any]
SIGNER = CryptoSigner.generate_ed25519()
GOOD = json.loads(envelope.sealed({"a": 1}, SIGNER))
SIGNATURE = GOOD["signatures"][0]
DEEP = "[" * 200_000 + "]" * 200_000


def refused(text: bytes) -> str:
    with pytest.raises(CertificateRefused) as error:
        envelope.opened(text, SIGNER.public_key, "a.json")
    sentence = str(error.value)
    assert sentence.startswith("a.json")
    assert sentence.isprintable()
    assert len(sentence) < 400
    assert error.value.hint
    return sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"", "no JSON"),
        (b"\xff", "no UTF-8"),
        (b"[]", "no JSON object"),
        (b"null", "no JSON object"),
        (b'{"payload": 1, "payload": 2}', "'payload' stands twice"),
        (DEEP.encode(), "nested too deeply"),
        (b'{"a": ' + DEEP.encode() + b"}", "nested too deeply"),
        (b'{"a": ' + b"9" * 10_000 + b"}", "is too large"),
        (b'{"a": -1e400}', "no integer"),
        (b'{"a": NaN}', "no integer"),
        (b"{}", "an envelope has"),
    ],
    ids=range(11),
)
def test_a_file_that_is_no_envelope_is_refused(text: bytes, sentence: str) -> None:
    assert sentence in refused(text)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"more": 1}, "'more'"),
        ({"more\x1b[31m\n": 1}, "does not fit"),
        ({"payloadType": "text/plain"}, "payloadType is"),
        ({"payloadType": ["application/vnd.in-toto+json"]}, "payloadType is"),
        ({"payload": 7}, "payload is a text"),
        ({"payload": "é"}, "no DSSE envelope"),
        ({"payload": "\ud800"}, "no DSSE envelope"),
        ({"signatures": {}}, "signatures is a list"),
        ({"signatures": []}, "0 signatures, not one"),
        ({"signatures": [SIGNATURE, SIGNATURE]}, "2 signatures, not one"),
        ({"signatures": [7]}, "keyid and sig"),
        ({"signatures": [{"keyid": 7, "sig": ""}]}, "keyid and sig"),
        ({"signatures": [{**SIGNATURE, "cert": "x"}]}, "keyid and sig"),
        ({"signatures": [{**SIGNATURE, "keyid": "\x1b\u202e"}]}, "another key"),
        ({"signatures": [{**SIGNATURE, "sig": ""}]}, "does not fit"),
        ({"signatures": [{**SIGNATURE, "sig": "!!"}]}, "no DSSE envelope"),
    ],
    ids=range(16),
)
def test_content_added_to_an_envelope_is_refused(change: Json, sentence: str) -> None:
    assert sentence in refused(json.dumps(GOOD | change).encode())


def test_white_space_is_refused() -> None:
    assert "around the signed octets" in refused(json.dumps(GOOD).encode())


def test_another_form_of_base64_is_refused() -> None:
    """The last digit of base64 has bits that decode to nothing."""
    text = base64.standard_b64encode(b'{"a":1}').decode()
    assert text.endswith("Q==")
    other = envelope.sealed({"a": 1}, SIGNER).decode().replace("Q==", "R==", 1)
    assert "around the signed octets" in refused(other.encode())


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8")))
def test_arbitrary_octets_are_always_refused(text: bytes) -> None:
    with pytest.raises(CertificateRefused):
        envelope.opened(text, SIGNER.public_key, "a.json")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from([*GOOD, "more"]), VALUES))
def test_arbitrary_envelopes_are_always_refused(outer: Json) -> None:
    with pytest.raises(CertificateRefused):
        envelope.opened(json.dumps(outer).encode(), SIGNER.public_key, "a.json")


@pytest.fixture
def signed(issued: Issued) -> Json:
    """Return the statement of a certificate, to be changed and signed again by its issuer."""
    text = envelope.opened(issued.certificate.read_bytes(), issued.public, "c")
    return untrusted_json.parse(text, "c")


def own(statement: Json) -> Json:
    found: Json = statement["predicate"]["utfproof_certificate"]
    return found


def test_an_issued_certificate_fits_its_schema(signed: Json) -> None:
    assert document.read(json.dumps(signed).encode(), "c") == signed


@pytest.mark.parametrize(
    "change",
    [
        lambda it: it.update(more=1),
        lambda it: it.pop("subject"),
        lambda it: it.update(subject=[]),
        lambda it: it.update(_type="https://in-toto.io/Statement/v0.1"),
        lambda it: it.update(predicateType="https://example.org/other"),
        lambda it: it["predicate"].update(result="FINE"),
        lambda it: own(it).update(more=1),
        lambda it: own(it).update(form=0),
        lambda it: own(it).update(codecs={}),
        lambda it: own(it)["run"]["journal"].update(name="../../etc/passwd"),
        lambda it: own(it)["run"]["journal"].update(sha256="x"),
        lambda it: own(it)["codecs"][0].update(verdict="conformant!"),
        lambda it: own(it)["codecs"][0].update(asked=-1),
        lambda it: own(it)["codecs"][0].update(codec="no adapter"),
        lambda it: own(it)["codecs"][0]["requirements"][0].update(more="\x1b"),
    ],
)
def test_a_statement_of_another_shape_is_refused(
    signed: Json, change: Callable[[Json], object]
) -> None:
    change(signed)
    with pytest.raises(CertificateRefused) as error:
        document.read(json.dumps(signed).encode(), "c")
    assert str(error.value).isprintable()
    assert error.value.hint


@pytest.mark.parametrize("form", [None, "1", True, 1.0])
def test_a_statement_without_a_form_is_none_of_ours(signed: Json, form: object) -> None:
    own(signed)["form"] = form
    with pytest.raises(CertificateRefused, match=r"no certificate of utfproof|no integer"):
        document.read(json.dumps(signed).encode(), "c")


def test_a_newer_form_is_refused_with_a_clear_word(signed: Json) -> None:
    own(signed).update(form=FORM + 1, unknown="of a time to come")
    with pytest.raises(
        CertificateRefused, match="a certificate of form 2: verify it with a newer utfproof"
    ):
        document.read(json.dumps(signed).encode(), "c")


def test_a_signed_claim_that_the_journal_does_not_show_is_refused(
    issued: Issued, signed: Json
) -> None:
    own(signed)["codecs"][0]["requirements"][0]["asked"] += 1
    issued.certificate.write_bytes(envelope.sealed(signed, keys.signer(issued.key)))
    check = issued.check("results")
    assert (check.state.value, "does not show" in check.sentence) == ("refused", True)


def test_a_file_that_is_too_long_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(envelope, "_LONGEST", 10)
    (tmp_path / "a.json").write_bytes(b" " * 11)
    with pytest.raises(CertificateRefused, match="too long"):
        envelope.read(tmp_path / "a.json")
