"""What a codec behaves like leads every form that a CI system shows; known faults are quiet."""

from __future__ import annotations

import json
from typing import Any

from utfproof.engine.journal.events import Diagnosed, FailuresKnown
from utfproof.report.ci import code_quality, comment, sarif, workflow
from utfproof.report.run.summary import Summary

from .made import CASE, CODEC, failure, run, suite

ABOUT = "The second octet is not looked at."
TOLD = "The second octet is not looked at"


def faulty(*, known: bool = False) -> Summary:
    """Make a run of a codec with one fault."""
    summary = run(failure())
    op = failure().op
    summary.add(
        Diagnosed(CODEC, "overlong", ABOUT, "UTF-8", "Overlong", ("CWE-176",), (), exact=True,
                  explains=1, failures=1, case=CASE, op=op, input="c0af")
    )  # fmt: skip
    if known:
        summary.add(FailuresKnown(CODEC, "As its authors want it.", (), {op: [CASE]}))
    return summary


def results(summary: Summary) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(sarif.render(summary, suite()))["runs"][0]["results"]
    return found


def test_the_comment_names_the_fault_before_the_codecs_and_folds_the_requirements() -> None:
    text = comment.render(faulty(), suite())
    assert (
        text.index("### Faults") < text.index(f"behaves like: `{TOLD}`") < text.index("| codec |")
    )
    assert text.index("<details>") < text.index("RFC3629-3-11")
    assert "smallest: `c0af` gave `ok 2f`, expected `error 0 1`" in text


def test_the_comment_folds_known_failures_and_names_no_fault() -> None:
    text = comment.render(faulty(known=True), suite())
    assert "### Faults" not in text
    assert "<summary>Known failures: 1 case, as listed</summary>" in text
    assert text.index("<details>") < text.index("As its authors want it")


def test_the_comment_shows_requirements_openly_where_no_fault_was_recognised() -> None:
    text = comment.render(run(failure()), suite())
    assert "<details>" not in text
    assert "**`RFC3629-3-11`**" in text


def test_sarif_begins_with_the_fault_and_marks_a_known_one_as_a_note() -> None:
    [new], [old] = results(faulty()), results(faulty(known=True))
    assert new["message"]["text"].startswith(f"Behaves like: {TOLD}. {CODEC}")
    assert (new["level"], old["level"]) == ("error", "note")
    assert "suppressions" in old


def test_code_quality_begins_with_the_fault_and_marks_a_known_one_as_information() -> None:
    [new] = json.loads(code_quality.render(faulty(), suite()))
    [old] = json.loads(code_quality.render(faulty(known=True), suite()))
    assert new["description"].startswith(f"Behaves like: {TOLD}. {CODEC}")
    assert old["description"].startswith(f"Known. Behaves like: {TOLD}. ")
    assert (new["severity"], old["severity"]) == ("major", "info")


def test_an_annotation_begins_with_the_fault() -> None:
    [line] = workflow.annotations_of(faulty(), suite())
    assert f"::Behaves like: {TOLD}.%0A" in line
