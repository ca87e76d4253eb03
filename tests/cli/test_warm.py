"""Codecs that are compiled while they run, certified the whole way."""

from __future__ import annotations

import json
from pathlib import Path

from utfproof.engine.journal import journal
from utfproof.engine.journal.events import CaseFinished
from utfproof.model.verdict import Verdict

from . import adapters
from .conftest import Run

ASKED = ("--level", "complete", "--case", "warm/*", "--op", "validate", "--jobs", "1")
WHILE_RUNNING = "compiled: while-running"


def cases(run: Path) -> list[CaseFinished]:
    return [event for event in journal.read(run) if isinstance(event, CaseFinished)]


def test_only_a_codec_that_says_so_is_asked_again(utfproof: Run, home: Path) -> None:
    plain = adapters.put(home, "reads_by_the_table")
    utfproof("certify", plain, *ASKED, "--out", "plain")
    assert cases(home / "plain") == []
    (home / "reads_by_the_table" / "adapter.yaml").unlink()
    (home / "reads_by_the_table").rmdir()
    warm = adapters.put(home, "reads_by_the_table", WHILE_RUNNING)
    assert utfproof("certify", warm, *ASKED, "--out", "warm").status == 0
    [case] = cases(home / "warm")
    assert (case.case, case.verdict) == ("warm/utf-8/written", Verdict.PASS)
    assert case.asked >= 20_000


def test_a_changed_answer_fails_and_its_command_repeats_it(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "reads_overlong_forms_when_warm", WHILE_RUNNING)
    said = utfproof("certify", target, *ASKED, "--out", "run")
    assert said.status == 1
    [case] = cases(home / "run")
    assert (case.verdict, case.input, case.actual) == (
        Verdict.UNSTABLE,
        "c080",
        "unstable error 0 1 ; ok",
    )
    [codec] = json.loads((home / "run" / "summary.json").read_text("utf-8"))["codecs"]
    assert "--level complete --case warm/utf-8/written" in json.dumps(codec)
