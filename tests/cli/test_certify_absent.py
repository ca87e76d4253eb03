"""certify and codecs where an adapter is missing something, cannot be built, or says too little."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import adapters
from .conftest import Json, Run

QUICK = ("--case", "utf-8/ill-formed/overlong-two/nul", "--jobs", "1", "--format", "json")
NEEDS = "requires: [no-such-program-xyz]"


def only(said: Json) -> Json:
    (entry,) = said["codecs"]
    found: Json = entry
    return found


def test_an_unavailable_adapter_is_no_failure_but_alone_nothing_ran(
    utfproof: Run, home: Path
) -> None:
    said = utfproof("certify", adapters.put(home, "reads_overlong_forms", NEEDS), *QUICK)
    assert (said.status, said.err) == (5, "")
    entry = only(said.json())
    assert (entry["verdict"], entry["counts"]) == ("unavailable", {})
    assert entry["needs"] == ["no-such-program-xyz"]
    assert entry["why"] == "needs no-such-program-xyz"


@pytest.mark.parametrize(
    ("program", "status"), [("reads_by_the_table", 0), ("reads_overlong_forms", 1)]
)
def test_an_unavailable_adapter_changes_nothing_for_the_others(
    utfproof: Run, home: Path, program: str, status: int
) -> None:
    absent = adapters.put(home, "says_nonsense", NEEDS)
    assert utfproof("certify", adapters.put(home, program), absent, *QUICK).status == status


def test_a_known_program_comes_with_its_debian_packages(
    utfproof: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(home))
    target = adapters.put(home, "reads_by_the_table", "requires: [cargo]")
    assert only(utfproof("certify", target, *QUICK).json())["needs"] == ["cargo (Debian: cargo)"]


def test_a_codec_that_hello_does_not_name_is_unavailable(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "reads_by_the_table", codecs=("table", "chair"))
    said = utfproof("certify", target, *QUICK)
    table, chair = sorted(said.json()["codecs"], key=lambda entry: str(entry["verdict"]))
    assert (said.status, table["verdict"], chair["verdict"]) == (0, "pass", "unavailable")
    assert chair["why"] == "the adapter's hello does not name it"


def test_a_codec_that_the_manifest_does_not_name_makes_the_adapter_broken(
    utfproof: Run, home: Path
) -> None:
    said = utfproof("certify", adapters.put(home, "has_a_right_and_a_wrong_codec"), *QUICK)
    assert said.status == 3
    entry = only(said.json())
    assert entry["verdict"] == "broken"
    assert "hello: it names codecs that adapter.yaml does not: lax: declare them" in entry["why"]


def test_a_program_that_cannot_be_run_makes_the_adapter_broken(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "reads_by_the_table")
    manifest = home / target / "adapter.yaml"
    lines = manifest.read_text("utf-8").splitlines()
    lines[3] = "run: /no/such/program"
    manifest.write_text("\n".join(lines), "utf-8")
    said = utfproof("certify", target, *QUICK)
    assert (said.status, only(said.json())["verdict"]) == (3, "broken")


def test_an_adapter_that_never_greets_is_broken_and_its_last_words_are_kept(
    utfproof: Run, home: Path
) -> None:
    said = utfproof("certify", adapters.put(home, "never_greets"), *QUICK)
    assert said.status == 3
    entry = only(said.json())
    assert entry["verdict"] == "broken"
    assert "no hello" in entry["why"]
    assert "the library that this needs has moved" in entry["why"]


def test_an_adapter_that_says_nonsense_is_broken_and_has_no_percentage(
    utfproof: Run, home: Path
) -> None:
    entry = only(utfproof("certify", adapters.put(home, "says_nonsense"), *QUICK).json())
    assert (entry["verdict"], set(entry["counts"])) == ("broken", {"broken"})


def test_a_build_that_fails_shows_what_it_printed(utfproof: Run, home: Path) -> None:
    build = 'build: sh -c "echo nul.c, line 1, no such codec; echo and more >&2; exit 7"'
    target = adapters.put(home, "reads_by_the_table", build)
    said = utfproof("certify", target, "--out", "run")
    assert said.status == 3
    assert "the build failed (exit status 7): sh -c" in said.out
    assert "nul.c, line 1, no such codec" in said.out
    assert "and more" in said.out
    assert "nul.c, line 1, no such codec" in (home / "run/junit.xml").read_text("utf-8")


@pytest.mark.parametrize("command", [["codecs"], ["explain", "41"]])
def test_listing_and_explaining_show_what_a_failed_build_printed(
    utfproof: Run, home: Path, command: list[str]
) -> None:
    build = 'build: sh -c "echo nul.c, line 1, no such codec; echo and more >&2; exit 7"'
    target = adapters.put(home, "has_a_right_and_a_wrong_codec", build, codecs=("table", "lax"))
    said = utfproof(*command, target)
    assert said.status == 0
    assert "below" in said.out
    assert said.out.count("the build printed:\nnul.c, line 1, no such codec\nand more") == 1
    found = utfproof(*command, target, "--format", "json").json()["codecs"]
    entries = found if isinstance(found, list) else list(found.values())
    assert {entry["output"] for entry in entries} == {"nul.c, line 1, no such codec\nand more\n"}


@pytest.mark.parametrize("command", [["codecs"], ["explain", "41"]])
def test_a_build_that_fails_in_silence_is_not_said_to_have_printed_something(
    utfproof: Run, home: Path, command: list[str]
) -> None:
    target = adapters.put(home, "reads_by_the_table", "build: test -e /no/such/file")
    said = utfproof(*command, target)
    assert "test -e /no/such/file: it printed nothing" in said.out
    assert "the build printed" not in said.out
    assert "below" not in said.out


def test_a_build_program_that_is_missing_is_told(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "reads_by_the_table", "build: no-such-compiler-xyz main.c")
    said = utfproof("certify", target, *QUICK)
    assert said.status == 3
    why = only(said.json())["why"]
    assert "the build failed (No such file or directory): no-such-compiler-xyz main.c" in why


@pytest.mark.usefixtures("unconfined")
def test_a_failed_build_is_tried_again(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "reads_by_the_table", f"build: test -e {home}/ready")
    assert utfproof("certify", target, *QUICK, "--out", "1").status == 3
    (home / "ready").touch()
    assert utfproof("certify", target, *QUICK, "--out", "2").status == 0


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("colour: red", "'colour' was unexpected"),
        ("requires: cargo", 'is not of type "array"'),
        ("limits: {memory: a lot}", "does not match"),
        ("run: again", "the key run stands twice (line 4)"),
    ],
)
def test_a_manifest_that_is_wrong_is_told_with_its_line(
    utfproof: Run, home: Path, line: str, told: str
) -> None:
    target = adapters.put(home, "reads_by_the_table", line)
    said = utfproof("certify", target)
    assert (said.status, said.out) == (3, "")
    assert said.err.startswith(f"utfproof: {target[2:]}/adapter.yaml:")
    assert told in said.err


def test_codecs_lists_what_is_there_and_what_is_missing(utfproof: Run, home: Path) -> None:
    here = adapters.put(home, "reads_by_the_table", codecs=("table", "chair"))
    absent = adapters.put(home, "says_nonsense", NEEDS)
    broken = adapters.put(home, "never_greets")
    said = utfproof("codecs", here, absent, broken, "--format", "json")
    assert said.status == 0
    found = {entry["codec"]: entry for entry in said.json()["codecs"]}
    keys = {"codec", "available", "version", "offers", "needs"}
    assert all(set(entry) >= keys for entry in found.values())
    table = found["reads_by_the_table/table"]
    assert (table["available"], table["version"], table["needs"]) == (True, "1.0", [])
    assert table["offers"] == [
        "decode UTF-8 strict",
        "decode UTF-8 replace",
        "validate UTF-8 strict",
    ]
    assert [name for name, entry in found.items() if entry["available"]] == [
        "reads_by_the_table/table"
    ]
    assert found["says_nonsense/table"]["needs"] == ["no-such-program-xyz"]
    assert found["reads_by_the_table/chair"]["why"] == "the adapter's hello does not name it"
    assert "has moved" in found["never_greets/table"]["why"]
    assert utfproof("codecs", here, absent, broken).out.endswith(
        "1 of 4 codecs available, of 1 library, through 3 adapters\n"
    )
