"""--memory: a fault that is seen fails the codec, and where it is stated that it was looked for."""

from __future__ import annotations

import json
import os
import shlex
from pathlib import Path

import pytest

from adapters import misuses
from utfproof.adapters import needs
from utfproof.adapters.build import memory_checks

from .conftest import Run

CASE = "utf-8/ill-formed/forbidden-bytes/ff"
TWO = ("--codec", "right", "--codec", "reads-freed")
QUICK = (*TWO, "--case", CASE, "--jobs", "1", "--out", "run")
SANITIZER = ("--memory", "sanitizer")

pytestmark = pytest.mark.skipif(bool(needs.lacking(["cc"])), reason="needs cc")


@pytest.fixture
def target(home: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.delenv(memory_checks.VARIABLE, raising=False)
    misuses.put(home)
    return "./misuses"


@pytest.mark.slow
@pytest.mark.parametrize("command", ["certify", "gate"])
def test_a_fault_is_a_failure_with_its_kind(utfproof: Run, target: str, command: str) -> None:
    said = utfproof(command, target, *QUICK, *SANITIZER)
    assert said.status == 1
    summary = json.loads(Path("run/summary.json").read_text("utf-8"))
    faulty, right = summary["codecs"]
    assert (faulty["verdict"], right["verdict"]) == ("fail", "pass")
    [failure] = faulty["failures"]
    assert (failure["verdict"], failure["input"]) == ("crash", "ff")
    assert failure["actual"].startswith("crashed: use after free: AddressSanitizer: heap-use-after")
    assert [codec["memory"] for codec in summary["codecs"]] == ["sanitizer"] * 2
    header = json.loads(Path("run/journal.jsonl").read_text("utf-8").splitlines()[0])
    assert header["environment"]["memory"].startswith("AddressSanitizer and Undefined")
    page = Path("run/index.html").read_text("utf-8")
    assert "watched by AddressSanitizer and UndefinedBehaviorSanitizer" in page
    assert memory_checks.VARIABLE not in os.environ
    again = shlex.split(failure["reproduce"])[1:]
    assert utfproof(*again, "--jobs", "1", "--out", "again").status == 1


@pytest.mark.slow
def test_without_the_option_nothing_is_seen_and_nothing_said(utfproof: Run, target: str) -> None:
    assert utfproof("certify", target, *QUICK).status == 0
    for name in ("summary.json", "index.html", "journal.jsonl"):
        assert "sanitizer" not in Path("run", name).read_text("utf-8").lower()


@pytest.mark.slow
def test_a_campaign_finds_it(utfproof: Run, target: str) -> None:
    limits = (*TWO, "--execs", "500", "--jobs", "1", "--out", "campaign")
    assert utfproof("fuzz", target, *limits, *SANITIZER).status == 1
    [finding] = [
        json.loads(line) for line in Path("campaign/findings.jsonl").read_text("utf-8").splitlines()
    ]
    assert (finding["codec"], finding["input"]) == ("misuses/reads-freed", "ff")
    assert finding["actual"].startswith("crashed: use after free: AddressSanitizer")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("certify {} --cluster local", "a cluster watches memory by pages alone"),
        ("fuzz {} --cluster local", "a cluster watches memory by pages alone"),
        ("fuzz {} --engine atheris", "atheris watches memory by pages alone"),
        ("certify {} --sign key", "a certificate is of codecs as they are used"),
    ],
)
def test_what_would_not_be_watched_is_refused(
    utfproof: Run, target: str, line: str, told: str
) -> None:
    assert utfproof("keygen", "key").status == 0
    said = utfproof(*line.format(target).split(), *SANITIZER)
    assert said.status == 2
    assert told in said.err
    assert "leave out --memory sanitizer" in said.err


def test_valgrind_that_is_not_here_is_named(
    utfproof: Run, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    said = utfproof("certify", target, "--memory", "valgrind")
    assert said.status == 2
    assert "install it (Debian: valgrind)" in said.err
