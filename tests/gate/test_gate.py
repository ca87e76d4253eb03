"""gate: exit status, the files of CI systems, and the last lines of the console."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from pathlib import Path

import jsonschema_rs
import pytest
from junitparser import JUnitXml

from cli import adapters
from cli.conftest import Json, Run
from utfproof.engine.journal.events import TraitsFound
from utfproof.engine.run.proof_stage import CodecContext
from utfproof.proof import levels

QUICK = ("--case", "utf-8/ill-formed/overlong-two/*", "--jobs", "1")
FILES = {
    "journal.jsonl", "index.html", "summary.json", "summary.md",
    "junit.xml", "utfproof.sarif", "comment.md", "badge.json", "codequality.json",
}  # fmt: skip


def sarif_of(path: Path) -> Json:
    found: Json = json.loads(path.read_text("utf-8"))
    return found


def results_of(path: Path) -> list[Json]:
    found: list[Json] = sarif_of(path)["runs"][0]["results"]
    return found


@pytest.mark.parametrize(
    ("programs", "status", "badge", "colour"),
    [
        (["reads_by_the_table"], 0, "vectors ✓", "brightgreen"),
        (["reads_overlong_forms"], 1, "failing", "red"),
        (["reads_by_the_table", "reads_overlong_forms"], 1, "1 of 2 failing", "red"),
        (["reads_overlong_forms", "never_greets"], 3, "adapter broken", "orange"),
    ],
    ids=lambda value: "+".join(value) if isinstance(value, list) else "",
)
def test_the_status_is_that_of_the_gravest_verdict_and_every_file_is_valid(
    utfproof: Run,
    repository: Path,
    schema: jsonschema_rs.Validator,
    programs: list[str],
    status: int,
    badge: str,
    colour: str,
) -> None:
    targets = [adapters.put(repository, program) for program in programs]
    files = ("--junit", "out/j.xml", "--sarif", "out/s.json", "--badge", "b.json")
    said = utfproof("gate", *targets, *QUICK, *files, "--out", "run")
    assert said.status == status
    assert {path.name for path in Path("run").iterdir()} == FILES
    assert list(schema.iter_errors(sarif_of(Path("out/s.json")))) == []
    suites = {suite.name: suite for suite in JUnitXml.fromfile("out/j.xml")}
    assert {name.partition("/")[0] for name in suites} == set(programs)
    assert Path("out/j.xml").read_bytes() == Path("run/junit.xml").read_bytes()
    shown = json.loads(Path("b.json").read_text("utf-8"))
    assert (shown["schemaVersion"], shown["message"], shown["color"]) == (1, badge, colour)


def test_a_fault_is_reported_under_the_one_rule_that_it_breaks(
    utfproof: Run, repository: Path
) -> None:
    target = adapters.put(repository, "reads_overlong_forms")
    assert utfproof("gate", target, *QUICK, "--sarif", "s.json").status == 1
    [run] = sarif_of(Path("s.json"))["runs"]
    rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    assert {result["ruleId"] for result in run["results"]} == set(rules)
    assert set(rules) == {"RFC3629-3-11"}
    rule = rules["RFC3629-3-11"]
    assert "also RFC3629-3-21, RFC3629-10-02, RFC3629-10-03" in rule["help"]["markdown"]
    assert "MUST" in rule["fullDescription"]["text"]
    assert rule["helpUri"] == "https://www.rfc-editor.org/rfc/rfc3629"
    assert "RFC 3629, section 3" in rule["help"]["markdown"]
    assert "more octets than it needs" in rule["help"]["text"]
    properties = rule["properties"]
    assert {"security", "CWE-176", "external/cwe/cwe-176"} <= set(properties["tags"])
    assert 0 < float(properties["security-severity"]) <= 10
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert (
            "Repeat: utfproof certify ./reads_overlong_forms --codec " in result["message"]["text"]
        )
    assert {result["level"] for result in run["results"]} == {"error"}


def test_every_result_points_at_the_codecs_line_and_at_its_vector(
    utfproof: Run, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (repository / "test").mkdir()
    adapters.put(repository / "test", "has_a_right_and_a_wrong_codec", codecs=("table", "lax"))
    monkeypatch.chdir(repository / "test")  # what counts is the top of the repository
    target = "./has_a_right_and_a_wrong_codec"
    utfproof("gate", target, *QUICK, "--sarif", "s.json")
    path = "test/has_a_right_and_a_wrong_codec/adapter.yaml"
    lines = (repository / path).read_text("utf-8").splitlines()
    line = 1 + next(at for at, text in enumerate(lines) if text.startswith("  lax:"))
    results = results_of(Path("s.json"))
    assert results
    for result in results:
        [where] = result["locations"]
        assert where["physicalLocation"] == {
            "artifactLocation": {"uri": path, "uriBaseId": "%SRCROOT%"},
            "region": {"startLine": line},
        }
        name = where["logicalLocations"][0]["fullyQualifiedName"]
        assert name == "has_a_right_and_a_wrong_codec/lax"
        [vector] = result["relatedLocations"]
        artifact = vector["physicalLocation"]["artifactLocation"]
        assert artifact["uri"].startswith("vectors/utf-8/ill-formed/")
        assert artifact["uriBaseId"] == "UTFPROOF"


def test_results_are_known_again_in_the_next_run_wherever_it_is(
    utfproof: Run, repository: Path
) -> None:
    target = adapters.put(repository, "reads_overlong_forms")
    utfproof("gate", target, *QUICK, "--sarif", "first.json")
    manifest = repository / target / "adapter.yaml"
    manifest.write_text("# moved\n" + manifest.read_text("utf-8"), "utf-8")
    part = ("--case", "utf-8/ill-formed/overlong-two/nul", "--jobs", "1")
    utfproof("gate", target, *part, "--sarif", "second.json", "--out", "second")
    prints = [
        {result["ruleId"]: result["partialFingerprints"] for result in results_of(Path(name))}
        for name in ("first.json", "second.json")
    ]
    assert prints[1]
    assert all(prints[0][rule] == found for rule, found in prints[1].items())
    every = [found["codecRequirement/v1"] for found in prints[0].values()]
    assert len(set(every)) == len(every)


def test_known_failures_are_suppressed_with_their_reason_and_pass(
    utfproof: Run, repository: Path, schema: jsonschema_rs.Validator
) -> None:
    target = adapters.put(repository, "reads_overlong_forms")
    utfproof("certify", target, "--jobs", "1", "--update", "--out", "first")
    said = utfproof("gate", target, *QUICK, "--sarif", "s.json", "--badge", "b.json")
    assert said.status == 0
    assert list(schema.iter_errors(sarif_of(Path("s.json")))) == []
    results = results_of(Path("s.json"))
    assert results
    for result in results:
        [suppression] = result["suppressions"]
        assert suppression["kind"] == "external"
        assert "behaves like" in suppression["justification"]
        assert result["level"] == "note"
    assert json.loads(Path("b.json").read_text("utf-8"))["color"] == "yellow"
    assert "does not meet" not in said.out


def test_a_list_that_is_not_right_fails_under_a_rule_of_its_own(
    utfproof: Run, repository: Path
) -> None:
    target = adapters.put(repository, "reads_by_the_table")
    entry = "[{reason: x, cases: [{verdict: fail, ids: [utf-8/ill-formed/*], count: 1}]}]"
    path = Path(target, "expectations.yaml")
    path.write_text(f"codecs: {{reads_by_the_table/table: {entry}}}\n", "utf-8")
    said = utfproof("gate", target, *QUICK, "--sarif", "s.json")
    assert said.status == 1
    [result] = results_of(Path("s.json"))
    assert result["ruleId"] == "known-failures"
    assert "unexpected pass" in result["message"]["text"]
    artifact = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert artifact["uri"] == "reads_by_the_table/expectations.yaml"


def test_a_broken_adapter_is_an_alert_and_no_success(utfproof: Run, repository: Path) -> None:
    target = adapters.put(repository, "says_nonsense")
    assert utfproof("gate", target, *QUICK, "--sarif", "s.json").status == 3
    [run] = sarif_of(Path("s.json"))["runs"]
    [result] = run["results"]
    assert result["ruleId"] == "adapter-broken"
    assert result["locations"][0]["physicalLocation"]["region"]["startLine"] == 6
    [invocation] = run["invocations"]
    assert invocation["executionSuccessful"] is False
    assert invocation["toolExecutionNotifications"]


def test_an_adapter_that_cannot_be_read_is_broken(utfproof: Run, repository: Path) -> None:
    (repository / "mine").mkdir()
    (repository / "mine/adapter.yaml").write_text("adapter: mine\n", "utf-8")
    said = utfproof("gate", "./mine")
    assert said.status == 3
    assert "mine/adapter.yaml" in said.err


@pytest.mark.parametrize(
    "lines", [("requires: [a-program-that-nobody-has]",), ()], ids=["absent", "narrowed"]
)
def test_a_gate_through_which_nothing_went_is_not_open(
    utfproof: Run, repository: Path, lines: tuple[str, ...]
) -> None:
    target = adapters.put(repository, "reads_by_the_table", *lines)
    case = QUICK if lines else ("--case", "no/such/case")
    said = utfproof("gate", target, *case, "--badge", "b.json", "--sarif", "s.json")
    assert said.status == 5
    assert json.loads(Path("b.json").read_text("utf-8"))["message"] == "nothing ran"
    assert "utfproof gate: nothing ran" in said.out.splitlines()[-1]


def test_a_shipped_codec_is_located_where_utfproof_has_it(utfproof: Run, repository: Path) -> None:
    utfproof("gate", "python_cpython/utf-8-sig", "--case", "no/such/case", "--sarif", "s.json")
    results = results_of(Path("s.json"))
    assert [result["ruleId"] for result in results] == ["not-run"]
    [where] = results[0]["locations"]
    assert where["physicalLocation"]["artifactLocation"] == {
        "uri": "adapters/python_cpython/adapter.yaml",
        "uriBaseId": "UTFPROOF",
    }


def test_the_last_lines_have_clause_input_and_a_command_that_repeats_it(
    utfproof: Run, repository: Path
) -> None:
    target = adapters.put(repository, "reads_overlong_forms")
    said = utfproof("gate", target, *QUICK, "--out", "run")
    *_, head, states, fault, given, expected, actual, repeat, empty, last = said.out.splitlines()
    assert head.startswith("reads_overlong_forms/table does not meet RFC3629-3-")
    assert "(RFC 3629, section 3, MUST" in head
    assert states.startswith("    ")
    assert fault.startswith("    behaves like: ")
    assert given.split() == ["input", "c080", "(decode", "UTF-8", "strict,", "whole)"]
    assert expected.split(maxsplit=1) == ["expected", "error 0 1"]
    assert actual.split(maxsplit=1) == ["actual", "ok 0"]
    assert (empty, last.endswith("; run/index.html")) == ("", True)
    assert last.startswith("utfproof gate: failed, 1 of 1 codec; requirements not met: ")
    program, *again = shlex.split(repeat.split(maxsplit=1)[1])
    assert program == "utfproof"
    assert utfproof(*again, "--out", "again").status == 1


def test_json_is_alone_on_stdout(utfproof: Run, repository: Path) -> None:
    target = adapters.put(repository, "reads_overlong_forms")
    said = utfproof("gate", target, *QUICK, "--format", "json")
    assert said.json()["codecs"][0]["verdict"] == "fail"


def test_files_of_an_earlier_run_do_not_outlive_one_that_could_not_start(
    utfproof: Run, repository: Path
) -> None:
    Path("j.xml").write_text("from yesterday", "utf-8")
    assert utfproof("gate", "./nothing", "--junit", "j.xml").status == 2
    assert not Path("j.xml").exists()


def test_a_file_that_cannot_be_written_is_told_before_anything_is_asked(
    utfproof: Run, repository: Path
) -> None:
    target = adapters.put(repository, "reads_by_the_table")
    said = utfproof("gate", target, "--sarif", "/dev/null/s.json", "--out", "run")
    assert said.status == 2
    assert "/dev/null/s.json" in said.err
    assert not Path("run").exists()


def test_the_sarif_of_a_run_can_be_written_again(utfproof: Run, repository: Path) -> None:
    target = adapters.put(repository, "reads_overlong_forms")
    utfproof("gate", target, *QUICK, "--out", "run")
    again = utfproof("report", "run", "--format", "sarif")
    assert again.out.rstrip() == Path("run/utfproof.sarif").read_text("utf-8").rstrip()


def test_a_gate_identifies_no_policies_and_is_else_what_certify_is(
    utfproof: Run, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def identified(context: CodecContext) -> Iterator[TraitsFound]:
        yield TraitsFound(context.name, {"UTF-8": {"signature": "keep"}})

    monkeypatch.setattr(levels, "IdentifyStage", lambda: identified)  # its own takes a minute
    target = adapters.put(repository, "reads_by_the_table")
    asked = (target, *QUICK, "--level", "complete", "--format", "json")
    certified, gated = (utfproof(name, *asked, "--out", name) for name in ("certify", "gate"))
    assert (certified.status, gated.status) == (0, 0)
    [one], [other] = certified.json()["codecs"], gated.json()["codecs"]
    assert one.pop("identified")
    assert one == other
