"""certify: from an adapter's folder to verdicts, an exit status, JSON and the files of a run."""

from __future__ import annotations

import json
import shlex
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest

from utfproof.adapters import manifest
from utfproof.adapters.build import build_inputs
from utfproof.cli.shared.run_command import new_folder
from utfproof.engine.journal import journal
from utfproof.engine.journal.events import CodecStarted, RunFinished, RunStarted
from utfproof.model.case import DecodeCase
from utfproof.vectors import loader

from . import adapters
from .conftest import Json, Run

OVERLONG = "utf-8/ill-formed/overlong-two/*"
QUICK = ("--case", OVERLONG, "--jobs", "1")
TOP = {"vectors", "codecs"}
CODEC = {
    "codec", "version", "profile", "level", "scope", "not_assessed",
    "verdict", "counts", "failures", "diagnosis",
}  # fmt: skip
FAILURE = {"id", "op", "input", "expected", "actual", "clauses", "known", "reproduce"}
OFFERS = ["decode UTF-8 strict", "decode UTF-8 replace", "validate UTF-8 strict"]


def codecs_of(said: Json) -> dict[str, Json]:
    return {entry["codec"]: entry for entry in said["codecs"]}


def test_a_right_codec_passes_every_case(utfproof: Run, home: Path) -> None:
    said = utfproof("certify", adapters.put(home, "reads_by_the_table"), "--format", "json")
    assert (said.status, said.err) == (0, "")
    (entry,) = said.json()["codecs"]
    assert (entry["verdict"], entry["failures"]) == ("pass", [])
    assert set(entry["counts"]) <= {"pass", "unsupported"}
    decodes = [case for case in loader.load().cases if isinstance(case, DecodeCase)]
    mine = [case for case in decodes if case.about.encoding == "UTF-8" and not case.about.profile]
    assert entry["counts"]["pass"] > len(mine) * len(OFFERS) > 2000


def test_an_overlong_form_is_found_with_its_clause(utfproof: Run, home: Path) -> None:
    said = utfproof(
        "certify", adapters.put(home, "reads_overlong_forms"), *QUICK, "--format", "json"
    )
    assert said.status == 1
    (entry,) = said.json()["codecs"]
    assert entry["verdict"] == "fail"
    failures = {(item["id"], item["op"]): item for item in entry["failures"]}
    nul = failures["utf-8/ill-formed/overlong-two/nul", "decode UTF-8 strict"]
    assert (nul["input"], nul["expected"], nul["actual"]) == ("c080", "error 0 1", "ok 0")
    assert "RFC3629-3-21" in nul["clauses"]
    assert nul["known"] is False
    valid = failures["utf-8/ill-formed/overlong-two/nul", "validate UTF-8 strict"]
    assert (valid["expected"], valid["actual"]) == ("error 0 1", "ok")
    replaced = failures["utf-8/ill-formed/overlong-two/nul", "decode UTF-8 replace"]
    assert (replaced["expected"], replaced["actual"]) == ("ok fffd fffd", "ok 0")
    assert sum(entry["counts"].values()) >= len(entry["failures"]) > 30


def test_the_json_has_every_key_and_is_alone_on_stdout(utfproof: Run, home: Path) -> None:
    said = utfproof(
        "certify", adapters.put(home, "reads_overlong_forms"), *QUICK, "--format", "json"
    )
    suite = loader.load()
    found = said.json()
    assert set(found) >= TOP
    vectors = {"version": suite.version, "digest": suite.digest, "cases": len(suite.cases)}
    assert found["vectors"] == vectors
    (entry,) = found["codecs"]
    assert set(entry) >= CODEC
    assert entry["codec"] == "reads_overlong_forms/table"
    assert (entry["version"], entry["profile"], entry["level"]) == ("1.0", ["unicode"], "vectors")
    assert (entry["scope"], entry["not_assessed"]) == (OFFERS, [])
    assert entry["counts"]["fail"] == len(entry["failures"])
    (found,) = entry["diagnosis"]
    assert (found["flag"], found["input"], found["exact"]) == ("Overlong", "c080", True)
    assert "CWE-176" in found["cwe"]
    assert all(set(failure) >= FAILURE for failure in entry["failures"])


def test_the_command_of_a_failure_repeats_it_alone(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "has_a_right_and_a_wrong_codec", codecs=("table", "lax"))
    first = utfproof("certify", target, *QUICK, "--format", "json").json()
    failure = codecs_of(first)["has_a_right_and_a_wrong_codec/lax"]["failures"][0]
    program, *again = shlex.split(failure["reproduce"])
    assert program == "utfproof"
    said = utfproof(*again, "--format", "json", "--out", "again")
    assert said.status == 1
    (entry,) = said.json()["codecs"]
    assert entry["failures"] == [failure]
    assert sum(entry["counts"].values()) == 1


def test_the_text_shows_the_matrix_and_the_first_failures(utfproof: Run, home: Path) -> None:
    said = utfproof("certify", adapters.put(home, "reads_overlong_forms"), *QUICK, "--out", "run")
    assert said.status == 1
    assert "reads_overlong_forms/table" in said.out
    shown = ["input    c080", "expected error 0 1", "actual   ok 0", "repeat   utfproof certify"]
    for words in [*shown, "clauses  RFC3629-3-21"]:
        assert words in said.out
    assert said.out.rstrip().endswith("run/index.html")


@pytest.mark.parametrize(
    ("programs", "status"),
    [
        (["reads_by_the_table"], 0),
        (["reads_overlong_forms"], 1),
        (["says_nonsense"], 3),
        (["never_greets"], 3),
        (["reads_by_the_table", "reads_overlong_forms"], 1),
        (["reads_by_the_table", "says_nonsense"], 3),
        (["reads_overlong_forms", "never_greets"], 3),
    ],
    ids=lambda value: "+".join(value) if isinstance(value, list) else str(value),
)
def test_the_exit_status_is_that_of_the_gravest_verdict(
    utfproof: Run, home: Path, programs: list[str], status: int
) -> None:
    targets = [adapters.put(home, program) for program in programs]
    assert utfproof("certify", *targets, *QUICK, "--out", "run").status == status
    *_, footer = journal.read(home / "run")
    assert isinstance(footer, RunFinished)
    assert footer.exit_code == status


def test_the_journal_names_the_build_that_was_asked(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "reads_by_the_table")
    utfproof("certify", target, *QUICK, "--out", "run")
    [started] = (one for one in journal.read(home / "run") if isinstance(one, CodecStarted))
    assert started.build == build_inputs.key(manifest.load(home / target))


def test_adapters_side_by_side_say_what_they_say_one_by_one(utfproof: Run, home: Path) -> None:
    targets = [adapters.put(home, name) for name in ("reads_by_the_table", "reads_overlong_forms")]
    command = ["certify", *targets, "--case", OVERLONG, "--format", "json"]
    said = [utfproof(*command, "--jobs", jobs, "--out", jobs) for jobs in ("1", "2")]
    assert [one.status for one in said] == [1, 1]
    assert said[0].json() == said[1].json()


@pytest.mark.parametrize(
    ("narrowing", "scope"),
    [
        (["--op", "decode"], OFFERS[:2]),
        (["--op", "decode UTF-8 strict"], OFFERS[:1]),
        (["--op", "validate", "--op", "decode UTF-8 replace"], OFFERS[1:]),
        (["--encoding", "utf-8"], OFFERS),
    ],
)
def test_operations_and_encodings_narrow(
    utfproof: Run, home: Path, narrowing: list[str], scope: list[str]
) -> None:
    target = adapters.put(home, "reads_by_the_table")
    said = utfproof("certify", target, *QUICK, *narrowing, "--format", "json")
    (entry,) = said.json()["codecs"]
    assert said.status == 0
    assert entry["scope"] == scope
    overlong = sum(case.about.id.startswith(OVERLONG[:-1]) for case in loader.load().cases)
    assert entry["counts"] == {"pass": overlong * len(scope)}


def test_a_case_narrows_to_itself(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "reads_overlong_forms")
    case = "utf-8/ill-formed/overlong-two/nul"
    said = utfproof("certify", target, "--case", case, "--format", "json")
    (entry,) = said.json()["codecs"]
    assert {failure["id"] for failure in entry["failures"]} == {case}
    assert sum(entry["counts"].values()) == len(OFFERS)


@pytest.mark.parametrize("pattern", ["lax", "*/lax", "l?x"])
def test_a_codec_is_chosen_by_pattern(utfproof: Run, home: Path, pattern: str) -> None:
    target = adapters.put(home, "has_a_right_and_a_wrong_codec", codecs=("table", "lax"))
    said = utfproof("certify", target, "--codec", pattern, *QUICK, "--format", "json")
    assert list(codecs_of(said.json())) == ["has_a_right_and_a_wrong_codec/lax"]
    assert said.status == 1


@pytest.mark.parametrize(
    "narrowing",
    [
        ["--case", "utf-8/no/such/case"],
        ["--op", "sweep"],
        ["--encoding", "UTF-32"],
        ["--case", "label/*"],
    ],
)
def test_a_run_in_which_nothing_is_asked_is_no_success(
    utfproof: Run, home: Path, narrowing: list[str]
) -> None:
    target = adapters.put(home, "reads_by_the_table")
    said = utfproof("certify", target, *narrowing, "--format", "json")
    (entry,) = said.json()["codecs"]
    assert said.status == 5
    assert (entry["verdict"], entry["counts"], entry["scope"]) == ("not-run", {}, [])


def test_the_files_of_a_run_are_written(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "reads_overlong_forms")
    said = utfproof("certify", target, *QUICK, "--out", "runs/first", "--format", "json")
    folder = home / "runs/first"
    names = {"journal.jsonl", "index.html", "summary.json", "summary.md", "junit.xml"}
    assert {path.name for path in folder.iterdir()} == names
    assert json.loads((folder / "summary.json").read_text("utf-8")) == said.json()
    first, *_, last = journal.read(folder)
    assert isinstance(first, RunStarted)
    assert isinstance(last, RunFinished)
    assert first.command.startswith(f"utfproof certify {target} --case ")
    (suite,) = ET.parse(folder / "junit.xml").getroot()  # noqa: S314  (written by this program)
    (codec,) = said.json()["codecs"]
    assert suite.get("failures") == str(codec["counts"]["fail"] + len(codec["diagnosis"]))


def test_a_run_has_a_folder_of_its_own_by_default(utfproof: Run, home: Path) -> None:
    utfproof("certify", adapters.put(home, "reads_by_the_table"), *QUICK)
    (folder,) = (home / "reports/runs").iterdir()
    assert (folder / "journal.jsonl").is_file()


def test_two_runs_that_begin_in_the_same_second_have_a_folder_each(home: Path) -> None:
    now = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: new_folder(now), range(8)))
    names = ["20260102-030405", *(f"20260102-030405-{number}" for number in range(2, 9))]
    assert sorted(path.name for path in found) == names
    assert new_folder(now, "-fuzz") == Path("reports/runs/20260102-030405-fuzz")


def test_a_folder_that_holds_a_run_is_refused_and_kept(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "reads_by_the_table")
    utfproof("certify", target, *QUICK, "--out", "run")
    before = (home / "run/journal.jsonl").read_bytes()
    said = utfproof("certify", target, *QUICK, "--out", "run")
    assert said.status == 2
    assert said.err == "utfproof: run: holds a run already: give another --out, or remove it\n"
    assert (home / "run/journal.jsonl").read_bytes() == before


def test_a_file_is_no_folder_for_a_run(utfproof: Run, home: Path) -> None:
    (home / "run").write_text("something else")
    said = utfproof("certify", adapters.put(home, "reads_by_the_table"), "--out", "run")
    assert said.status == 2
    assert "is a file" in said.err
    assert (home / "run").read_text() == "something else"


@pytest.mark.parametrize("out", ["/dev/null", "/dev/null/run", "something/run"])
def test_a_file_is_not_taken_for_the_folder_of_a_run(utfproof: Run, home: Path, out: str) -> None:
    (home / "something").write_text("else")
    said = utfproof("certify", adapters.put(home, "reads_by_the_table"), *QUICK, "--out", out)
    assert said.status == 2
    assert said.err == f"utfproof: {out}: is no folder: give another --out\n"
    assert (home / "something").read_text() == "else"
