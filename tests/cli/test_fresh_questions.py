"""Fresh questions on the command line: whose number draws which, and who may choose it."""

from __future__ import annotations

from pathlib import Path

import pytest

from utfproof.engine.journal import journal
from utfproof.engine.journal.events import FRESH, NONCE, CaseFinished, RunStarted

from . import adapters
from .conftest import Run

NUMBER = "00c0ffee"
ONLY = ("--op", "validate", "--jobs", "1")


@pytest.fixture
def target(home: Path) -> str:
    return adapters.put(home, "reads_by_the_table")


def drawn(run: Path) -> tuple[str, set[str]]:
    """Return the number of a run, and the ids of its fresh questions."""
    events = list(journal.read(run))
    [number] = [str(event.asks[NONCE]) for event in events if isinstance(event, RunStarted)]
    cases = {event.case for event in events if isinstance(event, CaseFinished)}
    return number, {case for case in cases if case.startswith(FRESH)}


def test_a_number_is_kept_and_each_run_has_its_own(utfproof: Run, home: Path, target: str) -> None:
    assert utfproof("certify", target, *ONLY, "--nonce", NUMBER, "--out", "one").status == 0
    for out in ("two", "three"):
        assert utfproof("certify", target, *ONLY, "--out", out).status == 0
    first, second, third = (drawn(home / name) for name in ("one", "two", "three"))
    assert first == (NUMBER, {"fresh/utf-8/text"})
    assert second[1] == third[1] == first[1]
    assert second[0] != third[0]
    assert len(second[0]) == len(third[0]) == 32


def test_who_signs_does_not_choose(utfproof: Run, home: Path, target: str) -> None:
    assert utfproof("keygen", "k").status == 0
    said = utfproof("certify", target, *ONLY, "--nonce", NUMBER, "--sign", "k", "--out", "run")
    assert said.status == 2
    told = "utfproof: a certificate needs fresh questions that nobody has chosen: leave out --nonce"
    assert said.err.strip() == told
    assert not (home / "run").exists()


@pytest.mark.parametrize("text", ["<b>", "0x12", "g", "0" * 65, " "])
def test_a_number_that_is_none_is_refused(utfproof: Run, target: str, text: str) -> None:
    said = utfproof("certify", target, *ONLY, "--nonce", text)
    assert said.status == 2
    assert "--nonce" in said.err
    assert "hexadecimal digits" in said.err
