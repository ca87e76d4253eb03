"""costs.yaml: read and checked, and what of it concerns a version."""

from __future__ import annotations

from pathlib import Path

import pytest

from utfproof import locations
from utfproof.adapters import manifest
from utfproof.errors import ExpectationsError
from utfproof.expectations import known_costs
from utfproof.model.operation import Offer
from utfproof.proof.cost.shapes import shapes

ENTRY = """\
codecs:
  mine/one:
    - weakness: CWE-401
      reason: keeps errors
      reference: ["https://example.org/7"]
      kind: defect
      versions: ">=2, <3"
      seen: 2026-11-26
      ops: [validate UTF-8 strict]
      shapes: [tails, leads]
"""


def loaded(folder: Path, text: str = ENTRY) -> known_costs.KnownCost:
    (folder / known_costs.NAME).write_text(text, "utf-8")
    [found] = known_costs.load(folder, ["mine/one"])["mine/one"]
    return found


def test_an_entry_is_met_by_its_weakness_operations_and_inputs(tmp_path: Path) -> None:
    found = loaded(tmp_path)
    assert found.is_met_by("CWE-401", "validate UTF-8 strict", "leads")
    assert not found.is_met_by("CWE-407", "validate UTF-8 strict", "leads")
    assert not found.is_met_by("CWE-401", "decode UTF-8 strict", "leads")
    assert not found.is_met_by("CWE-401", "validate UTF-8 strict", "FF")


@pytest.mark.parametrize(
    ("version", "concerned"), [("2.9", True), ("3.0", False), ("unknown", False)]
)
def test_an_entry_is_for_its_versions(tmp_path: Path, version: str, concerned: bool) -> None:
    assert loaded(tmp_path).concerns(version) is concerned


@pytest.mark.parametrize(
    ("right", "wrong", "problem"),
    [
        ("mine/one", "mine/two", "no codec mine/two"),
        ('">=2, <3"', "two", "Invalid specifier"),
        ("CWE-401", "CWE-1", "CWE-1"),
        ("keeps errors", '"\\u202e"', "does not match"),
        ("      kind: defect\n", "", "kind"),
    ],
)
def test_a_wrong_file_is_an_error_that_names_the_problem(
    tmp_path: Path, right: str, wrong: str, problem: str
) -> None:
    with pytest.raises(ExpectationsError, match=problem):
        loaded(tmp_path, ENTRY.replace(right, wrong))


def test_an_adapter_without_the_file_has_no_known_costs(tmp_path: Path) -> None:
    assert known_costs.load(tmp_path, ["mine/one"]) == {}


def test_shipped_files_name_operations_and_inputs_that_there_are() -> None:
    paths = sorted(locations.adapters().glob(f"*/{known_costs.NAME}"))
    assert paths
    for path in paths:
        own = manifest.load(path.parent)
        by_id = {own.id_of(codec): codec for codec in own.codecs.values()}
        for name, entries in known_costs.load(path.parent, list(by_id)).items():
            for entry in entries:
                for offer in map(Offer.parse, entry.ops):
                    settings = by_id[name].claims.settings(offer.encoding)
                    assert settings
                    assert {*entry.shapes} <= {one.name for one in shapes(offer, settings)}
