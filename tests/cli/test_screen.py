"""Names and ids are never cut, however narrow the terminal; a pipe has no width."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from utfproof.cli.commands import explain
from utfproof.report.text import UNBOUNDED

from . import adapters
from .conftest import Run

NAME = "a_codec_with_a_name_that_is_as_long_as_a_name_can_be"
FULL = f"reads_by_the_table/{NAME}"


@pytest.mark.parametrize("columns", ["40", "80", "100", "160", None])
def test_the_list_of_codecs_has_whole_names_at_every_width(
    utfproof: Run, home: Path, monkeypatch: pytest.MonkeyPatch, columns: str | None
) -> None:
    target = adapters.put(home, "reads_by_the_table", codecs=(NAME,))
    if columns:
        monkeypatch.setenv("COLUMNS", columns)
    else:
        monkeypatch.delenv("COLUMNS")
    said = utfproof("codecs", target)
    assert FULL in said.out.replace("\n", "" if columns == "40" else "\n")
    if not columns:
        assert not any(line.endswith(" ") for line in said.out.splitlines())
        assert not {"│", "…"} & set(said.out)


@pytest.mark.parametrize(("columns", "widest"), [("60", 60), ("300", 100), (None, 100)])
def test_a_contract_is_wrapped_at_every_width(
    utfproof: Run, home: Path, monkeypatch: pytest.MonkeyPatch, columns: str | None, widest: int
) -> None:
    target = adapters.put(home, "reads_by_the_table")
    text = home / target / "adapter.yaml"
    source = "The manual says that the caller has to look for it first; " * 4
    contract = f'contract: {{domain: [{{demands: no-nul, source: "{source}"}}]}}'
    claimed = "profile: unicode"
    manifest = text.read_text("utf-8").replace(claimed, f"{claimed}, {contract}")
    text.write_text(manifest, "utf-8")
    if columns:
        monkeypatch.setenv("COLUMNS", columns)
    else:
        monkeypatch.delenv("COLUMNS")
    said = utfproof("codecs", target)
    contract_lines = said.out.partition("its contract\n")[2].splitlines()
    lines = [line for line in contract_lines if line.startswith("    ")]
    assert " ".join(line.strip() for line in lines).startswith("demands no U+0000 (The manual")
    assert widest - 20 < max(len(line) for line in lines) <= widest


def test_functions_that_are_not_asked_are_shown_with_their_reasons(
    utfproof: Run, home: Path
) -> None:
    target = adapters.put(home, "reads_by_the_table")
    text = home / target / "adapter.yaml"
    claimed = "profile: unicode"
    unasked = "not-asked: {peek: it returns what next returns}"
    manifest = text.read_text("utf-8").replace(claimed, f"{claimed}, {unasked}")
    text.write_text(manifest, "utf-8")
    said = utfproof("codecs", target)
    assert ": not asked\n    peek (it returns what next returns)\n" in said.out


@pytest.mark.parametrize("width", [80, 100, 160, UNBOUNDED])
def test_answers_stand_beside_or_below_whole_names(width: int) -> None:
    screen = Console(file=io.StringIO(), width=width, color_system=None)
    with screen.capture() as seen:
        explain._show_answers(screen, {FULL: {"strict": "error 0 1", "replace": "ok fffd"}})
    assert FULL in seen.get()
    assert "error 0 1" in seen.get()
