"""`utfproof adapter`: what new writes and says, and what check says of right and wrong adapters."""

from __future__ import annotations

from pathlib import Path

import pytest

from utfproof.adapters.check import adapter_check, offer_checks

from . import adapters
from .conftest import Run


@pytest.fixture(autouse=True)
def short_deadlines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter_check, "_SECONDS", 4.0)
    monkeypatch.setattr(offer_checks, "_SECONDS", 4.0)


def honest(home: Path) -> str:
    target = adapters.put(home, "honest", codecs=("fake",))
    manifest = home / target / "adapter.yaml"
    manifest.write_text(manifest.read_text("utf-8").replace("r: honest", "r: fake"), "utf-8")
    return target


@pytest.mark.slow
def test_new_says_what_to_do_next_and_that_works(utfproof: Run, home: Path) -> None:
    said = utfproof("adapter", "new", "--language", "python", "mine")
    assert said.status == 0
    assert said.out.splitlines() == [
        "Put your codec into mine/adapter.py, where it says YOUR CODEC.",
        "Then:    utfproof adapter check ./mine",
        "And:     utfproof certify ./mine",
    ]
    assert (home / "mine" / "adapter.yaml").is_file()
    assert utfproof("adapter", "check", "./mine").status == 0


def test_new_writes_below_another_folder(utfproof: Run, home: Path) -> None:
    (home / "test").mkdir()
    said = utfproof("adapter", "new", "--language", "js", "mine", "--dir", "test")
    assert (said.status, said.out.splitlines()[1][9:]) == (0, "utfproof adapter check ./test/mine")
    assert (home / "test" / "mine" / "main.mjs").is_file()


def test_new_with_a_bad_name_or_a_folder_that_is_there_is_a_usage_error(
    utfproof: Run, home: Path
) -> None:
    said = utfproof("adapter", "new", "--language", "c", "-my-codec-")
    assert (said.status, said.out) == (2, "")
    said = utfproof("adapter", "new", "--language", "c", "my--codec")
    assert (said.status, said.out) == (2, "")
    assert "'my--codec' is no name for an adapter: write a lower-case letter" in said.err
    (home / "mine").mkdir()
    said = utfproof("adapter", "new", "--language", "c", "mine")
    assert said.status == 2
    assert "mine: it exists already: choose another name" in said.err
    said = utfproof("adapter", "new", "--language", "cobol", "other")
    assert said.status == 2
    assert "'cobol' is not one of 'c', 'go'" in said.err


def test_check_lists_what_holds(utfproof: Run, home: Path) -> None:
    said = utfproof("adapter", "check", honest(home))
    assert (said.status, said.err) == (0, "")
    *checks, summary = said.out.splitlines()
    assert all(line.startswith("ok      ") for line in checks)
    assert summary == f"{len(checks)} checks: everything holds"


def test_check_shows_what_was_sent_and_came_and_should_have_come(utfproof: Run, home: Path) -> None:
    said = utfproof("adapter", "check", adapters.put(home, "greets_with_garbage"))
    assert said.status == 3
    lines = [line.strip() for line in said.out.splitlines()]
    assert "WRONG   hello says what PROTOCOL.md asks for" in lines
    assert "sent        hello 1" in lines
    assert "came        Welcome to the codec server!" in lines
    assert any(line.startswith('should be   {"protocol":1,') for line in lines)
    assert any(line.startswith("next        answer `hello 1` with one JSON") for line in lines)
    assert lines[-1].endswith("1 found something wrong; nothing more was asked after this one")


def test_check_gives_the_same_as_json(utfproof: Run, home: Path) -> None:
    said = utfproof("adapter", "check", adapters.put(home, "never_greets"), "--format", "json")
    assert said.status == 3
    told = said.json()
    assert told["holds"] is False
    assert told["checks"][-1]["title"] == "hello is answered"
    assert "has moved" in told["checks"][-1]["said"]
    assert told["checks"][0] == {
        **told["checks"][0],
        "title": "adapter.yaml is valid",
        "problem": "",
    }


def test_check_of_what_is_missing_here_is_no_fault_of_the_adapter(
    utfproof: Run, home: Path
) -> None:
    target = adapters.put(home, "honest", "requires: [no-such-program-xyz]")
    said = utfproof("adapter", "check", target)
    assert said.status == 5
    assert "no-such-program-xyz" in said.out


def test_check_of_a_broken_manifest_names_the_place(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "honest", "runs: x")
    said = utfproof("adapter", "check", target)
    assert said.status == 3
    assert "honest/adapter.yaml" in said.out


def test_check_of_nothing_is_a_usage_error(utfproof: Run) -> None:
    assert utfproof("adapter", "check", "./nowhere").status == 2
    assert utfproof("adapter", "check", "no_such_adapter").status == 2
    assert utfproof("adapter", "check").status == 2
    assert "choose one of" in utfproof("adapter", "check", "p*").err


@pytest.mark.adapters
def test_check_finds_a_shipped_adapter_by_its_name(utfproof: Run) -> None:
    assert utfproof("adapter", "check", "lua").status in (0, 5)
