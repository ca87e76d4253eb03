"""The recorded strength of the suite: quoted only for the suite that it was measured with."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

from utfproof import __version__, digests, locations
from utfproof.certificate import untrusted_json
from utfproof.certificate.untrusted_json import Json
from utfproof.errors import CertificateRefused, UtfproofError
from utfproof.proof.power.json_form import attribution_json
from utfproof.proof.power.report import PowerReport
from utfproof.vectors.suite import Suite

NOT_MEASURED = "not measured"
RECORDED = "recorded for these vectors"
BEFORE = "recorded for these vectors with another state of the harness"
_FORM = 1
_LONGEST = 1 << 16


def write(found: PowerReport, suite: Suite, today: date) -> Path:
    """Record the scores of a whole measurement, beside the vectors.

    Raises:
        UtfproofError: the file cannot be written.
    """
    record = {
        "form": _FORM,
        "utfproof": __version__,
        "measured": today.isoformat(),
        "vectors": suite.digest,
        "files": digests.vectors(),
        "harness": digests.judging(),
        "named": {"vectors": found.at_vectors.as_json(), "complete": found.of_named.as_json()},
        "machines": found.of_machines.as_json(),
        "vector_code": found.of_vector_code.as_json(),
        "attribution": attribution_json(found),
        "diagnosis": {score.part: score.as_json() for score in found.diagnosis},
        "holds": found.holds,
    }
    path = locations.vectors() / digests.POWER
    try:
        path.write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    except OSError as error:
        hint = "record in a checkout that can be written"
        raise UtfproofError(str(error.strerror), place=str(path), hint=hint) from None
    return path


def is_current(suite: Suite) -> bool:
    """Tell whether a measurement that held is recorded for this state of vectors and harness."""
    try:
        record = _read()
        return bool(record["holds"]) and _state(record, suite) == RECORDED
    except (OSError, CertificateRefused, KeyError, TypeError):
        return False


def recorded(suite: Suite, level: str) -> Json:
    """Return the score that counts for a level: none where it was measured for other vectors."""
    try:
        return _fitting(_read(), suite, level)
    except (OSError, CertificateRefused, KeyError, TypeError):
        return {"state": NOT_MEASURED}


def _read() -> Json:
    path = locations.vectors() / digests.POWER
    with path.open("rb") as file:
        return untrusted_json.parse(file.read(_LONGEST), str(path))


def _state(record: Json, suite: Suite) -> str:
    of_suite = (record["form"], record["vectors"], record["files"])
    if of_suite != (_FORM, suite.digest, digests.vectors()):
        return NOT_MEASURED
    return RECORDED if record["harness"] == digests.judging() else BEFORE


def _fitting(record: Json, suite: Suite, level: str) -> Json:
    state = _state(record, suite)
    if state == NOT_MEASURED:
        return {"state": state}
    at = "vectors" if level == "vectors" else "complete"
    named, machines = record["named"][at], record["machines"]
    found = {
        "state": state,
        "measured": str(record["measured"]),
        "level": at,
        "named_faults": {"total": int(named["total"]), "found": int(named["killed"])},
    }
    if at == "complete":
        whole = {"total": int(machines["total"]), "found": int(machines["killed"])}
        found["faulty_machines"] = whole
    return found
