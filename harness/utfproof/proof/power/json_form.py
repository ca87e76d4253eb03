"""The scores of the suite as `power --format json` and the record beside the vectors have them."""

from __future__ import annotations

from utfproof.proof.power import machines, report
from utfproof.proof.power.report import PowerReport


def as_json(found: PowerReport) -> dict[str, object]:
    """Return the scores in the form of `power --format json`."""
    of_machines, of_named = found.of_machines, found.of_named
    kinds = (of_machines, of_named, found.of_vector_code)
    return {
        "mutants": sum(kind.total for kind in kinds),
        "killed": sum(kind.killed for kind in kinds),
        "survivors": found.survivors,
        "level": found.level,
        "machines": of_machines.as_json(),
        "named": of_named.as_json(),
        "vector_code": found.of_vector_code.as_json()
        | {"kinds": {score.kind: score.as_json() for score in found.vector_code}},
        "levels": {"vectors": found.at_vectors.as_json(), found.level: of_named.as_json()},
        "families": {
            part: {"named": found.named_by(part).as_json()}
            | ({"machines": found.machines_by(part).as_json()} if part in machines.PARTS else {})
            for part in report.parts(report.families_of(found.level))
        },
        "alone": found.alone,
        "attribution": attribution_json(found) | {"differ": found.misattributed},
        "diagnosis": {score.part: score.as_json() for score in found.diagnosis}
        | {"contradicted": found.misdiagnosed},
    }


def attribution_json(found: PowerReport) -> dict[str, object]:
    """Return how failures are charged: those of named faults, and under `machines` of machines."""
    return {
        **found.attribution.as_json(),
        "machines": found.attribution_of_machines.as_json(),
    }
