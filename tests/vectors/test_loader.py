"""The loader: a folder becomes a suite, or all that is wrong with it is listed at once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from utfproof import locations
from utfproof.model.case import Keyword
from utfproof.model.encoding import Scheme
from utfproof.vectors import loader
from utfproof.vectors.suite import (
    FlagNote,
    InconsistentSuite,
    Property,
    Requirement,
    SourceDocument,
)

from . import small

SHIPPED = locations.vectors()


def test_a_suite_holds_all_that_stands_in_its_folder(root: Path) -> None:
    suite = small.load(root)
    assert suite.version == "1.2.3"
    assert [case.about.id for case in suite.cases] == ["utf-8/overlong/slash-in-two-bytes"]
    rule = "A character has exactly one form."
    assert suite.requirements["DOC-1-01"] == Requirement(
        "DOC-1-01",
        "DOC",
        "1",
        12,
        "MUST",
        ("decode",),
        rule,
        None,
        derived=False,
        place="vectors/requirements.yaml:2",
    )
    assert list(suite.requirements) == ["DOC-1-01", "DOC-1-02", "DOC-2-01"]
    assert suite.requirements["DOC-1-02"].line is None
    assert suite.requirements["DOC-2-01"].untestable
    about = "A sequence that is longer than it needs to be."
    assert suite.notes == {"Overlong": FlagNote("Overlong", about, "", ("CWE-176",), (), ())}
    document = SourceDocument("DOC", "A document", "first", "https://example.org/doc", None)
    assert suite.documents == {"DOC": document}
    why = "Texts that are joined mean the same as before."
    name = "properties/concatenation"
    place = "vectors/properties.yaml:2"
    assert suite.properties == (Property(name, ("DOC-1-02",), (), Keyword.MUST, why, place),)
    assert suite.retired == frozenset()


def test_an_id_is_the_path_and_the_name(root: Path) -> None:
    text = (root / "utf-8/overlong.yaml").read_text("utf-8")
    small.put(root, "utf-8/ill-formed/deep/topic.yaml", text)
    ids = [case.about.id for case in small.load(root).cases]
    assert "utf-8/ill-formed/deep/topic/slash-in-two-bytes" in ids


def test_a_file_of_cases_may_be_called_as_those_beside_them(root: Path) -> None:
    text = (root / "utf-8/overlong.yaml").read_text("utf-8")
    small.put(root, "label/notes.yaml", text)
    assert any(case.about.id.startswith("label/notes/") for case in small.load(root).cases)


def test_a_family_file_is_no_file_of_cases(root: Path) -> None:
    suite = small.load(root)
    assert len(suite.cases) == 1
    assert [family.id for family in suite.families] == ["families/octets"]
    assert suite.families[0].sizes == {Scheme.UTF_8: 65_793}


def test_a_family_file_that_is_none_is_told(root: Path) -> None:
    small.put(root, "families.yaml", "families: []\n")
    with pytest.raises(InconsistentSuite, match=r"vectors/families\.yaml:1: .*clauses"):
        small.load(root)


def test_the_shipped_files_load_beside_other_cases(tmp_path: Path) -> None:
    for path in [*SHIPPED.glob("*.yaml"), SHIPPED / "VERSION"]:
        shutil.copy(path, tmp_path)
    clauses = "clauses: [RFC3629-3-11]"
    small.add_cases(tmp_path, 'name: a, bytes: "C0 AF", reads: "[C0] [AF]"', head=clauses)
    suite = loader.load(tmp_path)
    assert len(suite.cases) == 1
    assert suite.requirements == loader.load().requirements
    assert suite.digest != loader.load().digest


def test_a_suite_is_loaded_once(root: Path) -> None:
    assert small.load(root) is small.load(root / "utf-8" / "..")


@pytest.mark.parametrize("name", ["requirements", "notes", "documents", "properties", "retired"])
def test_a_missing_file_is_named(root: Path, name: str) -> None:
    (root / f"{name}.yaml").unlink()
    assert small.problem(root).startswith(f"vectors/{name}.yaml: No such file or directory: ")


def test_a_missing_version_is_named(root: Path) -> None:
    (root / "VERSION").unlink()
    told = "vectors/VERSION: No such file or directory: the folder of the vectors holds a VERSION"
    assert small.problem(root).startswith(told)


def test_a_version_that_is_not_utf_8_is_refused(root: Path) -> None:
    (root / "VERSION").write_bytes(b"1.0\xff\n")
    assert small.problem(root).startswith("vectors/VERSION: the file is not UTF-8: ")


def test_a_requirement_that_stands_twice_is_an_error(root: Path) -> None:
    small.change(root, "requirements.yaml", "id: DOC-1-02", "id: DOC-1-01")
    assert small.problem(root) == "vectors/requirements.yaml:9: DOC-1-01 stands twice: remove one"


def test_a_property_that_stands_twice_is_an_error(root: Path) -> None:
    path = root / "properties.yaml"
    again = "  - {name: concatenation, clauses: [DOC-1-02], why: Texts that are joined stay.}\n"
    path.write_text(path.read_text("utf-8") + again, "utf-8")
    assert (
        small.problem(root) == "vectors/properties.yaml:5: concatenation stands twice: remove one"
    )


def test_a_note_that_stands_twice_is_an_error(root: Path) -> None:
    path = root / "notes.yaml"
    again = "  Overlong: {about: A sequence that is longer than needed.}\n"
    path.write_text(path.read_text("utf-8") + again, "utf-8")
    told = "vectors/notes.yaml:5: the key Overlong stands twice (line 2): remove one"
    assert small.problem(root) == told


@pytest.fixture
def all_wrong(root: Path) -> dict[str, str]:
    """Put one error of each class into a folder; give how each is told, by file and line."""
    right = (root / "utf-8/overlong.yaml").read_text("utf-8")
    case = "slash-in-two-bytes"
    wrong = {
        "utf-8/alias.yaml": ("encoding: &e UTF-8\n", ":1: anchors and aliases"),
        "utf-8/binary.yaml": ("encoding: !!binary UTF-8\n", ":1: the tag"),
        "utf-8/documents.yaml": (f"{right}---\n{right}", ":10: a second document"),
        "utf-8/keys.yaml": (f"{right}about: again\n", ":10: the key about stands twice"),
        "utf-8/list.yaml": ("- a\n- b\n", ":1: the file is not a mapping"),
        "utf-8/syntax.yaml": (f"{right}  - [\n", ": not YAML"),
        "utf-8/deep.yaml": (f"about: {'[' * 20}x{']' * 20}\n", ":1: nested deeper"),
        "utf-8/schema.yaml": (right.replace("why:", "reason:"), "'reason' was unexpected"),
        "utf-8/quotes.yaml": (right.replace('"C0 AF"', "C0 AF"), f":7: {case}: bytes: quote"),
        "utf-8/notation.yaml": (right.replace("[AF]", "[A0]"), f":8: {case}: reads: [A0]"),
        "utf-8/clauses.yaml": (right.replace("clauses: [DOC-1-01]\n", ""), f":5: {case}: clauses"),
        "utf-8/profile.yaml": (f"profile: mutf-8\n{right}", ":1: the profile mutf-8"),
        "utf-8/suffix.yml": (right, ": no file of this name is loaded"),
        "notes.yaml": ("notes: {}\n", ":1: "),
    }
    for name, (text, _) in wrong.items():
        small.put(root, name, text)
    (root / "utf-8/latin.yaml").write_bytes(b"about: caf\xe9\n")
    (root / "utf-8/large.yaml").write_bytes(b"#" * (8 * 1024 * 1024 + 1))
    (root / "retired.yaml").unlink()
    (root / "VERSION").unlink()
    told = {name: text for name, (_, text) in wrong.items()}
    return told | {
        "utf-8/latin.yaml": ":1: the file itself is not UTF-8",
        "utf-8/large.yaml": ": larger than 8 MiB",
        "retired.yaml": ": No such file",
        "VERSION": ": No such file",
    }


def test_every_class_of_error_is_found_and_all_are_listed(
    root: Path, all_wrong: dict[str, str]
) -> None:
    found = [str(problem) for problem in small.problems(root)]
    for name, told in all_wrong.items():
        about = [text for text in found if text.startswith(f"vectors/{name}:")]
        assert any(told in text for text in about), (name, about)
    assert not [text for text in found if text.startswith("vectors/utf-8/overlong.yaml")]


def test_the_error_speaks_of_the_first_and_counts_the_rest(
    root: Path, all_wrong: dict[str, str]
) -> None:
    with pytest.raises(InconsistentSuite) as caught:
        loader.load(root)
    first, *rest = caught.value.errors
    assert len(rest) >= len(all_wrong) - 1
    hint = "run `utfproof vectors check` to see all"
    assert str(caught.value) == f"{first} (and {len(rest)} more): {hint}"
    assert caught.value.exit_code == 4
