"""The compiled set: whole, readable by others, and named by a digest that any change changes."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from utfproof.model.case import (
    AllowedName,
    AllowedReading,
    AllowedWriting,
    Case,
    DecodeCase,
    DetectCase,
    Detection,
    EncodeCase,
    ExpectedOctets,
    Keyword,
    LabelCase,
    NotEncodable,
)
from utfproof.model.encoding import Encoding
from utfproof.model.reading import IllFormed, Reading
from utfproof.vectors import export, loader, notation
from utfproof.vectors.cases import scheme_of
from utfproof.vectors.suite import Suite

from . import small


@pytest.fixture(scope="module")
def suite() -> Suite:
    return loader.load()


def of(suite: Suite, kind: type[Any]) -> list[Any]:
    return [case for case in suite.cases if isinstance(case, kind)]


def rendered(case: Case) -> dict[str, Any]:
    (line,) = export.lines([case])
    found: dict[str, Any] = json.loads(line)
    return found


def test_each_case_is_a_line_of_json_in_the_order_of_the_ids(suite: Suite) -> None:
    lines = list(export.lines(suite.cases))
    assert len(lines) == len(suite.cases)
    assert all(line.isascii() and "\n" not in line for line in lines)
    ids = [json.loads(line)["id"] for line in lines]
    assert ids == sorted(case.about.id for case in suite.cases)


def test_the_digest_is_that_of_the_suite_and_of_nothing_but_the_cases(suite: Suite) -> None:
    assert export.digest(suite.cases) == suite.digest
    assert export.digest([]) != suite.digest


def test_the_digest_does_not_depend_on_the_order_of_the_cases(suite: Suite) -> None:
    by_reason = sorted(suite.cases, key=lambda case: case.about.why)
    assert export.digest(by_reason) == export.digest(suite.cases[::-1]) == suite.digest


def test_the_digest_does_not_depend_on_where_a_case_stands(suite: Suite) -> None:
    first, *rest = suite.cases
    moved = replace(first, about=replace(first.about, place="vectors/elsewhere.yaml:1"))
    assert export.digest([moved, *rest]) == suite.digest


def changed(case: Case) -> list[Case]:
    """Return a case with each thing that says what is expected changed once."""
    about = case.about
    elsewhere = Encoding.UCS_2 if about.encoding is Encoding.UCS_4 else Encoding.UCS_4
    found: list[Case] = [
        replace(case, about=replace(about, **change))
        for change in (
            {"id": f"{about.id}-2"},
            {"encoding": elsewhere},
            {"profile": "whatwg" if about.profile != "whatwg" else None},
            {"clauses": (*about.clauses, "DOC-1-01")},
            {"flags": (*about.flags, "Other")},
            {"keyword": Keyword.SHOULD},
        )
    ]
    match case:
        case DecodeCase(_, reads, others):
            found += [
                replace(case, reads=Reading((*reads.parts, IllFormed(b"\xff")))),
                replace(case, others=(*others, AllowedReading(reads, ("DOC-1-01",)))),
            ]
        case EncodeCase(_, values, writes, _, others):
            found += [
                replace(case, values=(*values, 0x41)),
                replace(case, writes=ExpectedOctets((*writes.parts, NotEncodable(0xD800)), b"")),
                replace(case, writes=ExpectedOctets(writes.parts, b"\xff")),
                replace(case, writes_utf16=ExpectedOctets((b"\xff",))),
                replace(case, others=(*others, AllowedWriting(writes, ("DOC-1-01",)))),
            ]
        case DetectCase(_, octets, seen, others):
            found += [
                replace(case, octets=octets + b"A"),
                replace(case, detects=Detection(Encoding.UCS_4, 9)),
                replace(case, others=(*others, replace(seen, clauses=("DOC-1-01",)))),
            ]
        case LabelCase(_, label, names, others):
            found += [
                replace(case, label=label + b"x"),
                replace(case, names=None if names else Encoding.UCS_4),
                replace(case, others=(*others, AllowedName(None, ("DOC-1-01",)))),
            ]
    return found


@pytest.mark.parametrize("kind", [DecodeCase, EncodeCase, DetectCase, LabelCase])
def test_the_digest_changes_with_any_expectation(suite: Suite, kind: type[Any]) -> None:
    cases = of(suite, kind)
    for case in cases[:: len(cases) // 20]:
        digests = [export.digest([one]) for one in (case, *changed(case))]
        assert len(set(digests)) == len(digests), case.about.id


@pytest.mark.parametrize("kind", [DecodeCase, EncodeCase, DetectCase, LabelCase])
def test_the_digest_changes_with_the_clause_of_another_answer(
    suite: Suite, kind: type[Any]
) -> None:
    case = next(case for case in of(suite, kind) if case.others)
    first, *rest = case.others
    moved = replace(case, others=(replace(first, clauses=("DOC-1-01",)), *rest))
    assert export.digest([moved]) != export.digest([case])


def test_a_case_that_is_left_out_or_added_changes_the_digest(suite: Suite) -> None:
    assert export.digest(suite.cases[1:]) != suite.digest


def test_every_exported_reading_reads_back_as_it_was(suite: Suite) -> None:
    for case in of(suite, DecodeCase):
        entry = rendered(case)
        octets = bytes.fromhex(entry["bytes"])
        scheme = scheme_of(case.about.encoding, case.about.profile)
        assert octets == case.octets
        assert notation.reading(entry["reads"], octets, scheme) == case.reads
        for other, ours in zip(entry["or"], case.others, strict=True):
            assert notation.reading(other["reads"], octets, scheme) == ours.reads
            assert tuple(other["clauses"]) == ours.clauses


def test_every_exported_writing_reads_back_as_it_was(suite: Suite) -> None:
    for case in of(suite, EncodeCase):
        entry = rendered(case)
        assert notation.values(" ".join(entry["scalars"])) == case.values
        assert notation.written(entry["writes"]) == case.writes
        units = entry.get("writes-utf-16")
        assert (None if units is None else notation.written(units)) == case.writes_utf16
        others = [notation.written(other["writes"]) for other in entry["or"]]
        assert others == [other.writes for other in case.others]


def test_a_case_is_compiled_with_every_default_written_out(root: Path) -> None:
    (case,) = small.load(root).cases
    assert rendered(case) == {
        "id": "utf-8/overlong/slash-in-two-bytes",
        "encoding": "UTF-8",
        "profile": None,
        "clauses": ["DOC-1-01"],
        "flags": ["Overlong"],
        "keyword": "MUST",
        "why": "A slash has one form, and this is another.",
        "bytes": "c0af",
        "reads": "[C0] [AF]",
        "or": [],
    }


@pytest.mark.parametrize(
    ("kind", "keys"),
    [
        (DecodeCase, {"bytes", "reads", "or"}),
        (EncodeCase, {"scalars", "writes", "or"}),
        (DetectCase, {"bytes", "detects", "or"}),
        (LabelCase, {"label", "names", "or"}),
    ],
)
def test_every_case_of_a_kind_has_the_same_keys(
    suite: Suite, kind: type[Any], keys: set[str]
) -> None:
    shared = {"id", "encoding", "profile", "clauses", "flags", "keyword", "why"}
    for case in of(suite, kind):
        assert set(rendered(case)) - {"writes-utf-16"} == keys | shared


def test_detectors_and_labels_are_exported_in_the_protocols_words(suite: Suite) -> None:
    for case in of(suite, DetectCase):
        assert re.fullmatch(r"[A-Z0-9-]+ \d|\? 0", rendered(case)["detects"])
    names = {rendered(case)["names"] for case in of(suite, LabelCase)}
    assert {"?", "UTF-8"} <= names <= {"?", *Encoding}


def test_the_document_holds_the_cases_what_they_cite_and_the_digest(suite: Suite) -> None:
    document = json.loads(json.dumps(export.document(suite)))
    assert (document["version"], document["digest"]) == (suite.version, suite.digest)
    assert document["cases"] == [json.loads(line) for line in export.lines(suite.cases)]
    rules = {item["id"] for item in document["requirements"]}
    notes = {item["flag"] for item in document["notes"]}
    assert rules >= {clause for case in document["cases"] for clause in case["clauses"]}
    assert notes >= {flag for case in document["cases"] for flag in case["flags"]}
    documents = {item["id"] for item in document["documents"]}
    assert documents >= {item["document"] for item in document["requirements"]}
