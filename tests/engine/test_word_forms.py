"""Words of a journal that are none: refused where it is read, before any report has them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from utfproof.engine.journal import journal, packing
from utfproof.engine.journal.events import CaseFinished, CodecStarted, Event, RunStarted
from utfproof.engine.journal.lines import LineReader, line
from utfproof.errors import JournalError
from utfproof.model.verdict import Verdict

ACTIVE = [
    "<img src=x>", "a\nb", "a|b", "\x1b[31m", "`a`", "[a](b)", "=1&2", "a\u202eb", "ä", '"', "'",
]  # fmt: skip
STARTED = RunStarted("1.0", {}, "vectors", "2026-01-02T03:04:05+00:00", {}, "utfproof")
FOUND = CodecStarted("a/b", "1", ("unicode",), {}, ("decode UTF-8 strict",), (), 1)
CASE = CaseFinished(
    codec="a/b", case="utf-8/a/b", op="decode UTF-8 strict", verdict=Verdict.FAIL, asked=1,
    way="whole", input="80", expected="", actual="<b>", clauses=("RFC3629-3-01",), flags=("A",),
)  # fmt: skip


def entry(event: Event, **changed: object) -> str:
    return json.dumps({**json.loads(line(event)), **changed})


@pytest.mark.parametrize("word", ACTIVE)
@pytest.mark.parametrize(
    ("event", "field"),
    [
        (STARTED, "level"),
        (STARTED, "utfproof"),
        (FOUND, "codec"),
        (FOUND, "product"),
        (CASE, "case"),
        (CASE, "op"),
    ],
    ids=lambda one: one if isinstance(one, str) else type(one).__name__,
)
def test_a_word_that_would_act_is_refused(event: Event, field: str, word: str) -> None:
    with pytest.raises(ValueError, match=f"^{field}: .* is no word of a journal$"):
        LineReader().events(entry(event, **{field: word}))


@pytest.mark.parametrize("word", ACTIVE)
@pytest.mark.parametrize(
    ("event", "field"),
    [(FOUND, "profile"), (FOUND, "scope"), (CASE, "clauses"), (CASE, "flags"), (CASE, "breaks")],
    ids=lambda one: one if isinstance(one, str) else type(one).__name__,
)
def test_a_word_in_a_list_is_refused_too(event: Event, field: str, word: str) -> None:
    with pytest.raises(ValueError, match=f"^{field}: .* is no word of a journal$"):
        LineReader().events(entry(event, **{field: [word]}))


@pytest.mark.parametrize(
    "changed",
    [
        {"codec": "a/<b>"},
        {"op": "decode"},
        {"op": "a b c"},
        {"cases": [["<b>", 1]]},
        {"cases": [["a", 1]]},
    ],
    ids=str,
)
def test_so_are_those_of_cases_that_passed(changed: dict[str, object]) -> None:
    words = {"event": "passes", "codec": "a/b", "op": "", "way": "", "cases": [["properties/a", 1]]}
    assert [event.case for event in LineReader().events(json.dumps(words))] == ["properties/a"]  # type: ignore[union-attr]
    with pytest.raises(ValueError, match="is no word of a journal"):
        LineReader().events(json.dumps(words | changed))


def test_text_is_no_word() -> None:
    assert LineReader().events(line(CASE)) == [CASE]


def test_the_line_is_named(tmp_path: Path) -> None:
    (tmp_path / packing.NAME).write_text(f"{line(STARTED)}{entry(FOUND, codec='<b>')}\n", "ascii")
    with pytest.raises(
        JournalError, match=r"journal\.jsonl:2: codec: '<b>' is no word of a journal: no utfproof"
    ):
        list(journal.read(tmp_path))
