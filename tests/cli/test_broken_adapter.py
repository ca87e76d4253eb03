"""One adapter.yaml that cannot be used: it is told as a broken adapter, and the rest goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from utfproof import locations

from . import adapters
from .conftest import Run

QUICK = ("--case", "utf-8/ill-formed/overlong-two/nul", "--jobs", "1", "--out", "run")


@pytest.fixture
def shipped(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Ship two adapters, one of which has a manifest that is no YAML."""
    adapters.put(home, "reads_by_the_table")
    for name in ("adapter.schema.json", "expectations.schema.json"):
        (home / name).write_bytes((locations.adapters() / name).read_bytes())
    (home / "wrong").mkdir()
    (home / "wrong" / "adapter.yaml").write_text("adapter: [\n", "utf-8")
    (home / "wrong" / "expectations.yaml").write_text("codecs: {}\n", "utf-8")
    monkeypatch.setattr(locations, "adapters", lambda: home)
    return home


@pytest.mark.usefixtures("shipped")
def test_certify_asks_the_others_and_says_which_is_broken(utfproof: Run) -> None:
    said = utfproof("certify", *QUICK, "--format", "json")
    assert said.status == 3
    found = {entry["codec"]: entry for entry in said.json()["codecs"]}
    assert found["reads_by_the_table/table"]["verdict"] == "pass"
    broken = found["wrong/adapter.yaml"]
    assert broken["verdict"] == "broken"
    assert "wrong/adapter.yaml:2: not YAML" in broken["why"]


@pytest.mark.usefixtures("shipped")
def test_codecs_lists_the_others_and_says_which_is_broken(utfproof: Run) -> None:
    said = utfproof("codecs", "--format", "json")
    assert said.status == 3
    found = {entry["codec"]: entry for entry in said.json()["codecs"]}
    assert found["reads_by_the_table/table"]["available"]
    assert "not YAML" in found["wrong/adapter.yaml"]["why"]
    shown = utfproof("codecs")
    assert shown.status == 3
    assert "wrong/adapter.yaml" in shown.out


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize("command", ["codecs", "certify", "identify"])
def test_naming_a_broken_adapter_is_reported_in_one_line(utfproof: Run, command: str) -> None:
    said = utfproof(command, "wrong")
    assert (said.status, said.out) == (3, "")
    assert said.err.count("\n") == 1
    assert "wrong/adapter.yaml:2: not YAML" in said.err
