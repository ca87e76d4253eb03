"""The lines of a journal: nothing is said twice, and what is read is what was written."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from utfproof.engine.journal import journal, packing
from utfproof.engine.journal.events import CaseFinished, CodecStarted, Event, RunStarted
from utfproof.engine.journal.lines import LineReader, LineWriter, line
from utfproof.errors import JournalError
from utfproof.model.verdict import Verdict

from .made import failure

HEADER = RunStarted("0.1", {"cases": 9}, "vectors", "2025-01-01", {}, "utfproof certify")
STARTED = CodecStarted("fake/codec", "1", (), {}, (), (), 9)
PASSED = replace(
    failure(),
    verdict=Verdict.PASS, input="", expected="", actual="", clauses=(), flags=(), way="whole",
)  # fmt: skip


def passes(codec: str, numbers: range) -> list[Event]:
    return [replace(PASSED, codec=codec, case=f"utf-8/a/{number}") for number in numbers]


def written(events: list[Event]) -> list[str]:
    writer = LineWriter()
    text = "".join([*map(writer.lines, events), writer.rest()])
    return text.splitlines(keepends=True)


def read(lines: list[str]) -> list[Event]:
    reader = LineReader()
    return [event for one in lines for event in reader.events(one)]


def test_events_read_from_lines_equal_the_written_ones() -> None:
    events = [
        HEADER,
        *passes("a/b", range(5)),
        failure(),
        *passes("a/b", range(5, 9)),
        *passes("a/c", range(2, 7)),
        replace(failure(), codec="a/c"),
        replace(failure(), codec="a/d", actual="ok 7", flags=("Other",)),
        *passes("a/d", range(8, -1, -1)),
    ]
    assert read(written(events)) == events


def test_cases_that_pass_again_are_ranges_of_numbers() -> None:
    lines = written([*passes("a/b", range(9)), *passes("a/c", range(2, 7))])
    assert json.loads(lines[1])["cases"] == [[2, 6]]


def test_a_case_asked_more_often_is_another_pair() -> None:
    events: list[Event] = [PASSED, replace(PASSED, codec="a/c", asked=PASSED.asked + 1)]
    assert read(written(events)) == events


def test_a_case_that_passes_twice_in_a_row_begins_a_line() -> None:
    assert len(written([PASSED, PASSED])) == 2


def test_a_failure_leaves_out_what_the_last_line_of_its_case_said() -> None:
    lines = written([failure(), replace(failure(), codec="a/c", actual="ok 7")])
    assert set(json.loads(lines[1])) == {"event", "codec", "case", "op", "verdict", "actual"}


def test_a_header_starts_anew() -> None:
    """A run goes on in the journal of an interrupted one, whose writer is not there any more."""
    first: list[Event] = [HEADER, PASSED, failure()]
    then: list[Event] = [HEADER, *passes("a/b", range(3)), PASSED, *passes("a/c", range(3))]
    assert read([*written(first), *written(then)]) == [*first, *then]
    assert written([*first, *then])[len(written(first)) :] == written(then)


def test_a_line_alone_leaves_out_defaults_only() -> None:
    assert json.loads(line(failure())) == {"event": "case", **case_fields(failure())}


_WITH_DEFAULTS = ("breaks", "outside")


def case_fields(event: CaseFinished) -> dict[str, object]:
    node = {name: getattr(event, name) for name in event.__slots__}
    node = {name: value for name, value in node.items() if value or name not in _WITH_DEFAULTS}
    return {**node, "clauses": list(event.clauses), "flags": list(event.flags)}


@pytest.mark.parametrize(
    "cases",
    [
        [0],
        [[0, 1]],
        [["a/b", 1], [0, 1]],
        [["a", 1], ["b", 1], *[[0, 1]] * 4],
        [["a/b", True]],
        [[1.5]],
    ],
)
def test_numbers_without_a_case_and_lines_that_expand_without_end_are_refused(
    cases: list[object],
) -> None:
    entry = {"event": "passes", "codec": "a/b", "op": "x - -", "way": "whole", "cases": cases}
    with pytest.raises((ValueError, TypeError)):
        LineReader().events(json.dumps(entry))


def test_a_missing_line_is_no_other_journal(tmp_path: Path) -> None:
    """Of a journal that lacks a line nothing wrong is read: it lacks the numbers."""
    other = replace(STARTED, codec="a/c")
    lines = written(
        [HEADER, STARTED, *passes(STARTED.codec, range(3)), other, *passes("a/c", range(3))]
    )
    (tmp_path / packing.NAME).write_text("".join([*lines[:2], *lines[3:]]), "ascii")
    with pytest.raises(JournalError, match="no event of a journal"):
        list(journal.read(tmp_path))


def test_form_1_is_read(tmp_path: Path) -> None:
    """In form 1 each line is whole, and cases that pass stand as id and number."""
    first = json.loads(line(HEADER)) | {"form": 1}
    entry = {"event": "passes", "codec": "a/b", "op": PASSED.op, "way": "whole",
             "cases": [[PASSED.case, 1], [PASSED.case, 1]]}  # fmt: skip
    lines = [json.dumps(node) + "\n" for node in (first, entry, entry)]
    one = replace(PASSED, codec="a/b", asked=1)
    assert read(lines) == [HEADER, one, one, one, one]
