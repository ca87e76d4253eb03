"""A moment of the soak: a fault of each sort, and proof that a wrong result would be told."""

from __future__ import annotations

import random
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from . import processes
from .faults import FAULTS
from .processes import Ended, Run
from .rounds import Soak, Tally, arguments, table

TARGETS = ("python_cpython/json.loads",)
CASES = ("utf-8/ill-formed/*",)
SOME = ("run killed", "adapter killed", "disk full", "file of the run truncated")


@pytest.fixture(scope="module")
def soak(tmp_path_factory: pytest.TempPathFactory) -> Soak:
    return Soak(tmp_path_factory.mktemp("soak"), TARGETS, CASES, tmp_path_factory.mktemp("kept"))


@pytest.mark.slow
@pytest.mark.parametrize("name", SOME)
def test_a_run_that_was_disturbed_comes_to_its_result(soak: Soak, name: str) -> None:
    assert soak.round(random.Random(name), name) == ""  # noqa: S311  (no secret)
    assert soak.tallies[name].resumed == 1


@pytest.mark.slow
def test_the_workers_of_a_cluster_can_be_killed(soak: Soak, tmp_path: Path) -> None:
    shutil.copytree(soak.quiet.cache, tmp_path / "cache", symlinks=True)
    fault = FAULTS["worker of a cluster lost"]
    run = Run(arguments(TARGETS, CASES, on_cluster=True), tmp_path, tmp_path / "cache")
    try:
        assert run.reach(1)
        assert fault.during
        assert fault.during(random.Random(1), run)  # noqa: S311  (no secret)
    finally:
        run.end()


def test_a_fault_that_never_hit_tells_nothing() -> None:
    assert Tally(drawn=3, missed=3, resumed=3).never_hit
    assert not Tally(drawn=3, missed=2, resumed=3).never_hit
    assert not Tally(drawn=2, missed=2, resumed=2).never_hit


@pytest.mark.slow
def test_another_result_is_told_and_its_run_kept(soak: Soak) -> None:
    quiet = soak.quiet
    soak.quiet = replace(quiet, digest="0" * 64)
    try:
        wrong = soak.round(random.Random(1), "run killed")  # noqa: S311  (no secret)
    finally:
        soak.quiet = quiet
        soak.tallies["run killed"].different.clear()
    told, kept = wrong.removesuffix(")").split(" (kept: ")
    assert told == f"another result: {quiet.digest[:16]}"
    assert (Path(kept) / "summary.json").is_file()


def test_a_refusal_has_a_place_a_problem_and_a_next_step() -> None:
    assert Ended(2, "utfproof: run: is torn: remove it\n").is_refusal
    assert not Ended(2, "utfproof: something\n").is_refusal
    assert not Ended(1, "utfproof: run: is torn: remove it\n").is_refusal
    assert Ended(1, "Traceback (most recent call last):\n").has_traceback


@pytest.mark.slow
def test_the_table_adds_up(soak: Soak) -> None:
    head, *rows, last = table(soak.tallies).splitlines()
    assert head.split()[0] == "fault"
    assert [row.split("  ")[0] for row in rows] == list(FAULTS)
    assert int(last.split()[1]) == sum(one.drawn for one in soak.tallies.values())


def test_files_are_damaged(tmp_path: Path) -> None:
    for name, fault in FAULTS.items():
        if not fault.damages:
            continue
        for part in ("run", "cache"):
            (tmp_path / part).mkdir(exist_ok=True)
            for number in range(3):
                (tmp_path / part / str(number)).write_bytes(bytes([number + 65]) + b"bcdefgh")
        before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
        assert fault.between(random.Random(3), tmp_path), name  # noqa: S311  (no secret)
        after = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
        assert before != after, name


def test_a_program_that_still_runs_is_damaged_all_the_same(tmp_path: Path) -> None:
    for name, fault in FAULTS.items():
        if not (fault.damages and "cache" in name):
            continue
        program = tmp_path / "cache" / "program"
        program.parent.mkdir()
        shutil.copy(shutil.which("sleep") or "", program)
        with subprocess.Popen([program, "60"]) as running:
            try:
                assert fault.between(random.Random(1), tmp_path), name  # noqa: S311  (no secret)
            finally:
                running.kill()
        shutil.rmtree(program.parent)


@pytest.mark.parametrize(("octets", "hangs"), [("x", False), ("", True)])
def test_a_run_whose_journal_stands_still_hangs_and_a_slow_one_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, octets: str, *, hangs: bool
) -> None:
    monkeypatch.setattr(processes, "LONGEST", 1.5)
    writes = f"""
import os, pathlib, time
pathlib.Path("run").mkdir()
for _ in range(80):
    with open("run/journal.jsonl", "a") as journal:
        journal.write({octets!r})
    time.sleep(0.05)
os._exit(7)"""
    ended = Run([], tmp_path, tmp_path, before=writes).end()
    assert (ended.hung, ended.status) == (hangs, -9 if hangs else 7)
