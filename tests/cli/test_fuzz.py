"""fuzz: from a target to findings, an exit status, and a folder that other commands take."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from . import adapters
from .conftest import Run

JSON = ("--format", "json")
SHORT = ("--execs", "600", "--jobs", "1", "--out", "run")


@pytest.mark.slow
def test_a_new_finding_is_exit_status_1(utfproof: Run, home: Path) -> None:
    said = utfproof("fuzz", adapters.put(home, "reads_overlong_forms"), *SHORT, "--format", "json")
    assert said.status == 1
    found = said.json()["findings"]
    assert {(one["class"], one["input"], one["state"]) for one in found} == {
        ("overlong", "c080", "new")
    }
    assert set(found[0]) == {
        "codec", "operation", "class", "signature", "input", "expected", "actual",
        "position_dependence", "state",
    }  # fmt: skip


@pytest.mark.slow
def test_a_right_codec_is_exit_status_0(utfproof: Run, home: Path) -> None:
    said = utfproof("fuzz", adapters.put(home, "reads_by_the_table"), *SHORT)
    assert said.status == 0
    assert "0 new" in said.out
    assert (home / "run" / "index.html").exists()


@pytest.mark.slow
def test_known_failures_alone_give_exit_status_0(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "decodes_overlong_forms")
    assert utfproof("certify", target, "--update", "--jobs", "1").status in (0, 1)
    said = utfproof("fuzz", target, *SHORT, "--format", "json")
    assert [one["state"] for one in said.json()["findings"]] == ["known"]
    assert said.status == 0


@pytest.mark.slow
def test_the_findings_of_a_campaign_are_listed_and_repeated(utfproof: Run, home: Path) -> None:
    utfproof("fuzz", adapters.put(home, "reads_overlong_forms"), *SHORT)
    listed = utfproof("findings", "list", "--out", "run", "--format", "json")
    assert [one["input"] for one in listed.json()["findings"]] == ["c080"]
    assert utfproof("findings", "repro", "1", "--out", "run").status == 1
    told = utfproof("findings", "promote", "1", "--out", "run")
    assert "nothing to promote: utf-8/ill-formed/overlong-two/nul has this input" in told.out


@pytest.mark.slow
def test_a_broken_adapter_is_exit_status_3(utfproof: Run, home: Path) -> None:
    said = utfproof("fuzz", adapters.put(home, "says_nonsense"), *SHORT)
    assert said.status == 3
    assert "broken: " in said.out


@pytest.mark.slow
def test_a_deadly_input_is_put_aside(utfproof: Run, home: Path) -> None:
    said = utfproof("fuzz", adapters.put(home, "crashes_on_ff", codecs=("fake",)), *SHORT, *JSON)
    assert [(one["input"], one["state"]) for one in said.json()["findings"]] == [("fe", "new")]
    (kept,) = list((home / "run" / "quarantine" / "UTF-8").iterdir())
    assert kept.read_bytes() == b"\xfe"
    told = json.loads((home / "run" / "stats.json").read_text())
    (codec,) = told["codecs"].values()
    assert codec["quarantined"] == 1
    assert told["restarts"] < 40


def test_nothing_to_run_is_exit_status_5(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "honest", "requires: [no-such-compiler]")
    said = utfproof("fuzz", target, *SHORT)
    assert said.status == 5
    assert "needs no-such-compiler" in said.out


@pytest.mark.parametrize("text", ["soon", "10 s", "-5s", "1w"])
def test_an_invalid_time_is_refused(utfproof: Run, home: Path, text: str) -> None:
    said = utfproof("fuzz", adapters.put(home, "honest"), f"--time={text}")
    assert said.status == 2
    assert "write 90s, 15m, 8h or 2d" in said.err


@pytest.mark.slow
def test_statistics_are_left_behind(utfproof: Run, home: Path) -> None:
    utfproof("fuzz", adapters.put(home, "reads_by_the_table"), *SHORT)
    told = json.loads((home / "run" / "stats.json").read_text())
    assert told["inputs"] >= 600
    assert not told["running"]
    assert (home / "run" / "stats.csv").read_text().startswith("seconds,inputs,questions")
