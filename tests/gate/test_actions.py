"""A step of GitHub Actions: annotations, the step's summary, and words that are no commands."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cli import adapters
from cli.conftest import Run
from utfproof.cli.shared import actions

QUICK = ("--case", "utf-8/ill-formed/overlong-two/*", "--jobs", "1")
STOPPED = re.compile(r"^::stop-commands::([0-9a-f]{32})$", re.MULTILINE)


@pytest.fixture
def step(repository: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Be a step of a workflow; give the file of its summary."""
    file = repository / "summary.md"
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(file))
    return file


def outside(text: str) -> str:
    """Return what a runner reads for commands: all that is not between a stop and its token."""
    kept = ""
    while stop := STOPPED.search(text):
        kept += text[: stop.start()]
        _, found, text = text[stop.end() :].partition(f"\n::{stop[1]}::\n")
        if not found:
            return kept
    return kept + text


def test_a_failure_is_annotated_at_the_codecs_line(utfproof: Run, step: Path) -> None:
    target = adapters.put(Path.cwd(), "reads_overlong_forms")
    said = utfproof("gate", target, *QUICK)
    [line] = outside(said.out).splitlines()
    place = "file=reads_overlong_forms/adapter.yaml,line=6"
    assert line.startswith(f"::error {place},title=reads_overlong_forms/table does not meet RFC")
    text = step.read_text("utf-8")
    assert text.startswith("<!-- utfproof gate -->\n## utfproof: failed, 1 of 1 codec\n")
    assert "**`RFC3629-3-11`**" in text


def test_passing_cases_are_summed_up_without_annotations(utfproof: Run, step: Path) -> None:
    step.write_text("what stood there\n", "utf-8")
    said = utfproof("gate", adapters.put(Path.cwd(), "reads_by_the_table"), *QUICK)
    assert (said.status, outside(said.out)) == (0, "")
    assert step.read_text("utf-8").startswith("what stood there\n<!-- utfproof gate -->\n")


def test_an_error_is_annotated_where_it_is(utfproof: Run, step: Path) -> None:
    Path("mine").mkdir()
    Path("mine/adapter.yaml").write_text("adapter: mine\nabout: 3\n", "utf-8")
    said = utfproof("gate", "./mine")
    assert said.status == 3
    [line] = outside(said.out).splitlines()
    assert line.startswith("::error file=mine/adapter.yaml,line=1,title=utfproof::")


def test_no_word_of_an_adapter_is_a_command(utfproof: Run, step: Path) -> None:
    build = "build: sh -c 'echo ::error::owned; echo ::set-output name=x::y; exit 1'"
    target = adapters.put(Path.cwd(), "reads_by_the_table", build)
    said = utfproof("gate", target, *QUICK)
    assert said.status == 3
    assert "\n::error::owned\n" in said.out  # shown, and not read
    [line] = outside(said.out).splitlines()
    place = "file=reads_by_the_table/adapter.yaml,line=7"
    assert line.startswith(f"::error {place},title=reads_by_the_table/table%3A adapter-broken::")


def test_json_stays_alone_on_stdout(utfproof: Run, step: Path) -> None:
    target = adapters.put(Path.cwd(), "reads_overlong_forms")
    said = utfproof("gate", target, *QUICK, "--format", "json")
    assert said.json()["codecs"][0]["verdict"] == "fail"
    assert outside(said.err).startswith("::error file=")


def test_a_summary_that_is_full_is_cut_and_says_so(utfproof: Run, step: Path) -> None:
    step.write_bytes(b"x" * ((1 << 20) - 1_200))
    utfproof("gate", adapters.put(Path.cwd(), "reads_overlong_forms"), *QUICK, "--out", "run")
    text = step.read_text("utf-8")
    assert len(text.encode()) <= 1 << 20
    assert text.endswith("lines are left out; the whole is run/index.html.**\n")


def test_a_summary_that_cannot_be_written_changes_no_result(
    utfproof: Run, step: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "/dev/null/summary")
    said = utfproof("gate", adapters.put(Path.cwd(), "reads_by_the_table"), *QUICK)
    assert said.status == 0
    assert "no step summary" in said.err


def test_joined_shards_have_one_summary(utfproof: Run, step: Path) -> None:
    target = adapters.put(Path.cwd(), "has_a_right_and_a_wrong_codec", codecs=("table", "lax"))
    for part in ("1", "2"):
        utfproof("gate", target, *QUICK, "--shard", f"{part}/2", "--out", part)
    step.unlink()
    utfproof("report", "merge", "1", "2", "--baseline", "1")
    text = step.read_text("utf-8")
    assert "failed, 1 of 2 codecs" in text
    assert "### Since the baseline" in text


def test_other_commands_print_nothing_that_is_a_command(utfproof: Run, step: Path) -> None:
    del step
    said = utfproof("certify", adapters.put(Path.cwd(), "reads_overlong_forms"), *QUICK)
    first, *_, last = said.err.splitlines()
    found = STOPPED.match(first)
    assert found
    assert last == f"::{found[1]}::"


def change(head: object, base: str) -> dict[str, object]:
    return {"pull_request": {"head": {"repo": head}, "base": {"repo": {"full_name": base}}}}


@pytest.mark.parametrize(
    ("event", "strange"),
    [
        (change({"full_name": "stranger/codec"}, "owner/codec"), True),
        (change({"full_name": "owner/codec", "fork": True}, "owner/codec"), False),
        (change(None, "owner/codec"), True),
        ({"push": {}}, False),
        (["no event"], False),
    ],
)
def test_a_change_from_another_repository_is_a_strangers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, event: object, *, strange: bool
) -> None:
    file = tmp_path / "event.json"
    file.write_text(json.dumps(event), "utf-8")
    monkeypatch.setenv("GITHUB_EVENT_PATH", str(file))
    assert actions.is_of_a_stranger() is strange


@pytest.mark.parametrize(("source", "strange"), [("7", True), ("1", False), ("", False)])
def test_a_merge_request_from_another_project_is_a_strangers(
    monkeypatch: pytest.MonkeyPatch, source: str, *, strange: bool
) -> None:
    monkeypatch.delenv("GITHUB_EVENT_PATH", raising=False)
    monkeypatch.setenv("CI_MERGE_REQUEST_SOURCE_PROJECT_ID", source)
    monkeypatch.setenv("CI_MERGE_REQUEST_PROJECT_ID", "1")
    assert actions.is_of_a_stranger() is strange


def test_a_strangers_change_is_not_tested_without_confinement(
    utfproof: Run, step: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = adapters.put(Path.cwd(), "reads_by_the_table")
    event = step.with_name("event.json")
    event.write_text(json.dumps(change(None, "owner/codec")), "utf-8")
    monkeypatch.setenv("GITHUB_EVENT_PATH", str(event))
    monkeypatch.delenv("UTFPROOF_CONFINE", raising=False)
    monkeypatch.setenv("UTFPROOF_CONFINE_BY", "nothing that works")
    said = utfproof("gate", target, *QUICK)
    assert said.status == 2
    assert "codecs cannot be confined on this machine" in said.err
    assert utfproof("gate", target, *QUICK, "--confine", "prefer").status == 0
