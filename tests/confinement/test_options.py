"""--confine: what it wants, what it says, and where it is stated."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from cli import adapters
from cli.conftest import Run
from utfproof.confinement import choice

QUICK = ("--case", "utf-8/ill-formed/overlong-two/*", "--jobs", "1", "--out", "run")


@pytest.fixture
def target(home: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return an adapter; nothing is wished by the environment."""
    monkeypatch.delenv(choice.VARIABLE, raising=False)
    monkeypatch.delenv(choice.MEANS_VARIABLE, raising=False)
    return adapters.put(home, "reads_by_the_table")


def stated(folder: str = "run") -> str:
    header = json.loads(Path(folder, "journal.jsonl").read_text("utf-8").splitlines()[0])
    return str(header["environment"]["confinement"])


@pytest.mark.parametrize("wish", ["require", "prefer", "off"])
def test_the_journal_states_how_codecs_were_confined(utfproof: Run, target: str, wish: str) -> None:
    said = utfproof("certify", target, *QUICK, "--confine", wish)
    assert said.status == 0
    if wish == "off":
        assert stated() == choice.NONE
        assert "warning: --confine off: codecs run with all your rights" in said.err
    elif choice.means():
        assert stated() == choice.name()
        assert "warning" not in said.err
    assert choice.VARIABLE not in os.environ


def test_where_nothing_works_it_is_said(
    utfproof: Run, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(choice.MEANS_VARIABLE, "nothing that works")
    said = utfproof("certify", target, *QUICK)
    assert said.status == 0
    assert "neither bubblewrap nor Landlock works here" in said.err
    assert stated() == choice.NONE


def test_what_is_required_and_does_not_work_is_refused(
    utfproof: Run, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(choice.MEANS_VARIABLE, "nothing that works")
    said = utfproof("certify", target, *QUICK, "--confine", "require")
    assert said.status == 2
    assert "codecs cannot be confined on this machine" in said.err


def test_a_wish_that_is_none_is_refused(
    utfproof: Run, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(choice.VARIABLE, "perhaps")
    said = utfproof("certify", target, *QUICK)
    assert said.status == 2
    assert "UTFPROOF_CONFINE=perhaps" in said.err


def test_an_interrupted_run_does_not_go_on_with_another_confinement(
    utfproof: Run, target: str
) -> None:
    if not choice.means():
        pytest.skip("there is only one here: none")
    assert utfproof("certify", target, *QUICK).status == 0
    journal = Path("run", "journal.jsonl")
    *kept, _ = journal.read_text("utf-8").splitlines(keepends=True)
    journal.write_text("".join(kept), "utf-8")
    said = utfproof("certify", target, *QUICK, "--confine", "off")
    assert said.status == 2
    assert "confinement" in said.err
