"""A failing codec is told which fault it has: by name, or by the place where it shows."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from utfproof import mutants
from utfproof.mutants.mutant_server import write_adapter
from utfproof.vectors import loader

from . import adapters
from .conftest import Json, Run

CATALOGUE = {mutant.id: mutant for mutant in mutants.catalogue()}


def certified(utfproof: Run, target: str, *arguments: str) -> Json:
    """Certify the one codec of an adapter that fails, and give what the report says of it."""
    said = utfproof("certify", target, "--out", "run", "--format", "json", *arguments)
    assert (said.status, said.err) == (1, "")
    [entry] = said.json()["codecs"]
    assert entry["verdict"] == "fail"
    return cast("Json", entry)


def served(folder: Path, name: str) -> str:
    write_adapter(folder / "mutants", [name])
    return "./mutants"


def test_a_known_fault_is_named_with_its_flag_and_its_weaknesses(utfproof: Run, home: Path) -> None:
    name = "utf-8/surrogates/are-read"
    entry = certified(utfproof, served(home, name), "--case", "utf-8/ill-formed/surrogates/*")
    [found] = entry["diagnosis"]
    note = loader.load().notes["Surrogate"]
    assert (found["fault"], found["about"]) == (name, CATALOGUE[name].about)
    assert (found["flag"], tuple(found["cwe"])) == ("Surrogate", note.cwe)
    assert found["exact"]
    assert found["explains"] == found["failures"] > 0
    assert found["reproduce"].startswith("utfproof certify ")


@pytest.mark.slow
def test_a_fault_that_shows_in_the_third_error_only_is_named(utfproof: Run, home: Path) -> None:
    name = "utf-8/counts/the-third-error-is-lost"
    case = ("--level", "complete", "--case", "families/counts/*", "--op", "decode UTF-8 replace")
    [found] = certified(utfproof, served(home, name), *case)["diagnosis"]
    assert (found["fault"], found["exact"]) == (name, True)


def test_two_faults_at_once_are_both_named(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "has_two_known_faults", codecs=("both",))
    entry = certified(utfproof, target, "--case", "utf-8/ill-formed/*", "--op", "validate")
    faults = [found["fault"] for found in entry["diagnosis"]]
    assert sorted(faults) == ["utf-8/overlong/c0-80-is-nul", "utf-8/surrogates/are-read"]
    explained = [found["explains"] for found in entry["diagnosis"]]
    assert sum(explained) == entry["diagnosis"][0]["failures"]
    assert explained == sorted(explained, reverse=True)


def test_a_fault_of_one_place_that_no_catalogue_has_is_told_with_its_offset(
    utfproof: Run, home: Path
) -> None:
    target = adapters.put(home, "errs_where_nothing_else_does", codecs=("place", "cut"))
    case = "families/placements/utf-8/ill-formed/overlong-two/nul"
    narrowed = ("--codec", "place", "--level", "complete", "--case", case)
    [found] = certified(utfproof, target, *narrowed)["diagnosis"]
    assert (found["fault"], found["flag"]) == ("unnamed/placements", "Overlong")
    assert found["about"] == "C0 80 is read as 0 at offset 63 only."
    assert found["explains"] == found["failures"]


@pytest.mark.parametrize(
    ("level", "case"),
    [
        ("vectors", "utf-8/well-formed/boundaries/*"),
        ("complete", "families/splits/utf-8/well-formed/boundaries/*"),
    ],
)
def test_a_cut_that_shows_a_fault_of_no_catalogue_is_told(
    utfproof: Run, home: Path, level: str, case: str
) -> None:
    target = adapters.put(home, "errs_where_nothing_else_does", codecs=("place", "cut"))
    narrowed = ("--codec", "cut", "--level", level, "--case", case)
    [found] = certified(utfproof, target, *narrowed)["diagnosis"]
    assert (found["fault"], found["flag"]) == ("unnamed/splits", "Chunking")
    assert found["about"] == "F0908080 cut into 1+3 octets is read otherwise than whole."
    assert found["explains"] == found["failures"]


@pytest.mark.parametrize(
    ("level", "case"),
    [
        ("vectors", "utf-8/well-formed/boundaries/*"),
        ("complete", "families/splits/utf-8/well-formed/boundaries/*"),
    ],
)
def test_right_output_that_comes_late_is_told_as_late(
    utfproof: Run, home: Path, level: str, case: str
) -> None:
    target = adapters.put(home, "keeps_long_characters", codecs=("late",), profile="whatwg")
    narrowed = ("--level", level, "--case", case)
    [found] = certified(utfproof, target, *narrowed)["diagnosis"]
    assert (found["fault"], found["flag"]) == ("unnamed/delivery", "Chunking")
    assert found["about"] == ("F0908080 in one chunk comes late: 10000 is due with chunk 1.")
    assert found["explains"] == found["failures"]


@pytest.mark.parametrize("name", ["a-character-is-held-back", "all-comes-with-the-flush"])
def test_faults_that_are_late_at_different_times_are_told_apart(
    utfproof: Run, home: Path, name: str
) -> None:
    case = ("--case", "utf-8/well-formed/boundaries/*", "--op", "decode-chunks")
    [found] = certified(utfproof, served(home, f"utf-8/chunks/{name}"), *case)["diagnosis"]
    assert (found["fault"], found["exact"]) == (f"utf-8/chunks/{name}", True)
