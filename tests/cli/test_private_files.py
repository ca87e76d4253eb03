"""The folder of a run: for its user alone, and nothing in it leads elsewhere."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from utfproof import storage
from utfproof.engine.journal import journal, packing
from utfproof.engine.journal.events import RunFinished
from utfproof.errors import JournalError
from utfproof.report.run import pictures

from . import adapters
from .conftest import Run

ONE = ("--case", "utf-8/ill-formed/overlong-two/nul*", "--jobs", "1", "--out", "run")
ROUND = ("--encoding", "UTF-8", "--time", "1s", "--jobs", "1", "--out", "run")


@pytest.fixture
def target(home: Path) -> str:
    return adapters.put(home, "reads_overlong_forms")


@pytest.fixture
def run(utfproof: Run, home: Path, target: str) -> Path:
    """Return the folder of a run in which a codec failed."""
    utfproof("certify", target, *ONE)
    return home / "run"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("command", [("certify", *ONE), ("fuzz", *ROUND)], ids=lambda it: it[0])
def test_the_folder_is_for_its_user_alone(
    utfproof: Run, home: Path, command: tuple[str, ...]
) -> None:
    name, *rest = command
    assert utfproof(name, adapters.put(home, "reads_by_the_table"), *rest).status == 0
    assert mode(home / "run") == 0o700


def test_a_link_in_the_place_of_a_report_is_replaced(utfproof: Run, run: Path, home: Path) -> None:
    mine = home / "mine"
    mine.write_text("mine", "utf-8")
    for name in ("summary.md", "index.html"):
        (run / name).unlink()
        (run / name).symlink_to(mine)
    assert utfproof("report", "run", "--format", "files").status == 0
    assert mine.read_text("utf-8") == "mine"
    assert not (run / "summary.md").is_symlink()
    assert "# " in (run / "summary.md").read_text("utf-8")


def a_link(path: Path) -> None:
    path.symlink_to(path.rename(path.parent.parent / "elsewhere"))


def a_queue(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize("put", [a_link, a_queue])
def test_a_journal_that_is_no_plain_file_is_refused(
    utfproof: Run, run: Path, target: str, put: Callable[[Path], None]
) -> None:
    put(run / packing.NAME)
    for arguments in (("report", "run"), ("certify", target, *ONE)):
        said = utfproof(*arguments)
        assert said.status == 2
        assert said.err.startswith("utfproof: run/journal.jsonl: ")


def test_a_link_that_the_user_names_is_followed(utfproof: Run, run: Path, home: Path) -> None:
    (home / "latest").symlink_to(run)
    (home / "journal").symlink_to(run / packing.NAME)
    usual = utfproof("report", "run").out
    assert utfproof("report", "latest").out == utfproof("report", "journal").out == usual


def test_a_picture_that_is_a_link_is_left_out(tmp_path: Path) -> None:
    folder = tmp_path / pictures.FOLDER
    folder.mkdir()
    (folder / "a.svg").write_text("<svg/>", "utf-8")
    (folder / "b.svg").symlink_to(folder / "a.svg")
    assert [one.name for one in pictures.of_run(tmp_path)] == ["a"]


def test_a_lock_follows_no_link(tmp_path: Path) -> None:
    (tmp_path / "lock").symlink_to(tmp_path / "mine")
    with pytest.raises(OSError, match="symbolic link"), storage.locked(tmp_path / "lock"):
        pass
    assert not (tmp_path / "mine").exists()


def test_a_folder_that_was_taken_away_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(_: Path) -> None:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr(packing, "pack", gone)
    written = journal.Journal(tmp_path)
    written.write(RunFinished(seconds=1))
    with pytest.raises(JournalError, match="was taken away while the run went on"):
        written.close()
