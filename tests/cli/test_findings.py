"""findings: what a campaign found, listed, shown, asked again, and taken elsewhere."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from divergence.found import CRASH, INJECTED, OVERLONG, SOME, SURROGATE, campaign, injected
from utfproof import locations
from utfproof.vectors import loader

from .conftest import Run
from .stored_findings import real, stored

KEYS = [
    "codec",
    "operation",
    "class",
    "signature",
    "input",
    "expected",
    "actual",
    "position_dependence",
    "state",
]


@pytest.fixture
def folder(home: Path) -> Path:
    return campaign(home / "reports" / "runs" / "20260102-030405-fuzz", SOME)


# list


def test_the_list_as_json_is_alone_on_stdout_and_has_these_fields(
    utfproof: Run, folder: Path
) -> None:
    said = utfproof("findings", "list", "--format", "json")
    assert said.status == 0
    assert list(said.json()) == ["findings"]
    assert [list(item) for item in said.json()["findings"]] == [KEYS] * 4
    assert said.json()["findings"][1] == {
        "codec": "two/lax",
        "operation": "decode UTF-8 replace",
        "class": "surrogate",
        "signature": SURROGATE.signature,
        "input": SURROGATE.input,
        "expected": SURROGATE.expected,
        "actual": SURROGATE.actual,
        "position_dependence": "mod 16",
        "state": "known",
    }


def test_the_list_is_a_table_with_a_headline(utfproof: Run, folder: Path) -> None:
    said = utfproof("findings", "list", "--out", str(folder))
    assert "two/lax" in said.out
    assert said.out.endswith("3 codecs: 1 new, 1 known, 1 fixed, 1 flaky\n")


@pytest.mark.parametrize(
    ("narrowing", "left"),
    [
        (("--state", "new"), [0]),
        (("--state", "new", "--state", "fixed"), [0, 3]),
        (("--codec", "two/*"), [0, 1, 3]),
        (("--codec", "lax"), [0, 1]),
        (("--codec", "lax", "--state", "known"), [1]),
        (("--codec", "none"), []),
    ],
)
def test_state_and_codec_narrow_the_list(
    utfproof: Run, folder: Path, narrowing: tuple[str, ...], left: list[int]
) -> None:
    found = utfproof("findings", "list", *narrowing, "--format", "json").json()["findings"]
    assert [item["signature"] for item in found] == [SOME[index].signature for index in left]


def test_a_narrowed_list_keeps_the_numbers_of_the_whole(utfproof: Run, folder: Path) -> None:
    said = utfproof("findings", "list", "--state", "known")
    assert " 2  known  two/lax" in said.out
    assert "1 of 12.0 s" in said.out


def test_the_newest_campaign_is_looked_at(utfproof: Run, folder: Path, home: Path) -> None:
    newer = campaign(home / "reports" / "runs" / "0", [CRASH])
    run = home / "reports" / "runs" / "zzz"
    run.mkdir()
    (run / "journal.jsonl").touch()
    os.utime(folder / "findings.jsonl", (1, 1))
    os.utime(folder / "stats.json", (1, 1))
    found = utfproof("findings", "list", "--format", "json").json()["findings"]
    assert [item["signature"] for item in found] == [CRASH.signature]
    assert newer.exists()


def test_no_campaign_is_named_with_the_next_step(utfproof: Run, home: Path) -> None:
    said = utfproof("findings", "list")
    assert said.status == 2
    assert "no campaign under reports/runs: run `utfproof fuzz`" in said.err


# show


@pytest.mark.parametrize(
    "name", ["1", OVERLONG.signature, "two/lax UTF-8 decode: a", "two-lax-utf-8-decode-accepts"]
)
def test_a_finding_is_named_by_number_signature_or_a_beginning(
    utfproof: Run, folder: Path, name: str
) -> None:
    said = utfproof("findings", "show", name)
    assert said.status == 0
    assert said.out.startswith(f"1  new  {OVERLONG.signature}\n")
    assert "never appears: it could only begin an overlong form" in said.out


def test_a_finding_is_shown_as_json_with_all_that_is_stored(utfproof: Run, folder: Path) -> None:
    shown = utfproof("findings", "show", "1", "--format", "json").json()
    assert shown["answers"] == dict(OVERLONG.answers)
    assert shown["first"] == OVERLONG.first


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("two/lax", "two/lax names 2 findings (two/lax UTF-8 decode: accepts overlong, "),
        ("5", "5 names no finding of"),
        ("0", "0 names no finding of"),
        ("", " names no finding of"),
        ("three", "three names no finding of"),
        ("\x1b[31m", "\\x1b[31m names no finding of"),
    ],
)
def test_a_name_of_none_or_several_is_refused(
    utfproof: Run, folder: Path, name: str, why: str
) -> None:
    said = utfproof("findings", "show", name)
    assert said.status == 2
    assert why in said.err
    assert "`utfproof findings list --out " in said.err


def test_a_signature_that_begins_another_is_named_by_itself(utfproof: Run, home: Path) -> None:
    longer = replace(OVERLONG, signature=OVERLONG.signature + ", only at the beginning")
    out = stored(home, longer, OVERLONG)
    said = utfproof("findings", "show", OVERLONG.signature, "--out", out)
    assert said.out.startswith("2  new")


@pytest.mark.parametrize("text", INJECTED)
def test_injected_text_does_nothing_to_the_terminal(utfproof: Run, home: Path, text: str) -> None:
    out = stored(home, injected(text))
    for command in (["list"], ["show", "1"], ["repro", "1"], ["export", "1", "--to", "x"]):
        said = utfproof("findings", *command, "--out", out)
        assert not {"\x1b", "\x07", "\r", "\u202e", "\ud800"} & set(said.out + said.err)


def test_injected_signatures_are_harmless_where_a_name_fits_several(
    utfproof: Run, home: Path
) -> None:
    some = [replace(OVERLONG, signature=f"\x1b[31m{number}") for number in (1, 2)]
    said = utfproof("findings", "show", "\x1b", "--out", stored(home, *some))
    assert "names 2 findings (\\x1b[31m1, \\x1b[31m2 …)" in said.err


# repro


# export


def test_an_exported_finding_is_its_input_a_test_and_all_that_is_known(
    utfproof: Run, home: Path
) -> None:
    out = stored(home, real(home, "lax"))
    said = utfproof("findings", "export", "1", "--out", out, "--to", "files/here")
    octets, test, known = (home / line for line in said.out.splitlines())
    assert octets.read_bytes() == b"\xc0\xaf"
    assert json.loads(known.read_text("ascii"))["signature"] == OVERLONG.signature
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull]
    done = subprocess.run(
        [*command, "--rootdir", home, test],
        cwd=home,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1
    assert "assert 'ok 2f' != 'ok 2f'" in done.stdout


def test_all_findings_are_exported_at_once(utfproof: Run, folder: Path, home: Path) -> None:
    said = utfproof("findings", "export", "--all", "--to", "x")
    assert said.status == 0
    assert len(list((home / "x").iterdir())) == 3 * len(SOME)
    assert {path.suffix for path in (home / "x").iterdir()} == {".bin", ".txt", ".py", ".json"}


@pytest.mark.parametrize("arguments", [(), ("1", "--all")])
def test_export_wants_one_or_all(utfproof: Run, folder: Path, arguments: tuple[str, ...]) -> None:
    said = utfproof("findings", "export", *arguments, "--to", "x")
    assert said.status == 2
    assert "name one SIGNATURE, or give --all" in said.err


def test_a_folder_that_cannot_be_written_is_named(utfproof: Run, folder: Path, home: Path) -> None:
    (home / "x").touch()
    said = utfproof("findings", "export", "1", "--to", "x/y")
    assert said.status == 2
    assert "name a folder that can be written: --to DIR" in said.err


# report


@pytest.mark.parametrize(
    ("form", "begins"),
    [
        ("console", "\n"),
        ("text", "\n"),
        ("markdown", "# utfproof: divergences"),
        ("html", "<!doctype html>"),
        ("sarif", '{\n "$schema"'),
    ],
)
def test_report_knows_the_folder_of_a_campaign(
    utfproof: Run, folder: Path, form: str, begins: str
) -> None:
    said = utfproof("report", str(folder), "--format", form)
    assert said.status == 0
    assert said.out.lstrip(" ").startswith(begins)
    assert "two/lax" in said.out


def test_report_writes_the_files_of_a_campaign(utfproof: Run, folder: Path) -> None:
    said = utfproof("report", str(folder), "--format", "files")
    assert said.out.strip() == str(folder / "index.html")
    names = {path.name for path in folder.iterdir()}
    assert {"index.html", "divergences.sarif", "summary.md"} <= names


def test_a_form_that_a_campaign_has_not_is_named(utfproof: Run, folder: Path) -> None:
    said = utfproof("report", str(folder), "--format", "junit")
    assert said.status == 2
    assert "a campaign has no junit report: take text, markdown" in said.err
    assert utfproof("report", str(folder), "--matrix", "m").status == 2


# promote

UNWRITTEN = "41" * 9 + "c0ae" + "42"
"""An overlong form between letters, an input that no written case has."""


def test_an_installed_package_keeps_its_vectors(
    utfproof: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = home / "installed" / "_data"
    shutil.copytree(locations.vectors(), installed / "vectors")
    (installed / "adapters").symlink_to(locations.adapters())
    monkeypatch.setattr(locations, "_INSTALLED", installed)
    digest = loader.load(locations.vectors()).digest
    out = stored(home, real(home, "lax", input=UNWRITTEN, line=UNWRITTEN))
    said = utfproof("findings", "promote", "1", "--out", out)
    assert said.status == 2
    assert "an installed utfproof keeps its vectors as they are: promote in a checkout" in said.err
    assert loader.load(locations.vectors()).digest == digest
    said = utfproof("findings", "promote", "1", "--out", out, "--to", "mine")
    assert said.status == 0
    assert said.out.startswith("mine/found/utf-8.yaml: found/utf-8/")
    written = (home / "mine" / "found" / "utf-8.yaml").read_text("utf-8")
    assert '    bytes: "41 41 41 41 41 41 41 41 41 C0 AE 42"' in written
    assert loader.load(locations.vectors()).digest == digest


def test_an_input_is_promoted_once_into_a_folder(utfproof: Run, home: Path) -> None:
    out = stored(home, real(home, "lax", input=UNWRITTEN, line=UNWRITTEN))
    first, again = (
        utfproof("findings", "promote", "1", "--out", out, "--to", "mine") for _ in range(2)
    )
    assert (first.status, again.status) == (0, 0)
    assert again.out == "nothing to promote: mine/found/utf-8.yaml has this input\n"


def test_two_findings_of_one_name_are_two_cases_in_a_folder(utfproof: Run, home: Path) -> None:
    finding = real(home, "lax")
    for text in (UNWRITTEN, UNWRITTEN + "43"):
        out = stored(home, replace(finding, input=text, line=text))
        assert utfproof("findings", "promote", "1", "--out", out, "--to", "mine").status == 0
    written = (home / "mine" / "found" / "utf-8.yaml").read_text("utf-8")
    names = re.findall("- name: (.*)", written)
    assert len(names) == len(set(names)) == 2
