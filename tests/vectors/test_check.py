"""The rules that no schema can state, each broken once in a suite that is right otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from utfproof.vectors import check

from . import small

SLASH = "vectors/utf-8/overlong.yaml:6: slash-in-two-bytes: "
REASON = "A slash has one form, and this is another."
RIGHT = 'name: a, bytes: "41", reads: "U+0041"'


def told(root: Path) -> list[str]:
    return [str(problem) for problem in check.problems(small.load(root))]


def test_a_right_suite_has_no_problems(root: Path) -> None:
    small.add_cases(root, RIGHT)
    assert told(root) == []


def test_a_name_stands_once_in_a_file(root: Path) -> None:
    small.add_cases(root, RIGHT, 'name: a, bytes: "42", reads: "U+0042"')
    place = "vectors/utf-8/topic.yaml"
    assert told(root) == [f"{place}:6: a: the name stands twice ({place}:5): rename one"]


def test_a_name_may_stand_in_two_files(root: Path) -> None:
    small.add_cases(root, 'name: slash-in-two-bytes, bytes: "42", reads: "U+0042"')
    assert told(root) == []


def test_a_retired_id_is_never_used_again(root: Path) -> None:
    entry = 'reason: It was wrong about a slash., version: "2.0.0"'
    name = "utf-8/overlong/slash-in-two-bytes"
    small.put(root, "retired.yaml", f"retired:\n  - {{id: {name}, {entry}}}\n")
    assert told(root) == [f"{SLASH}the id was retired: an id is never used again: rename it"]


@pytest.mark.parametrize(
    ("cases", "encoding"),
    [
        (['bytes: "41", reads: "U+0041"'] * 2, "UTF-8"),
        (['scalars: "U+0041", writes: "41"', 'scalars: "U+0041", writes: "42"'], "UTF-8"),
        (['bytes: "FF FE", detects: "UTF-16LE 2"', 'bytes: "FF FE", detects: "? 0"'], "-"),
        (['label: "utf8", names: "?"', 'label: "utf8", names: "UTF-8"'], "-"),
    ],
    ids=["decode", "encode", "detect", "label"],
)
def test_the_same_input_twice_is_told_with_the_other_id(
    root: Path, cases: list[str], encoding: str
) -> None:
    first, second = cases
    small.add_cases(root, f"name: a, {first}", f"name: b, {second}", encoding=encoding)
    hint = "it is utf-8/topic/a: keep one, with the clauses of both"
    place = "vectors/utf-8/topic.yaml:6: b: "
    assert told(root) == [f"{place}the same input stands in another case: {hint}"]


def test_the_same_input_in_another_file_is_found_too(root: Path) -> None:
    small.add_cases(root, 'name: a, bytes: "C0 AF", reads: "[C0] [AF]"')
    (found,) = told(root)
    assert "utf-8/overlong/slash-in-two-bytes" in found


@pytest.mark.parametrize(
    ("case", "encoding", "head"),
    [
        ('bytes: "00 AF", reads: "U+00AF"', "UTF-16BE", ""),
        ('bytes: "C0 AF", reads: "[C0] [AF]"', "UTF-8", "profile: rfc2279\nclauses: [DOC-1-01]"),
        ('bytes: "C0 AF", detects: "? 0"', "-", ""),
        ('scalars: "U+00C0", writes: "C3 80"', "UTF-8", ""),
    ],
    ids=["encoding", "profile", "kind", "direction"],
)
def test_the_same_octets_for_another_question_are_no_repetition(
    root: Path, case: str, encoding: str, head: str
) -> None:
    small.add_cases(root, f"name: a, {case}", encoding=encoding, head=head)
    assert told(root) == []


@pytest.mark.parametrize(
    ("case", "encoding"),
    [
        ('bytes: "41", reads: "U+0041", clauses: [DOC-9-99]', "UTF-8"),
        ('bytes: "41", reads: "U+0041", or: [{reads: "[41]", clauses: [DOC-9-99]}]', "UTF-8"),
        ('scalars: "U+0041", writes: "41", or: [{writes: "42", clauses: [DOC-9-99]}]', "UTF-8"),
        ('bytes: "41", detects: "? 0", or: [{detects: "UTF-8 0", clauses: [DOC-9-99]}]', "-"),
        ('label: "u8", names: "?", or: [{names: "UTF-8", clauses: [DOC-9-99]}]', "-"),
    ],
    ids=["case", "reading", "writing", "sighting", "name"],
)
def test_an_unknown_clause_is_found_wherever_it_is_cited(
    root: Path, case: str, encoding: str
) -> None:
    small.add_cases(root, f"name: a, {case}", encoding=encoding)
    place = "vectors/utf-8/topic.yaml:5: a: "
    assert told(root) == [f"{place}no requirement DOC-9-99: see vectors/requirements.yaml"]


def test_an_unknown_flag_is_found(root: Path) -> None:
    small.add_cases(root, f"{RIGHT}, flags: [Overlong, Unheard]")
    place = "vectors/utf-8/topic.yaml:5: a: "
    assert told(root) == [f"{place}no note explains the flag Unheard: see vectors/notes.yaml"]


def test_clauses_that_a_property_cites_are_known(root: Path) -> None:
    small.change(
        root, "properties.yaml", "[DOC-1-02]", "[DOC-1-02, DOC-9-99]\n    flags: [Unheard]"
    )
    place = "vectors/properties.yaml:2: properties/concatenation: "
    assert told(root) == [
        f"{place}no requirement DOC-9-99: see vectors/requirements.yaml",
        f"{place}no note explains the flag Unheard: see vectors/notes.yaml",
    ]


@pytest.mark.parametrize(
    "why",
    [
        "Test that a slash has one form.",
        "Tests the overlong form of a slash.",
        "Check that a slash has one form.",
        "Checks the overlong form of a slash.",
        "Verify that a slash has one form.",
        "This case has an overlong slash.",
        "Ensure that a slash has one form.",
        "a slash has exactly one form, not two.",
        "A slash has exactly one form, not two",
        "…and a slash has exactly one form.",
    ],
)
def test_a_why_that_is_no_reason_is_refused(root: Path, why: str) -> None:
    small.change(root, "utf-8/overlong.yaml", REASON, why)
    hint = "one sentence that says which rule this is"
    assert told(root) == [f"{SLASH}why is no reason: {hint}"]


@pytest.mark.parametrize(
    "why", ["80 is no first octet, and never was.", "'/' has one form, and this is another!"]
)
def test_a_reason_may_begin_with_an_octet_or_a_quotation(root: Path, why: str) -> None:
    small.change(
        root, "utf-8/overlong.yaml", "A slash has one form, and this is another.", f'"{why}"'
    )
    assert told(root) == []


def test_a_requirement_without_case_and_reason_is_uncovered(root: Path) -> None:
    small.change(root, "properties.yaml", "[DOC-1-02]", "[DOC-1-01]")
    hint = "cite it in a case, or say in `untestable` why no codec can show it"
    place = "vectors/requirements.yaml:9: "
    assert told(root) == [f"{place}DOC-1-02: no case covers it: {hint}"]
    assert [item.id for item in small.load(root).uncovered()] == ["DOC-1-02"]


def test_a_clause_of_a_head_that_no_case_takes_covers_nothing(root: Path) -> None:
    small.change(root, "utf-8/overlong.yaml", "    why:", "    clauses: [DOC-1-02]\n    why:")
    assert [item.id for item in small.load(root).uncovered()] == ["DOC-1-01"]


def test_another_reading_covers_nothing(root: Path) -> None:
    small.change(root, "properties.yaml", "[DOC-1-02]", "[DOC-1-01]")
    small.add_cases(root, f'{RIGHT}, or: [{{reads: "[41]", clauses: [DOC-1-02]}}]')
    assert [item.id for item in small.load(root).uncovered()] == ["DOC-1-02"]


def test_a_requirement_of_an_unknown_document_is_told(root: Path) -> None:
    small.change(root, "documents.yaml", "  DOC:", "  BOOK:")
    found = told(root)
    place = "vectors/requirements.yaml:2: "
    assert found[0] == f"{place}DOC-1-01: no document DOC: see vectors/documents.yaml"
    assert len(found) == 3


def test_all_that_is_wrong_is_listed(root: Path) -> None:
    small.change(root, "properties.yaml", "[DOC-1-02]", "[DOC-1-01]")
    own = "flags: [Unheard], clauses: [DOC-9-99], why: Test what has no reason."
    small.add_cases(root, RIGHT, f"{RIGHT}, {own}")
    assert len(told(root)) == 6
