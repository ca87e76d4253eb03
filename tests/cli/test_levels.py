"""certify --level complete: families of generated inputs, told with counts and digests."""

from __future__ import annotations

import json
from pathlib import Path

from utfproof.engine.journal import journal
from utfproof.engine.journal.events import FamilyFinished

from . import adapters
from .conftest import Run

OCTETS = ("--level", "complete", "--case", "families/octets/*", "--jobs", "1")


def test_a_level_says_what_it_executed(utfproof: Run, home: Path) -> None:
    codec = adapters.put(home, "reads_by_the_table")
    said = utfproof("certify", codec, *OCTETS, "--out", "run", "--format", "json")
    (entry,) = said.json()["codecs"]
    assert (said.status, entry["verdict"], entry["level"]) == (0, "pass", "complete")
    strict = next(item for item in entry["executed"] if item["op"] == "decode UTF-8 strict")
    assert (strict["family"], strict["asked"], strict["groups"]) == ("families/octets", 65_793, 257)
    assert len(strict["digest"]) == 64
    assert entry["counts"]["pass"] == 257 * len(entry["executed"])
    events = list(journal.read(home / "run"))
    told = [event for event in events if isinstance(event, FamilyFinished)]
    assert [event.digest for event in told] == [item["digest"] for item in entry["executed"]]
    assert "65,793" in (home / "run" / "summary.md").read_text("utf-8")


def test_a_fault_is_found_in_its_group_and_named(utfproof: Run, home: Path) -> None:
    codec = adapters.put(home, "reads_overlong_forms")
    said = utfproof("certify", codec, *OCTETS, "--format", "json")
    (entry,) = said.json()["codecs"]
    assert (said.status, entry["verdict"]) == (1, "fail")
    failures = {(item["id"], item["op"]): item for item in entry["failures"]}
    found = failures["families/octets/utf-8/c0", "decode UTF-8 strict"]
    assert (found["input"], found["expected"], found["actual"]) == ("c080", "error 0 1", "ok 0")
    assert "64 of 256" in found["way"]
    assert "--level complete" in found["reproduce"]
    assert entry["diagnosis"]
    assert "lead" in json.dumps(entry["diagnosis"][0])


def test_the_command_of_a_failure_repeats_it_alone(utfproof: Run, home: Path) -> None:
    codec = adapters.put(home, "reads_overlong_forms")
    alone = ("--level", "complete", "--case", "families/octets/utf-8/c1")
    said = utfproof("certify", codec, *alone, "--op", "decode UTF-8 strict", "--format", "json")
    (entry,) = said.json()["codecs"]
    assert [item["id"] for item in entry["failures"]] == ["families/octets/utf-8/c1"]
    assert sum(entry["counts"].values()) == 1


def test_a_finished_run_is_not_written_over(utfproof: Run, home: Path) -> None:
    codec = adapters.put(home, "reads_by_the_table")
    quick = ("--case", "utf-8/ill-formed/overlong-two/*", "--jobs", "1", "--out", "run")
    assert utfproof("certify", codec, *quick).status == 0
    again = utfproof("certify", codec, *quick)
    assert again.status == 2
    assert "holds a run already" in again.err
