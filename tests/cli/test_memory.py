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
    said = utfproof("certify", target, "--case", "utf-8/*", "--out", str(home / "run"))
    assert said.status == 1
    [codec] = json.loads((home / "run" / "summary.json").read_text("utf-8"))["codecs"]
    assert set(codec["counts"]) == {"overrun", "unstable", "pass"}
    told = {each["fault"]: each for each in codec["diagnosis"]}
    assert set(told) == {"memory/touched", "memory/unstable"}
    touched = told["memory/touched"]
    assert touched["about"] == "It reads 1 octet past the end of its input."
    assert (touched["flag"], touched["cwe"]) == ("Memory", ["CWE-126"])
    assert "eda080" in told["memory/unstable"]["about"]
    assert "reads 1 octet past the end" in said.out


def test_learn_counts_a_touch_as_a_breakdown(utfproof: Run, target: str) -> None:
    said = utfproof("learn", target)
    assert said.status == 1
    assert "strings count as refused: overrun read 1 past the end" in said.out
