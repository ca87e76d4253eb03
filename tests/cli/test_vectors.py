"""vectors check, vectors export and requirements: the suite proven, given away, and listed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from utfproof import locations
from utfproof.vectors import loader

from .conftest import Run


@pytest.fixture
def copy(home: Path) -> Path:
    """Copy the shipped vectors."""
    return Path(shutil.copytree(locations.vectors(), home / "vectors"))


def change(copy: Path, name: str, old: str, new: str) -> None:
    """Replace the first place where something stands in a file."""
    text = (copy / name).read_text("utf-8")
    assert old in text
    (copy / name).write_text(text.replace(old, new, 1), "utf-8")


def test_the_shipped_vectors_are_consistent(utfproof: Run) -> None:
    said = utfproof("vectors", "check")
    assert (said.status, said.err) == (0, "")
    suite = loader.load()
    assert said.out.startswith(f"vectors {suite.version}: {len(suite.cases)} cases and ")
    assert said.out.endswith(f"\ndigest {suite.digest}\n")


def test_a_check_as_json_is_one_object(utfproof: Run) -> None:
    suite = loader.load()
    assert utfproof("vectors", "check", "--format", "json").json() == {
        "problems": [],
        "version": suite.version,
        "digest": suite.digest,
        "cases": len(suite.cases),
    }


def test_a_copy_is_as_consistent_and_has_the_same_digest(utfproof: Run, copy: Path) -> None:
    said = utfproof("vectors", "check", "--root", str(copy))
    assert (said.status, said.err) == (0, "")
    assert loader.load().digest in said.out


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        (
            "utf-8/ill-formed/overlong-two.yaml",
            'reads: "[C0] [80]"',
            'reads: "[C0 80]"',
            ": nul: written as '[C0 80]', the reference has '[C0] [80]': decide by the document",
        ),
        (
            "utf-8/encode/surrogates.yaml",
            'writes: "[U+D800]"',
            'writes: "ED A0 80"',
            ": d800: written as \"['ED', 'A0', '80']\", the reference (code-points) has ",
        ),
        (
            "detect/signatures.yaml",
            'detects: "UTF-8 3"',
            'detects: "UTF-16BE 2"',
            ": utf-8-alone: written as ",
        ),
        (
            "label/iana.yaml",
            'names: "UTF-8"',
            'names: "UTF-16"',
            ": utf-8: written as 'UTF-16', the reference has 'UTF-8'",
        ),
        (
            "properties.yaml",
            "name: concatenation",
            "name: levitation",
            "properties/levitation stands in one list only",
        ),
        (
            "utf-8/ill-formed/overlong-two.yaml",
            "flags: [Overlong]",
            "flags: [Longover]",
            "no note explains the flag Longover: see vectors/notes.yaml",
        ),
        (
            "requirements.yaml",
            "  - id: RFC3629-1-01",
            "  - id: RFC3629-9-99",
            "RFC3629-9-99: no case covers it",
        ),
        (
            "utf-8/ill-formed/overlong-two.yaml",
            'bytes: "C0 80"',
            "bytes: C0 80",
            "overlong-two.yaml:7: nul: bytes: quote it",
        ),
    ],
    ids=["reads", "writes", "detects", "names", "property", "flag", "coverage", "quotes"],
)  # fmt: skip
def test_a_copy_that_is_wrong_ends_with_4_and_says_where(
    utfproof: Run, copy: Path, name: str, old: str, new: str, told: str
) -> None:
    change(copy, name, old, new)
    said = utfproof("vectors", "check", "--root", str(copy))
    assert (said.status, said.out) == (4, "")
    assert told in said.err
    assert all(line.startswith("vectors") for line in said.err.splitlines())


def test_all_that_is_wrong_is_listed_in_json_too(utfproof: Run, copy: Path) -> None:
    change(copy, "utf-8/ill-formed/overlong-two.yaml", 'bytes: "C0 80"', "bytes: C0 80")
    change(copy, "label/iana.yaml", 'names: "UTF-8"', "names: UTF-8")
    (copy / "VERSION").unlink()
    said = utfproof("vectors", "check", "--root", str(copy), "--format", "json")
    assert said.status == 4
    assert len(said.json()["problems"]) == 3
    assert set(said.json()) == {"problems"}


def test_no_run_starts_with_an_inconsistent_suite(
    utfproof: Run, home: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(copy, "utf-8/ill-formed/overlong-two.yaml", 'reads: "[C0] [80]"', 'reads: "[C0 80]"')
    monkeypatch.setattr(locations, "vectors", lambda: copy)
    said = utfproof("certify", "--out", "run")
    assert said.status == 4
    assert "written as '[C0 80]'" in said.err
    assert said.err.endswith(": run `utfproof vectors check` to see all\n")
    assert not (home / "run").exists()


def test_the_export_is_one_object_with_the_digest(utfproof: Run) -> None:
    said = utfproof("vectors", "export")
    suite = loader.load()
    document = said.json()
    assert (document["version"], document["digest"]) == (suite.version, suite.digest)
    assert len(document["cases"]) == len(suite.cases)


def test_the_export_as_lines_is_a_case_each(utfproof: Run) -> None:
    said = utfproof("vectors", "export", "--lines")
    ids = [json.loads(line)["id"] for line in said.out.splitlines()]
    assert ids == sorted(case.about.id for case in loader.load().cases)


@pytest.mark.parametrize("lines", [[], ["--lines"]])
def test_the_export_goes_into_a_file(utfproof: Run, home: Path, lines: list[str]) -> None:
    expected = utfproof("vectors", "export", *lines).out
    said = utfproof("vectors", "export", *lines, "--out", "set.json")
    assert (said.status, said.out) == (0, "")
    assert (home / "set.json").read_text("utf-8") == expected


def test_a_file_that_cannot_be_written_is_told(utfproof: Run, home: Path) -> None:
    (home / "taken").touch()
    said = utfproof("vectors", "export", "--out", "taken/set.json")
    assert said.status == 2
    assert said.err.startswith("utfproof: taken/set.json: ")
    assert said.err.endswith(": give another file: --out FILE\n")


def test_no_requirement_is_uncovered(utfproof: Run) -> None:
    said = utfproof("requirements", "--uncovered")
    assert (said.status, said.out, said.err) == (0, "", "")


def test_an_uncovered_requirement_ends_with_4(
    utfproof: Run, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(copy, "requirements.yaml", "  - id: RFC3629-1-02", EXTRA + "  - id: RFC3629-1-02")
    monkeypatch.setattr(locations, "vectors", lambda: copy)
    said = utfproof("requirements", "--uncovered", "--format", "json")
    assert said.status == 4
    assert [entry["id"] for entry in said.json()["requirements"]] == ["RFC3629-9-99"]


EXTRA = """\
  - id: RFC3629-9-99
    document: RFC3629
    section: "9"
    level: MUST
    direction: [decode]
    states: Nobody has written a case for this.
"""


def test_requirements_are_listed_with_the_number_of_their_cases(utfproof: Run) -> None:
    listed = utfproof("requirements", "--format", "json").json()["requirements"]
    suite = loader.load()
    assert [entry["id"] for entry in listed] == list(suite.requirements)
    assert all(entry["cases"] or entry["untestable"] for entry in listed)
    (entry,) = utfproof("requirements", "RFC3629-3-21", "--format", "json").json()["requirements"]
    cited = sum("RFC3629-3-21" in case.about.clauses for case in suite.cases)
    assert entry["cases"] >= cited > 0
    assert (entry["document"], entry["section"], entry["level"]) == ("RFC3629", "3", "MUST NOT")


def test_words_narrow_by_id_and_by_text(utfproof: Run) -> None:
    def ids(*words: str) -> set[str]:
        listed = utfproof("requirements", *words, "--format", "json").json()["requirements"]
        return {entry["id"] for entry in listed}

    assert all(name.startswith("RFC2781-") for name in ids("rfc2781"))
    assert ids("rfc2781") & ids("surrogate") == ids("rfc2781", "surrogate")
    assert ids("no", "such", "words", "levitation") == set()


def test_a_requirement_that_no_codec_can_show_has_a_reason(utfproof: Run) -> None:
    listed = utfproof("requirements", "--untestable", "--format", "json").json()["requirements"]
    assert listed
    assert all(entry["untestable"] for entry in listed)
    said = utfproof("requirements", "--untestable").out
    assert said.count("No codec can show it:") == len(listed)
