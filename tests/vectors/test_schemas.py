"""Closed schemas: what does not belong in a file is told with its line and its case."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from utfproof import locations, schemas, strict_yaml
from utfproof.errors import ManifestError, VectorError

from . import small

SHIPPED = sorted((locations.vectors() / "schema").glob("*.schema.json"))
GOOD = 'name: a, bytes: "C0 AF", reads: "[C0] [AF]"'


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_every_object_of_a_shipped_schema_is_closed(path: Path) -> None:
    def is_closed(node: object) -> bool:
        if isinstance(node, list):
            return all(map(is_closed, node))
        if not isinstance(node, dict):
            return True
        names_keys = node.get("type") == "object" and "properties" in node
        closed = not names_keys or node.get("additionalProperties") is False
        return closed and all(map(is_closed, node.values()))

    assert is_closed(json.loads(path.read_text("utf-8")))


@pytest.mark.parametrize(
    ("case", "told"),
    [
        (f'{GOOD}, reasons: "41"', "a: .*'reasons' was unexpected"),
        (f'{GOOD}, offset: "1"', "a: .*'offset' was unexpected"),
        ('bytes: "C0", reads: "[C0]"', '"name" is a required property'),
        ('name: a, reads: "[C0]"', 'a: "bytes" is a required property'),
        ('name: a, bytes: "C0"', "a: .* is not valid under any of the schemas"),
        ('name: a, scalars: "U+0041", writes: "41", bytes: "41"', "a: .*'bytes' was unexpected"),
        ('name: a, writes: "41"', 'a: "scalars" is a required property'),
        ('name: a, detects: "UTF-8 3"', 'a: "bytes" is a required property'),
        ('name: a, names: "UTF-8"', 'a: "label" is a required property'),
        (f"{GOOD}, why: too short", 'a: "too short" is shorter than 20 characters'),
        (f"{GOOD}, why: {'x' * 201}", "a: .* is longer than 200 characters"),
        ('name: An Id, bytes: "C0", reads: "[C0]"', 'An Id: "An Id" does not match'),
        ('name: a--b, bytes: "C0", reads: "[C0]"', 'a--b: "a--b" does not match'),
        ('name: a/b, bytes: "C0", reads: "[C0]"', 'a/b: "a/b" does not match'),
        (f"{GOOD}, keyword: must", 'a: "must" is not one of'),
        (f"{GOOD}, clauses: []", r"a: \[\] has less than 1 item"),
        (f"{GOOD}, clauses: [DOC-1-01, DOC-1-01]", "a: .* has non-unique elements"),
        (f"{GOOD}, clauses: [doc-1]", 'a: "doc-1" does not match'),
        (f"{GOOD}, flags: [over-long]", 'a: "over-long" does not match'),
        (f"{GOOD}, or: []", r"a: \[\] has less than 1 item"),
        (f'{GOOD}, or: [{{reads: "[C0 AF]"}}]', 'a: "clauses" is a required property'),
        (f"{GOOD}, or: [{{clauses: [DOC-1-01]}}]", 'a: "reads" is a required property'),
        (f'{GOOD}, or: [{{writes: "41", clauses: [DOC-1-01]}}]', "a: .*'writes' was unexpected"),
        ('name: a, bytes: [C0], reads: "[C0]"', "a: .* is not of type"),
    ],
)
def test_an_invalid_case_is_reported_with_its_line_and_name(
    root: Path, case: str, told: str
) -> None:
    small.add_cases(root, GOOD.replace("name: a", "name: good"), case)
    found = [str(problem) for problem in small.problems(root)]
    place = r"vectors/utf-8/topic\.yaml:6: "
    assert any(re.match(place + told, text) for text in found), found
    assert all(re.match(place, text) for text in found)
    assert all("see schema/cases.schema.json" in text or "upper-case" in text for text in found)


@pytest.mark.parametrize("octets", ["c0 af", "C0AF", "C0  AF", " C0", "C0 ", "0xC0", "C", "C0,AF"])
def test_octets_that_are_not_upper_case_pairs_get_an_example(root: Path, octets: str) -> None:
    small.add_cases(root, f'name: a, bytes: "{octets}", reads: ""')
    told = small.problem(root)
    assert told.startswith(f'vectors/utf-8/topic.yaml:5: a: "{octets}" does not match')
    assert told.endswith(': write upper-case pairs in quotes, such as "2F C0 AE"')


@pytest.mark.parametrize(
    ("old", "new", "line", "told"),
    [
        ("encoding: UTF-8", "encoding: UTF-7", 1, '"UTF-7" is not one of'),
        ("encoding: UTF-8\n", "", 1, '"encoding" is a required property'),
        ("about:", "colour: red\nabout:", 2, "'colour' was unexpected"),
        ("about: Sequences longer than they need to be.", "about: Short.", 2, "is shorter than"),
        ("flags:", "profile: utf-8\nflags:", 4, '"utf-8" is not one of'),
    ],
)
def test_the_head_of_a_file_is_closed_too(
    root: Path, old: str, new: str, line: int, told: str
) -> None:
    small.change(root, "utf-8/overlong.yaml", old, new)
    text = small.problem(root)
    assert text.startswith(f"vectors/utf-8/overlong.yaml:{line}: ")
    assert told in text
    assert text.endswith(": see schema/cases.schema.json")


@pytest.mark.parametrize(
    ("name", "old", "new", "line"),
    [
        ("requirements", "level: MUST", "level: SHALL", 6),
        ("requirements", "line: 12", "line: twelve", 5),
        ("requirements", "direction: [decode]", "direction: [read]", 7),
        ("requirements", "id: DOC-1-01", "id: doc", 2),
        ("notes", "CWE-176", "CWE 176", 4),
        ("notes", "cwe: [CWE-176]", "cve: [CVE-24-1]", 4),
        ("notes", "cwe:", "cwes:", 4),
        ("documents", "https://", "http://", 5),
        ("documents", "    edition: first\n", "", 2),
        ("properties", "name: concatenation", "name: Concatenation", 2),
        ("retired", "retired: []", "retired: [{id: utf-8/a/b}]", 1),
    ],
)
def test_what_stands_beside_the_cases_is_closed_too(
    root: Path, name: str, old: str, new: str, line: int
) -> None:
    small.change(root, f"{name}.yaml", old, new)
    found = [str(problem) for problem in small.problems(root)]
    assert found
    for text in found:
        assert text.startswith(f"vectors/{name}.yaml:{line}: ")
        assert text.endswith(f": see schema/{name}.schema.json")


def test_every_unknown_key_is_told_with_its_own_line(root: Path) -> None:
    small.change(root, "utf-8/overlong.yaml", "cases:", "colour: red\ncases:")
    small.change(
        root, "utf-8/overlong.yaml", "    why:", "    taste: sour\n    smell: good\n    why:"
    )
    told = sorted(str(problem).partition(": see ")[0] for problem in small.problems(root))
    place = "vectors/utf-8/overlong.yaml"
    unexpected = "Additional properties are not allowed ({} was unexpected)"
    assert told == [
        f"{place}:{line}: {name}{unexpected.format(repr(key))}"
        for line, name, key in (
            (10, "slash-in-two-bytes: ", "taste"),
            (11, "slash-in-two-bytes: ", "smell"),
            (5, "", "colour"),
        )
    ]


def test_a_tree_that_fits_has_no_problems(tmp_path: Path) -> None:
    schema = tmp_path / "one.schema.json"
    schema.write_text('{"properties": {"a": {"const": "80"}}, "additionalProperties": false}')
    assert schemas.problems(strict_yaml.parse("a: 80", "x"), schema, "x") == []


def test_a_problem_is_of_the_kind_that_was_asked_for(tmp_path: Path) -> None:
    schema = tmp_path / "two.schema.json"
    schema.write_text('{"properties": {"a": {"const": "80"}}, "additionalProperties": false}')
    tree = strict_yaml.parse("a: 81", "x")
    assert [type(found) for found in schemas.problems(tree, schema, "x")] == [VectorError]
    found = schemas.problems(tree, schema, "x", ManifestError)
    assert [type(problem) for problem in found] == [ManifestError]


def test_all_problems_of_a_file_are_listed_not_only_the_first(root: Path) -> None:
    small.add_cases(root, f"{GOOD}, one: 1", f"{GOOD}, two: 2", f"{GOOD}, three: 3")
    lines = [str(problem).split(": ")[0] for problem in small.problems(root)]
    assert lines == [f"vectors/utf-8/topic.yaml:{line}" for line in (5, 6, 7)]


@pytest.mark.parametrize("key", ["7", "007", "+7", "²", "7" * 900, "-7"])
def test_a_key_that_looks_like_a_number_has_its_line(tmp_path: Path, key: str) -> None:
    schema = tmp_path / "three.schema.json"
    schema.write_text('{"additionalProperties": {"const": {"name": "n", "b": "80"}}}')
    tree = strict_yaml.parse(f"'{key}':\n  name: n\n'8':\n  name: m\n", "x")
    found = [str(problem) for problem in schemas.problems(tree, schema, "x")]
    assert sorted(text[:7] for text in found) == ["x:1: n:", "x:3: m:"]


def test_a_long_value_is_told_by_its_ends(tmp_path: Path) -> None:
    schema = tmp_path / "four.schema.json"
    schema.write_text('{"properties": {"a": {"pattern": "^no$"}}, "additionalProperties": false}')
    long = "begins" + "7" * 900 + "ends"
    for text in (f"a: {long}", f"{long}: a", f"a: {{name: {long}}}"):
        for found in schemas.problems(strict_yaml.parse(text, "x"), schema, "x"):
            assert len(str(found)) < 600
    [found] = schemas.problems(strict_yaml.parse(f"a: {long}", "x"), schema, "x")
    assert re.match('x:1: "begins7+ … 7+ends" does not match', str(found))
