"""The statement: all that a certificate says of a run follows from its journal."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from pathlib import Path

import pytest

from changed_fields import changed
from utfproof import digests
from utfproof.certificate import certified_run, statement
from utfproof.certificate.statement import IssueDetails
from utfproof.engine.journal.events import CodecFinished, Event
from utfproof.model.verdict import CodecVerdict

from . import small_run
from .small_run import ABSENT, ALL, BAD, DECODE, ENCODE, FOOTER, GOOD, HEADER, LAX, SUITE
from .stated_run import Json, of_header

ISSUE = IssueDetails("A laboratory", "7", "2026-01-03T00:00:00+00:00")
SCORE = {"state": "not measured"}


def stated(folder: Path, *events: Event, issue: IssueDetails = ISSUE) -> Json:
    return statement.statement(small_run.read(folder, events or ALL), SUITE, issue, SCORE)


def own(folder: Path, *events: Event) -> Json:
    found: Json = stated(folder, *events)["predicate"]["utfproof_certificate"]
    return found


def codecs(folder: Path) -> dict[str, Json]:
    return {item["codec"]: item for item in own(folder)["codecs"]}


# ---- the run ----


def test_the_outer_form_is_that_of_an_in_toto_test_result(tmp_path: Path) -> None:
    found = stated(tmp_path)
    assert list(found) == ["_type", "subject", "predicateType", "predicate"]
    assert found["_type"] == "https://in-toto.io/Statement/v1"
    assert found["predicateType"] == "https://in-toto.io/attestation/test-result/v0.1"
    assert found["subject"] == [
        {"name": "a: build product", "digest": {"dirHash": "b" * 64}},
        {"name": "a: sources", "digest": {"dirHash": "5" * 64}},
        {"name": "a 1.0: name and version", "digest": {"sha256": digests.of_text("a 1.0")}},
        {"name": "b: sources", "digest": {"dirHash": "6" * 64}},
        {"name": "other 1.0: name and version", "digest": {"sha256": digests.of_text("other 1.0")}},
    ]
    predicate = found["predicate"]
    assert set(predicate) == {
        "result", "configuration", "passedTests", "warnedTests", "failedTests",
        "utfproof_certificate",
    }  # fmt: skip
    assert predicate["passedTests"] == ["a/good R1", "b/bad R3"]
    assert predicate["warnedTests"] == ["b/lax R1", "b/lax R2", "b/lax R3"]
    assert predicate["failedTests"] == ["b/bad R1"]


def test_the_address_of_a_run_is_stated_where_it_is_known(tmp_path: Path) -> None:
    found = stated(tmp_path, issue=replace(ISSUE, url="https://example.org/run"))
    assert found["predicate"]["url"] == "https://example.org/run"


def test_the_files_of_a_folder_are_stated_with_the_run(tmp_path: Path) -> None:
    found = stated(tmp_path, issue=replace(ISSUE, files={"campaign.json": "c" * 64}))
    run = found["predicate"]["utfproof_certificate"]["run"]
    assert run["files"] == {"campaign.json": "c" * 64}


def test_the_configuration_names_all_that_decided_about_the_questions(tmp_path: Path) -> None:
    *digested, options, environment = stated(tmp_path)["predicate"]["configuration"]
    journal = digests.of_file(tmp_path / "journal.jsonl")
    assert digested == [
        {"name": "vectors", "digest": {"sha256": "d" * 64, "dirHash": "f" * 64}},
        {"name": "utfproof 2.0", "digest": {"dirHash": "a" * 64}},
        {"name": "journal.jsonl", "digest": {"sha256": journal}},
        {"name": "a: known failures", "digest": {"sha256": "0" * 64}},
        {"name": "b: known failures", "digest": {"sha256": "e" * 64}},
    ]
    content = base64.b64decode(options.pop("content"))
    assert options == {"name": "options", "mediaType": "application/json"}
    asked: Json = {
        "case": "*",
        "encoding": ["UTF-8"],
        "level": "vectors",
        "op": [],
        "profiles": {"a/good": ["rfc3629"], "b/bad": ["rfc3629"], "b/lax": ["unicode"]},
    }
    assert content == json.dumps(asked, separators=(",", ":")).encode()
    assert environment == {
        "name": "environment",
        "content": base64.b64encode(b'{"system":"Linux"}').decode(),
        "mediaType": "application/json",
    }


def test_the_run_is_stated_as_its_header_and_footer_have_it(tmp_path: Path) -> None:
    found = own(tmp_path)
    path = tmp_path / "journal.jsonl"
    assert {key: found[key] for key in ("form", "number", "issuer", "issued", "score")} == {
        "form": 1,
        "number": "7",
        "issuer": "A laboratory",
        "issued": "2026-01-03T00:00:00+00:00",
        "score": SCORE,
    }
    assert (found["rule"], found["object"]) == (statement.RULE, statement.OBJECT)
    assert found["run"] == {
        "started": "2026-01-02T03:04:05+00:00",
        "seconds": 13,
        "command": "utfproof certify a b",
        "level": "vectors",
        "extra_states": 0,
        "only_encodings": ["UTF-8"],
        "only_operations": [],
        "environment": {"system": "Linux"},
        "harness": {"version": "2.0", "dirHash": "a" * 64},
        "vectors": {
            "version": "3.1",
            "sha256": "d" * 64,
            "dirHash": "f" * 64,
            "cases": 0,
            "requirements": 5,
        },
        "expectations": {"a": "0" * 64, "b": "e" * 64},
        "journal": {
            "name": "journal.jsonl",
            "sha256": digests.of_file(path),
            "octets": path.stat().st_size,
        },
    }


@pytest.mark.parametrize(
    ("level", "asks", "extra", "says"),
    [
        ("vectors", {}, 0, "Nothing is claimed of input that was not asked"),
        ("complete", {}, 0, "as many states as its encoding needs cannot have"),
        ("complete", {"extra-states": 1}, 1, "as its encoding needs and 1 more cannot have"),
        ("exhaustive", {"extra-states": 1}, 1, "as its encoding needs and 1 more cannot have"),
    ],
)
def test_the_level_decides_about_the_assumptions(
    tmp_path: Path, level: str, asks: Json, extra: int, says: str
) -> None:
    found = own(tmp_path, of_header(level=level, asks=asks), *GOOD, FOOTER)
    assert says in found["assumes"]
    assert "{" not in found["assumes"]
    assert found["run"]["extra_states"] == extra
    assert (found["run"]["only_encodings"], found["run"]["only_operations"]) == ([], [])


def test_a_header_without_a_version_of_the_vectors_is_stated_without(tmp_path: Path) -> None:
    asks = {"op": ["validate", "decode"], "encoding": "UTF-8"}
    header = of_header(vectors={}, asks=asks, expectations={})
    found = stated(tmp_path, header, *GOOD, FOOTER)
    run = found["predicate"]["utfproof_certificate"]["run"]
    assert (run["vectors"]["version"], run["vectors"]["sha256"]) == ("", "")
    assert (run["only_operations"], run["only_encodings"]) == (["validate", "decode"], [])
    [vectors, _, _, options, _] = found["predicate"]["configuration"]
    assert vectors["digest"] == {"sha256": "", "dirHash": "f" * 64}
    assert options["name"] == "options"


@pytest.mark.parametrize(
    ("events", "result"),
    [
        (GOOD, "PASSED"),
        ((*GOOD, *LAX), "WARNED"),
        ((*GOOD, *ABSENT), "WARNED"),
        ((*GOOD, *BAD), "FAILED"),
        ((*ABSENT, *BAD), "FAILED"),
    ],
)
def test_the_result_is_that_of_the_worst_codec(
    tmp_path: Path, events: tuple[Event, ...], result: str
) -> None:
    assert stated(tmp_path, HEADER, *events, FOOTER)["predicate"]["result"] == result


# ---- its codecs ----


def test_a_conformant_codec_is_stated_with_its_evidence(tmp_path: Path) -> None:
    assert codecs(tmp_path)["a/good"] == {
        "codec": "a/good",
        "verdict": "conformant",
        "why": "",
        "library": "a",
        "version": "1.0",
        "profile": ["rfc3629"],
        "options": {"units": "utf-16"},
        "target": "",
        "sources_dirHash": "5" * 64,
        "product_dirHash": "b" * 64,
        "scope": [DECODE],
        "not_assessed": [ENCODE],
        "counts": {"pass": 1},
        "asked": 5,
        "requirements": [
            {
                "id": "R1",
                "same": [],
                "document": "DOC R1",
                "level": "MUST",
                "state": "met",
                "cases": {"pass": 1},
                "asked": 5,
                "families": [],
            }
        ],
        "requirements_not_assessed": {"untestable": ["R5"], "out_of_scope": ["R2", "R3", "R4"]},
        "families": [],
        "deviations": [],
        "failures": [],
        "known_failures": [],
    }


def test_a_requirement_is_stated_with_its_other_wordings(tmp_path: Path) -> None:
    other = replace(SUITE.requirements["R2"], same="R1")
    suite = replace(SUITE, requirements={**SUITE.requirements, "R2": other})
    run = certified_run.read(small_run.written(tmp_path, (HEADER, *GOOD, FOOTER)), suite)
    found = statement.statement(run, suite, ISSUE, SCORE)["predicate"]["utfproof_certificate"]
    [codec] = found["codecs"]
    assert [(item["id"], item["same"]) for item in codec["requirements"]] == [("R1", ["R2"])]
    rest = {"untestable": ["R5"], "out_of_scope": ["R3", "R4"]}
    assert codec["requirements_not_assessed"] == rest


def test_the_contract_of_a_codec_is_stated_with_what_was_not_asked_for_its_sake(
    tmp_path: Path,
) -> None:
    contract = {"domain": [{"demands": "no-nul", "source": "its manual"}]}
    started, case, finished = GOOD
    run = (changed(started, contract=contract), changed(case, outside=3), finished)
    [codec] = own(tmp_path, HEADER, *run, FOOTER)["codecs"]
    assert {key: codec[key] for key in ("contract", "outside", "within")} == {
        "contract": contract,
        "outside": 3,
        "within": "within its contract, which demands no U+0000",
    }


def test_deviations_and_families_are_stated(tmp_path: Path) -> None:
    found = codecs(tmp_path)["b/lax"]
    assert found["verdict"] == "conformant"
    assert found["counts"] == {"non-strict": 3, "alternative": 1, "impossible": 1}
    assert [
        (item["id"], item["state"], item["cases"], item["asked"], item["families"])
        for item in found["requirements"]
    ] == [
        ("R1", "met", {"non-strict": 1}, 2, []),
        ("R2", "met", {"non-strict": 1, "alternative": 1}, 4, []),
        ("R3", "met", {"non-strict": 1}, 7, ["families/counts"]),
    ]
    assert list(found["requirements"][1]["cases"]) == ["non-strict", "alternative"]
    assert found["requirements_not_assessed"]["out_of_scope"] == ["R4"]
    first = "utf-8/ill-formed"
    assert found["deviations"] == [
        {"verdict": "alternative", "op": DECODE, "topic": first, "cases": 1, "first": f"{first}/y"},
        {"verdict": "non-strict", "op": DECODE, "topic": first, "cases": 2, "first": f"{first}/x"},
        {
            "verdict": "non-strict",
            "op": ENCODE,
            "topic": "families/counts",
            "cases": 1,
            "first": "families/counts/1",
        },
    ]
    assert found["families"] == [
        {
            "family": "families/counts",
            "op": ENCODE,
            "asked": 7,
            "groups": 1,
            "answers_sha256": "9" * 64,
            "note": "a note",
        }
    ]
    assert (found["failures"], found["known_failures"]) == ([], [])


def test_failures_and_those_that_are_known_are_stated(tmp_path: Path) -> None:
    found = codecs(tmp_path)["b/bad"]
    assert (found["verdict"], found["target"]) == ("not conformant", "/home/b")
    assert found["counts"] == {"crash": 1, "fail": 2, "pass": 1}
    assert [(item["id"], item["state"], item["cases"]) for item in found["requirements"]] == [
        ("R1", "not met", {"crash": 1, "fail": 2, "pass": 1}),
        ("R3", "met", {"pass": 1}),
    ]
    topic = "utf-8/ill-formed"
    assert found["failures"] == [
        {"verdict": "crash", "op": ENCODE, "topic": topic, "cases": 1, "first": f"{topic}/y"},
        {"verdict": "fail", "op": DECODE, "topic": topic, "cases": 2, "first": f"{topic}/x"},
    ]
    assert found["deviations"] == []
    assert found["known_failures"] == [
        {"reason": "Reads too much.", "references": ["https://b/1"], "cases": 2}
    ]


def test_a_codec_that_could_not_run_is_stated_without_evidence(tmp_path: Path) -> None:
    found = codecs(tmp_path)["c/absent"]
    assert (found["verdict"], found["why"]) == ("nothing assessed", "no compiler")
    assert (found["sources_dirHash"], found["product_dirHash"]) == ("", "")
    assert (found["requirements"], found["counts"], found["asked"]) == ([], {}, 0)
    rest = {"untestable": ["R5"], "out_of_scope": ["R1", "R2", "R3", "R4"]}
    assert found["requirements_not_assessed"] == rest


def test_evidence_of_a_codec_that_was_not_assessed_counts_for_nothing(tmp_path: Path) -> None:
    verdict = CodecFinished("b/lax", CodecVerdict.NOT_RUN, {}, 0, 1.0)
    events = (HEADER, *GOOD, *LAX[:-1], verdict, FOOTER)
    [_, found] = own(tmp_path, *events)["codecs"]
    assert (found["verdict"], found["requirements"]) == ("nothing assessed", [])
    assert found["requirements_not_assessed"]["out_of_scope"] == ["R1", "R2", "R3", "R4"]
