"""The envelope of a certificate: DSSE with one Ed25519 signature, written in one way only.

DSSE signs the payload alone. Everything else (key id, white space, the form of base64) is fixed: a
file that differs in one octet from the output of `sealed` is refused.
"""

from __future__ import annotations

import json
from pathlib import Path

from securesystemslib.dsse import Envelope
from securesystemslib.exceptions import VerificationError
from securesystemslib.signer import Signer, SSlibKey

from utfproof.certificate import untrusted_json
from utfproof.certificate.untrusted_json import Json
from utfproof.errors import CertificateError, CertificateRefused

NAME = "certificate.dsse.json"
TYPE = "application/vnd.in-toto+json"
_FIELDS = ["payload", "payloadType", "signatures"]
_OF_SIGNATURE = ["keyid", "sig"]
# The file is a stranger's and is read into memory whole: it needs a bound.
_LONGEST = 256 << 20
_HINT = "take the file as it was issued"


def sealed(statement: Json, signer: Signer) -> bytes:
    """Sign a statement and give the file of its envelope."""
    text = json.dumps(statement, separators=(",", ":")).encode("ascii")
    envelope = Envelope(text, TYPE, {})
    envelope.sign(signer)
    return _written(envelope)


def _written(envelope: Envelope) -> bytes:
    return (json.dumps(envelope.to_dict(), indent=1, sort_keys=True) + "\n").encode("ascii")


def read(path: Path) -> bytes:
    """Read the file of a certificate.

    Raises:
        CertificateError: it cannot be read.
        CertificateRefused: it is longer than any certificate.
    """
    try:
        with path.open("rb") as file:
            text = file.read(_LONGEST + 1)
    except OSError as error:
        hint = f"name the {NAME} of a run"
        raise CertificateError(str(error.strerror), place=str(path), hint=hint) from None
    if len(text) > _LONGEST:
        raise CertificateRefused("too long for a certificate", place=str(path), hint=_HINT)
    return text


def opened(text: bytes, key: SSlibKey, place: str) -> bytes:
    """Verify the signature and give the statement that is signed, as octets.

    Raises:
        CertificateRefused: the file is no envelope, not written as `sealed` does, or not signed
            by this key.
    """
    outer = untrusted_json.parse(text, place)
    signature = _signature(outer, place)
    # DSSE does not sign the key id: it names the problem better, the signature decides.
    if signature["keyid"] != key.keyid:
        problem = f"signed by another key, {visible_id(signature['keyid'])}"
        raise CertificateRefused(problem, place=place, hint=f"this one is {key.keyid}")
    try:
        envelope = Envelope.from_dict(outer)
        envelope.verify([key], 1)
    except VerificationError:
        problem = "the signature does not fit what is signed"
        raise CertificateRefused(problem, place=place, hint=_HINT) from None
    except Exception as error:  # noqa: BLE001  (whatever a library says of a stranger's file)
        problem = f"no DSSE envelope: {str(error)[:80]!r}"
        raise CertificateRefused(problem, place=place, hint=_HINT) from None
    # Only the payload is signed: white space and the form of base64 could be changed around it.
    if _written(envelope) != text:
        problem = "what is around the signed octets is not as it was written"
        raise CertificateRefused(problem, place=place, hint=_HINT)
    return envelope.payload


def _signature(outer: Json, place: str) -> Json:
    """Look at the fields of an envelope, and give its only signature."""
    if sorted(outer) != _FIELDS:
        strange = sorted(set(outer).symmetric_difference(_FIELDS))
        problem = f"an envelope has {', '.join(_FIELDS)}; {_shown(strange)} does not fit"
        raise CertificateRefused(problem, place=place, hint=_HINT)
    if outer["payloadType"] != TYPE:
        problem = f"payloadType is {_shown(outer['payloadType'])}, not {TYPE}"
        raise CertificateRefused(problem, place=place, hint="is this a certificate?")
    if not isinstance(outer["payload"], str) or not isinstance(outer["signatures"], list):
        problem = "payload is a text, signatures is a list"
        raise CertificateRefused(problem, place=place, hint=_HINT)
    found = outer["signatures"]
    if len(found) != 1:
        raise CertificateRefused(
            f"{len(found)} signatures, not one", place=f"{place}: signatures", hint=_HINT
        )
    [one] = found
    texts = isinstance(one, dict) and all(isinstance(item, str) for item in one.values())
    if not texts or sorted(one) != _OF_SIGNATURE:
        problem = "a signature has keyid and sig, both texts"
        raise CertificateRefused(problem, place=f"{place}: signatures", hint=_HINT)
    return dict(one)


def visible_id(keyid: str) -> str:
    """Show a key id of a stranger's file."""
    return ascii(keyid[:64])[1:-1]


def _shown(value: object) -> str:
    text = repr(value)
    return ascii(text[:60])[1:-1] + ("…" if len(text) > 60 else "")
