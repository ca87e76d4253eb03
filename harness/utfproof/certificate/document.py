"""The statement of a certificate, read back: of a form that is known, and closed by its schema."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import jsonschema_rs

from utfproof.certificate import statement, untrusted_json
from utfproof.certificate.untrusted_json import Json
from utfproof.errors import CertificateRefused

_SCHEMA = Path(__file__).parent / "certificate.schema.json"


def read(payload: bytes, place: str) -> Json:
    """Read the payload of an envelope.

    Raises:
        CertificateRefused: it is no certificate of utfproof, or one of a newer form.
    """
    found = untrusted_json.parse(payload, place)
    _known_form(found, place)
    for problem in _validator().iter_errors(found):
        where = "/".join(str(step) for step in problem.instance_path)
        raise CertificateRefused(
            ascii(problem.message[:160])[1:-1],
            place=f"{place}: {ascii(where)[1:-1] or 'statement'}",
            hint="it was not written by utfproof",
        )
    return found


def _known_form(found: Json, place: str) -> None:
    predicate = found.get("predicate")
    own = predicate.get(statement.OWN) if isinstance(predicate, dict) else None
    form = own.get("form") if isinstance(own, dict) else None
    # In Python True is an int.
    if not isinstance(form, int) or isinstance(form, bool):
        hint = "it was not written by utfproof"
        raise CertificateRefused("no certificate of utfproof", place=place, hint=hint)
    if form > statement.FORM:
        hint = "verify it with a newer utfproof"
        raise CertificateRefused(f"a certificate of form {form}", place=place, hint=hint)


@cache
def _validator() -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(
        untrusted_json.parse(_SCHEMA.read_bytes(), _SCHEMA.name)
    )
