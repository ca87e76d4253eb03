"""`utfproof power`: the exit status, what survives, and the JSON form."""

from __future__ import annotations

from pathlib import Path

import pytest

from utfproof import mutants
from utfproof.certificate import suite_strength
from utfproof.proof.power import report

from .conftest import Run

FOUND = "utf-8/overlong/c0-80-is-nul"
BEYOND = "utf-8/counts/256-errors-are-none"
"""A fault that the written cases do not find, and a family does."""

VECTORS = ("power", "--level", "vectors", "--jobs", "1")


def about(name: str) -> str:
    return next(mutant.about for mutant in mutants.catalogue() if mutant.id == name)


@pytest.mark.slow
def test_a_fault_that_survives_is_listed_and_fails_the_command(utfproof: Run) -> None:
    said = utfproof(*VECTORS, "--fault", BEYOND)
    assert said.status == 1
    assert f"survives: {BEYOND}: {about(BEYOND)}" in said.out


@pytest.mark.slow
def test_the_json_form_counts_what_is_found_and_names_what_is_not(utfproof: Run) -> None:
    said = utfproof(*VECTORS, "--fault", FOUND, "--format", "json")
    assert (said.status, said.err) == (0, "")
    found = said.json()
    assert {"mutants", "killed", "survivors", "families"} <= found.keys()
    assert (found["mutants"], found["killed"], found["survivors"]) == (1, 1, [])
    assert found["families"]["vectors"]["named"] == {"total": 1, "killed": 1}

    missed = utfproof(*VECTORS, "--fault", BEYOND, "--format", "json")
    assert missed.status == 1
    assert missed.json()["survivors"] == [f"{BEYOND}: {about(BEYOND)}"]
    assert (missed.json()["mutants"], missed.json()["killed"]) == (1, 0)


def test_a_list_from_elsewhere_is_measured_and_survivors_are_exit_status_1(
    utfproof: Run, home: Path
) -> None:
    (home / "list").write_text("c0 80\neda080\nff\n", "utf-8")
    said = utfproof("power", "--set", "list", "--format", "json")
    assert (said.status, said.err) == (1, "")
    assert said.json()["survivors"]
    found = said.json()
    assert {"mutants", "killed", "survivors"} <= found.keys()
    assert (found["encoding"], found["strings"]) == ("UTF-8", 3)
    assert 0 < found["killed"] < found["mutants"] / 10


def test_a_line_that_is_no_string_is_told_with_file_and_line(utfproof: Run, home: Path) -> None:
    (home / "list").write_text("c0 80\nno string\n", "utf-8")
    said = utfproof("power", "--set", "list")
    assert (said.status, said.out) == (2, "")
    hint = 'write pairs of hex digits, such as "c0 80", one string a line'
    assert said.err == f"utfproof: list:2: 'no string' is no string: {hint}\n"


@pytest.mark.parametrize("current", [True, False])
@pytest.mark.slow
def test_a_recorded_score_is_checked_by_a_draw_where_nothing_has_changed(
    utfproof: Run, monkeypatch: pytest.MonkeyPatch, *, current: bool
) -> None:
    of_family = report.tasks

    def written_cases(families: tuple[str, ...], pattern: str, *, full: bool) -> object:
        del families, pattern
        return of_family((), "utf-8/overlong/", full=full)

    monkeypatch.setattr(report, "tasks", written_cases)
    monkeypatch.setattr(suite_strength, "is_current", lambda _: current)
    work = report.tasks((), "", full=False)
    said = utfproof("power", "--recorded", "--seed", "4", "--jobs", "1")
    assert said.status == 0
    if current:
        assert f"of {len(work)} parts {len(report.drawn(work, 4))} are measured" in said.err
        assert "--seed 4" in said.err
        work = report.drawn(work, 4)
    else:
        assert said.err == "no score of this state is recorded: all is measured\n"
    faults = sum(bool(task.mutant) for task in work)
    assert faults
    [last] = [line for line in said.out.splitlines() if "level complete" in line]
    assert f"{faults} of {faults} (100.0 %)" in last
    assert last.split()[-2] == "·"  # no machine was measured
    # Of a part, nobody can tell which case is alone in finding a fault.
    assert ("alone in finding" in said.out) is not current
