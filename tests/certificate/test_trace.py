"""The trace as CSV: document, clause, case, evidence; nothing in it is a formula."""

from __future__ import annotations

import csv
import io

import pytest

from utfproof.engine.journal import journal
from utfproof.engine.journal.events import CaseFinished, CodecStarted, FamilyFinished
from utfproof.model.verdict import Verdict
from utfproof.report.run import trace
from utfproof.report.run.trace import COLUMNS, neutral
from utfproof.vectors import loader

from .conftest import Issued, started

STRICT = "decode UTF-8 strict"
STARTED = CodecStarted("a/b", "1", ("rfc3629",), {}, (STRICT,), (), 3)


def finished(case: str, actual: str = "", clauses: tuple[str, ...] = ()) -> CaseFinished:
    return CaseFinished(
        "a/b", case, STRICT, Verdict.PASS, 1, "whole", "2f", "ok 2f", actual, clauses, ()
    )


def rows(*events: CodecStarted | CaseFinished | FamilyFinished) -> list[dict[str, str]]:
    suite = loader.load()
    text = "".join(trace.csv_blocks(trace.trace(events, suite), suite))
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_a_run_is_traced_from_documents_to_answers(
    issued: Issued, capsys: pytest.CaptureFixture[str]
) -> None:
    assert started("report", str(issued.folder), "--format", "csv") == 0
    found = list(csv.DictReader(io.StringIO(capsys.readouterr().out, newline="")))
    assert tuple(found[0]) == COLUMNS
    suite = loader.load()
    assert {row["clause"] for row in found} == set(suite.requirements)
    cases = {case.about.id: set(case.about.clauses) for case in suite.cases}
    cited = {(row["case"], row["clause"]) for row in found if row["case"] in cases}
    asked = [e for e in journal.read(issued.folder) if isinstance(e, CaseFinished)]
    own = [event.case for event in asked if event.case in cases]
    assert cited == {(case, clause) for case in own for clause in cases[case]}


def test_the_clauses_of_what_passed_are_those_of_the_suite() -> None:
    found = rows(
        STARTED,
        finished("properties/round-trip/utf-8"),
        finished("families/octets/utf-8/00"),
        finished("families/sweep/utf-8/length-3"),
        FamilyFinished("a/b", "families/octets", STRICT, 9, 1, 0.0, "abc"),
    )
    by_case = {row["case"]: row for row in found if row["case"]}
    clauses = {case: row["clause"] for case, row in by_case.items()}
    assert set(clauses) == {
        "properties/round-trip/utf-8", "families/octets/utf-8/00", "families/sweep/utf-8/length-3"
    }  # fmt: skip
    octets = {row["clause"] for row in found if row["case"] == "families/octets/utf-8/00"}
    assert octets == {"RFC3629-4-12", "UNICODE-3.9-01"}
    assert by_case["families/octets/utf-8/00"]["answers sha256"] == "abc"


def test_a_codec_that_was_begun_anew_counts_once() -> None:
    found = rows(STARTED, finished("x", clauses=("RFC3629-1-01",)), STARTED)
    assert not [row for row in found if row["case"]]


def test_no_cell_is_a_formula() -> None:
    injected = ["=1+1", "+1", "-1", "@a", "\t=1", "\n=1", " =1", "=cmd|' /C calc'!A0", "＝1"]
    for text in injected:
        found = rows(STARTED, finished("x", text, ("RFC3629-1-01",)))
        [row] = [row for row in found if row["case"]]
        assert row["actual"].startswith("'")
        assert neutral(text) == row["actual"]
    assert (neutral("-"), neutral("ok 2f"), neutral("\r=1")) == ("-", "ok 2f", "\\r=1")


def test_nothing_hides_in_a_cell() -> None:
    assert neutral("a\x1b[31m\u202e\x00") == "a\\x1b[31m\\u202e\\x00"
