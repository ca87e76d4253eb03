"""The recorded strength of the suite: the file, and each reason to leave its score out."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from utfproof import __version__, digests, locations, mutants
from utfproof.certificate import suite_strength
from utfproof.errors import UtfproofError
from utfproof.proof.power import json_form, report
from utfproof.proof.power.diagnoses import DiagnosisResult
from utfproof.proof.power.named import FaultResult

from .small_run import SUITE

Json = dict[str, Any]
JUDGING = digests.judging.__wrapped__  # asked once for each process otherwise


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(locations, "vectors", lambda: tmp_path)
    monkeypatch.setattr(digests, "vectors", lambda: "f" * 64)
    monkeypatch.setattr(digests, "judging", lambda: "1" * 64)
    return tmp_path


RECORD: Json = {
    "form": 1,
    "utfproof": "2.0",
    "measured": "2026-01-02",
    "vectors": "d" * 64,
    "files": "f" * 64,
    "harness": "1" * 64,
    "named": {"vectors": {"total": 9, "killed": 8}, "complete": {"total": 7, "killed": 6}},
    "machines": {"total": 5, "killed": 4},
}


def recorded(folder: Path, level: str = "complete", **changed: object) -> Json:
    (folder / "power.json").write_text(json.dumps(RECORD | changed), "utf-8")
    found: Json = suite_strength.recorded(SUITE, level)
    return found


def test_a_measurement_is_written_beside_the_vectors(folder: Path) -> None:
    one = next(iter(mutants.catalogue())).id
    said = DiagnosisResult(one, "alone", one, "", failed=True)
    measured = report.power("complete", [FaultResult(one, {}, ()), said])
    assert suite_strength.write(measured, SUITE, date(2026, 1, 2)) == folder / "power.json"
    text = (folder / "power.json").read_text("utf-8")
    record = json.loads(text)
    assert text == json.dumps(record, indent=1) + "\n"
    scores = {
        "named": {
            "vectors": measured.at_vectors.as_json(),
            "complete": measured.of_named.as_json(),
        },
        "machines": measured.of_machines.as_json(),
        "vector_code": measured.of_vector_code.as_json(),
        "attribution": json_form.attribution_json(measured),
        "diagnosis": {"alone": {"codecs": 1, "true": 1, "false": 0, "silent": 0}},
        "holds": False,
    }
    assert record == RECORD | {"utfproof": __version__} | scores


def test_a_record_that_cannot_be_written_is_said(folder: Path) -> None:
    (folder / "power.json").mkdir()
    with pytest.raises(UtfproofError) as caught:
        suite_strength.write(report.power("complete", []), SUITE, date(2026, 1, 2))
    error = caught.value
    assert (error.problem, error.place) == ("Is a directory", str(folder / "power.json"))
    assert error.hint == "record in a checkout that can be written"


@pytest.mark.parametrize("level", ["complete", "exhaustive"])
def test_the_score_of_generated_inputs_counts_above_the_vectors(folder: Path, level: str) -> None:
    assert recorded(folder, level) == {
        "state": "recorded for these vectors",
        "measured": "2026-01-02",
        "level": "complete",
        "named_faults": {"total": 7, "found": 6},
        "faulty_machines": {"total": 5, "found": 4},
    }


def test_the_score_of_the_vectors_counts_for_them(folder: Path) -> None:
    assert recorded(folder, "vectors") == {
        "state": "recorded for these vectors",
        "measured": "2026-01-02",
        "level": "vectors",
        "named_faults": {"total": 9, "found": 8},
    }


def test_a_score_of_another_program_is_told_as_such(folder: Path) -> None:
    state = "recorded for these vectors with another state of the harness"
    assert recorded(folder, harness="2" * 64)["state"] == state


@pytest.mark.parametrize(
    "changed",
    [{"form": 2}, {"vectors": "0" * 64}, {"files": "0" * 64}, {"named": {}}, {"machines": None}],
)
def test_a_score_of_another_suite_or_form_is_none(folder: Path, changed: Json) -> None:
    assert recorded(folder, **changed) == {"state": "not measured"}


@pytest.mark.parametrize(
    ("changed", "current"),
    [
        ({"holds": True}, True),
        ({"holds": False}, False),
        ({}, False),
        ({"holds": True, "harness": "2" * 64}, False),
        ({"holds": True, "files": "0" * 64}, False),
        ({"holds": True, "form": 2}, False),
    ],
)
def test_a_record_is_current_where_it_held_and_nothing_has_changed(
    folder: Path, changed: Json, *, current: bool
) -> None:
    recorded(folder, **changed)
    assert suite_strength.is_current(SUITE) is current


def test_without_a_record_none_is_current(folder: Path) -> None:
    assert not suite_strength.is_current(SUITE)
    (folder / "power.json").write_text("[]", "utf-8")
    assert not suite_strength.is_current(SUITE)


def test_a_record_is_read_to_a_limit(folder: Path) -> None:
    long = json.dumps(RECORD)
    (folder / "power.json").write_text(long + " " * ((1 << 16) - len(long)), "utf-8")
    assert suite_strength.recorded(SUITE, "complete")["level"] == "complete"
    (folder / "power.json").write_text(" " * (1 << 16) + long, "utf-8")
    assert suite_strength.recorded(SUITE, "complete") == {"state": "not measured"}
    (folder / "power.json").unlink()
    assert suite_strength.recorded(SUITE, "complete") == {"state": "not measured"}


def judging_of(package: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    with monkeypatch.context() as patch:
        patch.setattr(digests, "_PACKAGE", package)
        return JUDGING()


@pytest.mark.parametrize(
    ("changed", "counts"),
    [
        ("proof/families/edges.py", True),
        ("oracle/whole.py", True),
        ("reference/utf8.py", True),
        ("proof/cost/growth.py", False),
        ("proof/proving/induction.py", False),
        ("cli/commands/cost.py", False),
    ],
)
def test_the_digest_is_of_what_decides_verdicts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: str, *, counts: bool
) -> None:
    before = judging_of(tmp_path, monkeypatch)
    module = tmp_path / changed
    module.parent.mkdir(parents=True)
    module.write_text("", "utf-8")
    assert (judging_of(tmp_path, monkeypatch) != before) is counts
