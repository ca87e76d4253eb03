"""report: the report of a run again, from its journal alone; what is no journal is refused."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from . import adapters
from .conftest import Run

RUN = ("--case", "utf-8/ill-formed/overlong-two/nul*", "--out", "run")


@pytest.fixture
def run(utfproof: Run, home: Path) -> Path:
    """Return the folder of a run in which a codec failed."""
    utfproof("certify", adapters.put(home, "reads_overlong_forms"), *RUN)
    return home / "run"


@pytest.mark.parametrize(
    ("form", "name"),
    [
        ("json", "summary.json"),
        ("markdown", "summary.md"),
        ("junit", "junit.xml"),
        ("html", "index.html"),
    ],
)
def test_a_report_is_computed_from_the_journal_alone(
    utfproof: Run, run: Path, form: str, name: str
) -> None:
    expected = (run / name).read_text("utf-8")
    for path in run.iterdir():
        if path.name != "journal.jsonl":
            path.unlink()
    said = utfproof("report", "run", "--format", form)
    assert said.status == 0
    if form == "json":
        assert said.json() == json.loads(expected)
    else:
        assert said.out.strip() == expected.strip()


def test_the_journal_may_be_named_itself(utfproof: Run, run: Path) -> None:
    folder = utfproof("report", "run", "--format", "json")
    file = utfproof("report", str(run / "journal.jsonl"), "--format", "json")
    assert folder.json() == file.json()


def test_the_text_is_that_of_the_run(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "reads_overlong_forms")
    first = utfproof("certify", target, *RUN).out
    assert first.startswith(utfproof("report", "run").out.rstrip())


def test_the_files_are_written_beside_the_journal(utfproof: Run, run: Path) -> None:
    (run / "summary.md").unlink()
    said = utfproof("report", str(run), "--format", "files")
    assert said.out == f"{run}/index.html\n"
    assert (run / "summary.md").is_file()


def test_a_torn_last_line_is_left_out(utfproof: Run, run: Path) -> None:
    path = run / "journal.jsonl"
    os.truncate(path, path.stat().st_size - 9)
    said = utfproof("report", "run", "--format", "json")
    assert said.status == 0
    assert said.json()["complete"] is False
    assert said.json()["codecs"][0]["verdict"] == "fail"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("no JSON at all\n", "journal.jsonl:1: no event of a journal: is this a run?"),
        ('{"event":"levitation"}\n', "journal.jsonl:1: no event of a journal"),
        ('{"event":"end"}\n', "journal.jsonl:1: no event of a journal"),
        ("[]\n", "journal.jsonl:1: no event of a journal"),
        ("null\n", "journal.jsonl:1: no event of a journal"),
        (
            '{"event":"run","form":99}\n',
            "journal.jsonl:1: a journal of form 99; this version reads form 3: read it with",
        ),
        ("caf\u00e9\n", "journal.jsonl: not ASCII: name the folder of a run (--out)"),
    ],
)
def test_a_file_that_is_no_journal_is_refused(
    utfproof: Run, home: Path, text: str, told: str
) -> None:
    (home / "run").mkdir()
    (home / "run/journal.jsonl").write_text(text, "utf-8")
    said = utfproof("report", "run")
    assert said.status == 2
    assert f"utfproof: run/{told}" in said.err


def test_a_folder_without_a_journal_is_no_run(utfproof: Run, home: Path) -> None:
    (home / "run").mkdir()
    said = utfproof("report", "run")
    assert said.status == 2
    assert said.err.startswith("utfproof: run/journal.jsonl: No such file or directory: name the")


def test_an_empty_journal_is_a_run_without_an_end(utfproof: Run, home: Path) -> None:
    (home / "run").mkdir()
    (home / "run/journal.jsonl").touch()
    assert "interrupted: this run has no end" in utfproof("report", "run").out


def test_octets_that_are_not_asked_are_shown(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "reads_by_the_table")
    manifest = home / target / "adapter.yaml"
    text = manifest.read_text("utf-8")
    manifest.write_text(text.replace("profile:", 'excludes: ["00-1F", "22"], profile:'), "utf-8")
    assert utfproof("certify", target, *RUN).status == 0
    pages = "".join(path.read_text("utf-8") for path in (home / "run").rglob("*.html"))
    assert "octets 00-1F, 22" in pages
