"""The score of the suite in a certificate: told only of the vectors that it was measured with."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from utfproof import digests, locations, mutants
from utfproof.certificate import suite_strength
from utfproof.proof.power import report
from utfproof.proof.power.named import FaultResult
from utfproof.vectors import loader

from .conftest import started

VECTORS = locations.vectors()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(locations, "vectors", lambda: tmp_path)
    monkeypatch.setattr(digests, "vectors", lambda: "f" * 64)
    return tmp_path


def measured() -> report.PowerReport:
    ids = [mutant.id for mutant in mutants.catalogue()]
    return report.power(
        "complete", [FaultResult(ids[0], {"vectors": "x"}, ()), FaultResult(ids[1], {}, ())]
    )


def test_the_recorded_score_is_shown(folder: Path) -> None:
    suite = loader.load(VECTORS)
    suite_strength.write(measured(), suite, date(2026, 1, 2))
    found = suite_strength.recorded(suite, "complete")
    assert found == {
        "state": "recorded for these vectors",
        "measured": "2026-01-02",
        "level": "complete",
        "named_faults": {"total": 2, "found": 1},
        "faulty_machines": {"total": 0, "found": 0},
    }
    assert suite_strength.recorded(suite, "exhaustive") == found
    assert "faulty_machines" not in suite_strength.recorded(suite, "vectors")


def test_other_vectors_were_not_measured(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    suite = loader.load(VECTORS)
    suite_strength.write(measured(), suite, date(2026, 1, 2))
    monkeypatch.setattr(digests, "judging", lambda: "0" * 64)
    assert "another state of the harness" in suite_strength.recorded(suite, "complete")["state"]
    monkeypatch.setattr(digests, "vectors", lambda: "0" * 64)
    assert suite_strength.recorded(suite, "complete") == {"state": "not measured"}


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"form": 2}', json.dumps({"form": 1})])
def test_a_record_that_cannot_be_read_is_none(folder: Path, text: str) -> None:
    (folder / "power.json").write_text(text)
    suite = loader.load(VECTORS)
    assert suite_strength.recorded(suite, "complete") == {"state": "not measured"}


@pytest.mark.parametrize("given", [("--level", "vectors"), ("--fault", "x")])
@pytest.mark.parametrize("name", ["--record", "--recorded"])
def test_a_part_of_a_measurement_is_not_recorded(name: str, given: tuple[str, ...]) -> None:
    assert started("power", name, *given) == 2


@pytest.mark.parametrize("given", [("--record", "--recorded"), ("--seed", "4")])
def test_options_that_do_not_go_together_are_refused(given: tuple[str, ...]) -> None:
    assert started("power", *given) == 2
