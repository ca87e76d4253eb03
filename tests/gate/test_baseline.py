"""What changed since a baseline: new, fixed, still failing, and what only one run asked."""

from __future__ import annotations

from pathlib import Path

import pytest

import fake_programs
from chained import chained
from cli import adapters
from cli.conftest import Run

NARROW = "utf-8/ill-formed/overlong-two/*"
QUICK = ("--case", NARROW, "--jobs", "1")
RIGHT, FAULTY, OTHER = "reads_by_the_table", "reads_overlong_forms", "replaces_each_octet"


@pytest.fixture
def target(repository: Path) -> str:
    """Make an adapter whose program can be exchanged."""
    return adapters.put(repository, RIGHT)


def become(target: str, program: str) -> None:
    """Put another codec behind an adapter."""
    path = Path(target, "adapter.yaml")
    lines = path.read_text("utf-8").splitlines()
    other = f"run: {adapters.PYTHON} {fake_programs.line(program)}"
    path.write_text(
        "\n".join(other if line.startswith("run: ") else line for line in lines) + "\n", "utf-8"
    )


def comment(utfproof: Run, target: str, *more: str) -> str:
    utfproof("gate", target, *more, "--comment", "comment.md")
    return Path("comment.md").read_text("utf-8")


def test_a_case_that_passed_and_fails_is_new(utfproof: Run, target: str) -> None:
    assert utfproof("gate", target, *QUICK, "--out", "before").status == 0
    become(target, FAULTY)
    said = utfproof("gate", target, *QUICK, "--baseline", "before", "--comment", "c.md")
    text = Path("c.md").read_text("utf-8")
    assert "### Since the baseline of " in text
    assert "**new** `reads_by_the_table/table`: `utf-8/ill-formed/overlong-two/" in text
    assert "gives `ok " in text
    assert "reads_by_the_table/table: pass then, fail now" in text
    assert "fixed" not in text
    new = said.out.partition("since the baseline: ")[2].partition(" new, ")[0]
    assert int(new) > 30


def test_a_case_that_failed_and_passes_is_fixed(utfproof: Run, target: str) -> None:
    become(target, FAULTY)
    assert utfproof("gate", target, *QUICK, "--out", "before").status == 1
    become(target, RIGHT)
    text = comment(utfproof, target, *QUICK, "--baseline", "before/journal.jsonl")
    assert "**fixed** `reads_by_the_table/table`" in text
    assert "**new**" not in text


def test_a_case_that_fails_in_both_runs_is_still_failing(utfproof: Run, target: str) -> None:
    become(target, FAULTY)
    utfproof("gate", target, *QUICK, "--out", "before")
    text = comment(utfproof, target, *QUICK, "--baseline", "before")
    assert " still failing.\n" in text
    assert "**new**" not in text
    assert "fixed" not in text


def test_a_case_that_was_never_asked_is_not_new(utfproof: Run, target: str) -> None:
    become(target, FAULTY)
    one = ("--case", "utf-8/ill-formed/overlong-two/nul", "--jobs", "1")
    utfproof("gate", target, *one, "--out", "before")
    text = comment(utfproof, target, *QUICK, "--baseline", "before")
    assert "**first asked**" in text
    assert "**new**" not in text


def test_a_case_that_is_no_longer_asked_is_not_fixed(utfproof: Run, target: str) -> None:
    become(target, FAULTY)
    utfproof("gate", target, *QUICK, "--out", "before")
    become(target, "never_greets")
    text = comment(utfproof, target, *QUICK, "--baseline", "before")
    assert "**not asked any more**" in text
    assert "fixed" not in text
    assert "fail then, broken now" in text


def test_another_vectors_version_or_level_is_reported(utfproof: Run, target: str) -> None:
    utfproof("gate", target, *QUICK, "--out", "before")
    path = Path("before/journal.jsonl")
    text = path.read_text("ascii").replace('"level":"vectors"', '"level":"complete"', 1)
    path.write_text(chained(text.replace('"digest":"', '"digest":"00', 1)), "ascii")
    text = comment(utfproof, target, *QUICK, "--baseline", "before")
    assert "`level: complete then, vectors now`" in text
    assert "`vectors: " in text


def test_a_baseline_without_an_end_is_told(utfproof: Run, target: str) -> None:
    utfproof("gate", target, *QUICK, "--out", "before")
    path = Path("before/journal.jsonl")
    path.write_text("".join(path.read_text("ascii").splitlines(keepends=True)[:-1]), "ascii")
    text = comment(utfproof, target, *QUICK, "--baseline", "before")
    assert "the baseline is a run without an end" in text


@pytest.mark.parametrize("text", ["", "no journal\n", None])
def test_a_folder_that_is_no_run_is_refused_before_asking(
    utfproof: Run, target: str, text: str | None
) -> None:
    Path("before").mkdir()
    if text is not None:
        Path("before/journal.jsonl").write_text(text, "utf-8")
    said = utfproof("gate", target, *QUICK, "--baseline", "before", "--out", "run")
    assert said.status == 2
    assert "before" in said.err
    assert not Path("run").exists()
