"""certify and its list of known failures: exit status, words, the edit, what --update writes."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from utfproof import cli

from . import adapters
from .conftest import Run, Said

FILE = "expectations.yaml"
FAULTY, RIGHT = "decodes_overlong_forms", "decodes_by_the_table"


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Record the failures of a faulty codec, once for all tests."""
    home, before, argv = tmp_path_factory.mktemp("recorded"), Path.cwd(), sys.argv
    target = adapters.put(home, FAULTY)
    sys.argv = ["utfproof", "certify", target, "--jobs", "1", "--update"]
    os.chdir(home)
    try:
        with pytest.raises(SystemExit) as ended:
            cli.main()
    finally:
        os.chdir(before)
        sys.argv = argv
    assert ended.value.code == 0  # it wrote what it was asked to write
    return Path(home, target, FILE).read_text("utf-8")


def certify(utfproof: Run, target: str, *more: str) -> Said:
    return utfproof("certify", target, "--jobs", "1", *more)


def test_failures_that_an_update_wrote_are_expected_by_the_next_run(
    utfproof: Run, home: Path, recorded: str
) -> None:
    target = adapters.put(home, FAULTY)
    Path(target, FILE).write_text(recorded, "utf-8")
    said = certify(utfproof, target, "--out", "run", "--format", "json")
    (entry,) = said.json()["codecs"]
    assert (said.status, entry["verdict"]) == (0, "fail")
    assert entry["failures"]
    assert all(failure["known"] for failure in entry["failures"])
    shown = utfproof("report", "run").out
    assert "; behaves like: " in shown
    assert "repeat" not in shown
    said = certify(utfproof, target, "--case", "utf-8/ill-formed/overlong-two/*", "--out", "part")
    assert said.status == 0


def test_a_list_that_is_not_right_fails_the_run_and_the_edit_is_printed(
    utfproof: Run, home: Path, recorded: str
) -> None:
    target = adapters.put(home, FAULTY)
    file = Path(target, FILE)
    file.write_text(recorded.replace("count: ", "count: 9", 1), "utf-8")
    said = certify(utfproof, target, "--out", "run")
    assert said.status == 1
    assert "matches another number" in said.out
    assert "-          count: 9" in said.out
    assert "-          count: 9" in Path("run", "expectations.diff").read_text("utf-8")
    said = certify(utfproof, target, "--out", "update", "--update")
    assert said.status == 0
    assert said.err.endswith(f"{file}: written\n")
    assert file.read_text("utf-8") == recorded


def test_an_update_names_the_date_that_it_sets(utfproof: Run, home: Path, recorded: str) -> None:
    target = adapters.put(home, FAULTY)
    file = Path(target, FILE)
    [expires] = {line.split()[1] for line in recorded.splitlines() if "expires:" in line}
    file.write_text(recorded.replace(expires, "2020-02-29"), "utf-8")
    said = certify(utfproof, target, "--out", "update", "--update")
    words = f"{file}: written; new entries expire on {expires}: set another date there, or none\n"
    assert said.status == 0
    assert said.err.endswith(words)


def test_the_edit_that_is_printed_can_be_applied(
    utfproof: Run, home: Path, recorded: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = adapters.put(home, FAULTY)
    file = Path(target, FILE)
    reason = 'reason: "a reason of one line, which no width of a terminal cuts into two or three"'
    wrong = recorded.replace("count: ", "count: 9", 1)
    file.write_text(re.sub("reason: .*", reason, wrong, count=1), "utf-8")
    monkeypatch.setenv("COLUMNS", "40")
    said = certify(utfproof, target, "--out", "run")
    edit = Path("run", "expectations.diff").read_text("utf-8")
    assert max(map(len, edit.splitlines())) > 80
    assert edit in said.out


def test_a_codec_that_is_right_now_fails_until_its_list_is_empty(
    utfproof: Run, home: Path, recorded: str
) -> None:
    right = adapters.put(home, RIGHT)
    Path(right, FILE).write_text(recorded.replace(FAULTY, RIGHT), "utf-8")
    assert certify(utfproof, right, "--out", "before").status == 1
    said = certify(utfproof, right, "--update", "--out", "run")
    assert said.status == 0
    assert "unexpected pass" in said.out
    assert Path(right, FILE).read_text("utf-8").endswith("codecs: {}\n")


def test_a_list_of_ones_own_stands_in_the_place_of_the_one_beside_the_adapter(
    utfproof: Run, home: Path, recorded: str
) -> None:
    target = adapters.put(home, FAULTY)
    Path("mine.yaml").write_text(recorded, "utf-8")
    narrow = ("--case", "utf-8/ill-formed/overlong-two/*")
    assert certify(utfproof, target, *narrow, "--out", "without").status == 1
    said = certify(utfproof, target, *narrow, "--out", "with", "--expect", "mine.yaml")
    assert said.status == 0


def test_an_update_needs_a_whole_run(utfproof: Run, home: Path) -> None:
    said = certify(utfproof, adapters.put(home, FAULTY), "--update", "--op", "decode")
    assert said.status == 2
    assert "leave out --case, --op and --encoding" in said.err


def test_a_list_that_names_no_codec_of_its_adapter_is_an_error(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, FAULTY)
    entry = "[{reason: x, cases: [{verdict: fail, ids: [a], count: 1}]}]"
    Path(target, FILE).write_text(f"codecs: {{{FAULTY}/tabel: {entry}}}\n", "utf-8")
    said = certify(utfproof, target)
    assert said.status == 2
    assert f"no codec {FAULTY}/tabel: adapter.yaml has table" in said.err


@pytest.mark.parametrize("command", ["certify", "gate"])
def test_a_list_that_is_named_and_not_there_is_an_error(
    utfproof: Run, home: Path, command: str
) -> None:
    target = adapters.put(home, "reads_by_the_table")
    said = utfproof(command, target, "--case", "utf-8/*", "--expect", "nofile.yaml")
    assert said.status == 2
    assert said.err.startswith("utfproof: nofile.yaml: no such file of known failures: correct ")
    assert not (home / "reports").exists()
