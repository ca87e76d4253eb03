"""What a newer version has written is refused with a clear word: place, problem and next step."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from divergence import found
from utfproof.engine.journal import packing
from utfproof.fuzz.campaign import statistics
from utfproof.fuzz.triage import findings
from vectors import small

from . import adapters
from .conftest import Run

QUICK = ("--case", "utf-8/ill-formed/overlong-two/nul", "--jobs", "1")
UPDATE = "update utfproof"


def newer(path: Path, form: int) -> None:
    """Raise the number of the form in each line of a file of JSON."""
    nodes = [json.loads(line) for line in path.read_text("ascii").splitlines() if line]
    lines = [json.dumps({**node, "form": form} if "form" in node else node) for node in nodes]
    path.write_text("".join(f"{line}\n" for line in lines), "ascii")


@pytest.mark.parametrize("command", ["report", "certify"])
def test_a_journal(utfproof: Run, home: Path, command: str) -> None:
    target = adapters.put(home, "reads_by_the_table")
    utfproof("certify", target, *QUICK, "--out", "run")
    newer(home / "run" / packing.NAME, 4)
    words = (
        ["report", "run"] if command == "report" else ["certify", target, *QUICK, "--out", "run"]
    )
    said = utfproof(*words)
    told = "a journal of form 4; this version reads form 3: read it with a newer utfproof"
    assert (said.status, said.out) == (2, "")
    assert said.err == f"utfproof: run/journal.jsonl:1: {told}\n"


def test_known_failures(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "reads_by_the_table")
    (home / target / "expectations.yaml").write_text("# x\nform: 2\ndefects: []\n", "utf-8")
    said = utfproof("certify", target, *QUICK, "--out", "run")
    told = f"expectations.yaml:2: written for a newer utfproof (form 2): {UPDATE}"
    assert (said.status, said.err) == (2, f"utfproof: {(home / target).resolve()}/{told}\n")
    assert not (home / "run").exists()


def test_a_manifest(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "reads_by_the_table", "form: 3")
    said = utfproof("certify", target, *QUICK)
    told = f"written for a newer utfproof (form 3): {UPDATE}"
    assert (said.status, said.out) == (3, "")
    assert said.err.startswith("utfproof: reads_by_the_table/adapter.yaml:")
    assert said.err.endswith(f": {told}\n")


def test_an_adapter_of_another_protocol(utfproof: Run, home: Path) -> None:
    said = utfproof("certify", adapters.put(home, "speaks_version_2"), *QUICK, "--format", "json")
    [entry] = said.json()["codecs"]
    assert (said.status, entry["verdict"]) == (3, "broken")
    assert "it speaks protocol 2, not 1" in entry["why"]


def test_vectors(utfproof: Run, home: Path) -> None:
    root = home / "vectors"
    small.write(root)
    path = root / "utf-8" / "overlong.yaml"
    path.write_text(f"form: 2\n{path.read_text('utf-8')}", "utf-8")
    said = utfproof("vectors", "check", "--root", str(root))
    told = f"vectors/utf-8/overlong.yaml:1: written for a newer utfproof (form 2): {UPDATE}\n"
    assert (said.status, said.err) == (4, told)


@pytest.mark.parametrize("command", [("findings", "list", "--out", "run"), ("report", "run")])
def test_findings(utfproof: Run, home: Path, command: tuple[str, ...]) -> None:
    (home / "run").mkdir()
    findings.append(home / "run", found.OVERLONG)
    newer(home / "run" / findings.NAME, 2)
    said = utfproof(*command)
    told = "not a finding that this version knows: it was made by a newer utfproof: update"
    assert (said.status, said.err) == (2, f"utfproof: run/findings.jsonl:1: {told}\n")


@pytest.mark.parametrize("command", ["findings", "fuzz"])
def test_the_state_of_a_campaign(utfproof: Run, home: Path, command: str) -> None:
    (home / "run").mkdir()
    statistics.write(home / "run", found.STATISTICS)
    path = home / "run" / statistics.NAME
    path.write_text(path.read_text("ascii").replace('"form": 1', '"form": 2'), "ascii")
    target = adapters.put(home, "reads_by_the_table")
    words = {
        "findings": ["findings", "list", "--out", "run"],
        "fuzz": ["fuzz", target, "--execs", "1", "--jobs", "1", "--out", "run"],
    }
    said = utfproof(*words[command])
    told = "not the statistics that this version knows: they were made by a newer utfproof: update"
    assert (said.status, said.err) == (2, f"utfproof: run/stats.json: {told}\n")
