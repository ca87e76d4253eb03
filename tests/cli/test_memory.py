"""A codec that touches memory beside its input, and that answers in two ways, is told as that."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from . import adapters
from .conftest import Run


@pytest.fixture
def target(home: Path) -> str:
    return adapters.put(home, "touches_memory")


def test_certify_says_in_a_sentence_where_memory_is_touched(
    utfproof: Run, target: str, home: Path
) -> None:
    said = utfproof("certify", target, "--case", "*utf-8*", "--out", str(home / "run"))
    assert said.status == 1
    [codec] = json.loads((home / "run" / "summary.json").read_text("utf-8"))["codecs"]
    assert set(codec["counts"]) == {"overrun", "unstable", "pass", "unsupported"}
    told = {each["fault"]: each for each in codec["diagnosis"]}
    assert set(told) == {"memory/touched", "memory/unstable"}
    touched = told["memory/touched"]
    assert touched["about"] == "It reads 1 octet past the end of its input."
    assert (touched["flag"], touched["cwe"]) == ("Memory", ["CWE-126"])
    assert "eda080" in told["memory/unstable"]["about"]
    assert told["memory/unstable"]["cwe"] == []
    assert "reads 1 octet past the end" in said.out
    lines = (home / "run" / "journal.jsonl").read_text("utf-8").splitlines()
    cases = [event for event in map(json.loads, lines) if event["event"] == "case"]
    found = {
        (event["verdict"], event["breaks"][0])
        for event in cases
        if event.get("way") == "property" and event["verdict"] in ("overrun", "unstable")
    }
    # The two answers to ED A0 80 are of two lengths.
    assert found == {("overrun", "RFC3629-10-01"), ("unstable", "UNICODE-3.9-02")}


@pytest.mark.slow
def test_learn_counts_a_touch_as_a_breakdown(utfproof: Run, target: str) -> None:
    said = utfproof("learn", target)
    assert said.status == 1
    assert "strings count as refused: overrun read 1 past the end" in said.out
