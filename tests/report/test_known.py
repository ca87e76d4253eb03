"""Known failures and unmet expectations, in every form of the report and in the exit status."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

import pytest
from junitparser import Failure, JUnitXml, Skipped, TestCase
from markupsafe import escape
from rich.console import Console

from utfproof.engine.journal import journal
from utfproof.engine.journal.events import (
    CaseFinished,
    CodecFinished,
    CodecStarted,
    Diagnosed,
    Event,
    ExpectationUnmet,
    FailuresKnown,
    RunFinished,
    RunStarted,
    TraitsFound,
)
from utfproof.engine.journal.journal import Journal
from utfproof.model.verdict import CodecVerdict, Verdict
from utfproof.report.ci import comment
from utfproof.report.run import console, junit, markdown, page, summary_json
from utfproof.report.run.summary import Summary, summarise, topic_of
from utfproof.report.run.summary_json import as_json

CODEC = "fake/codec"
STRICT, REPLACE = "decode UTF-8 strict", "decode UTF-8 replace"
SLASH, NUL = "utf-8/ill-formed/slash", "utf-8/ill-formed/nul"
REASON, REFERENCE = "Reads overlong forms.", ("https://example.org/7", "CVE-2000-0884")
UNMET = ExpectationUnmet(CODEC, "unexpected pass", f"1 case: {NUL}", "expectations.yaml:7")
INJECTED = "<script>alert(1)</script>|`*\x1b[31m\u202e\x00"


def failed(case: str, op: str = STRICT, verdict: Verdict = Verdict.FAIL) -> CaseFinished:
    return CaseFinished(
        codec=CODEC,
        case=case,
        op=op,
        verdict=verdict,
        asked=1,
        way="whole",
        input="c0af",
        expected="error 0 1",
        actual="ok 2f",
        clauses=("RFC3629-3-11",),
        flags=("Overlong",),
    )


def known(*cases: str, reason: str = REASON, op: str = STRICT) -> FailuresKnown:
    return FailuresKnown(CODEC, reason, REFERENCE, {op: list(cases)})


def run(*events: Event, verdict: CodecVerdict = CodecVerdict.FAIL) -> Summary:
    """Make a run of one codec that ends with a verdict."""
    vectors = {"version": "1.0.0", "digest": "d1935", "cases": 3389}
    header = RunStarted("0.1", vectors, "vectors", "2025-01-01", {}, "utfproof")
    started = CodecStarted(CODEC, "1.0", (), {}, (STRICT, REPLACE), (), 2)
    finished = CodecFinished(CODEC, verdict, {}, 0, 1.0)
    return summarise([header, started, *events, finished, RunFinished(3.0)])


def fault(case: str) -> Diagnosed:
    about = "a decoder that takes overlong forms"
    return Diagnosed(
        CODEC, "overlong", about, "UTF-8", "Overlong", ("CWE-176",), (), exact=False, explains=1,
        failures=2, case=case, op=STRICT, input="c0af",
    )  # fmt: skip


def one_of_two_known() -> Summary:
    return run(failed(SLASH), failed(NUL), known(SLASH))


def shown(summary: Summary) -> str:
    """Return what the console shows, on a screen that is wide enough."""
    screen = Console(width=300, color_system=None)
    with screen.capture() as seen:
        console.show(screen, summary)
    return seen.get()


def entry(summary: Summary) -> dict[str, Any]:
    [only] = cast("list[dict[str, Any]]", as_json(summary)["codecs"])
    return only


def junit_tests(summary: Summary) -> dict[str, TestCase]:
    document = JUnitXml.fromstring(junit.render(summary))
    found: dict[str, TestCase] = {}
    for suite in document:
        found |= {str(test.name): test for test in suite}
    return found


@pytest.mark.parametrize(
    ("events", "verdict", "status"),
    [
        ([failed(SLASH), known(SLASH)], CodecVerdict.FAIL, 0),
        ([failed(SLASH), failed(NUL), known(SLASH, NUL)], CodecVerdict.FAIL, 0),
        ([failed(SLASH), failed(NUL), known(SLASH)], CodecVerdict.FAIL, 1),
        ([failed(SLASH), known(SLASH, op=REPLACE)], CodecVerdict.FAIL, 1),
        ([failed(SLASH, verdict=Verdict.CRASH), known(SLASH)], CodecVerdict.FAIL, 0),
        ([failed(SLASH), known(SLASH), UNMET], CodecVerdict.FAIL, 1),
        ([failed(SLASH), UNMET], CodecVerdict.FAIL, 1),
        ([UNMET], CodecVerdict.PASS, 1),
        ([UNMET], CodecVerdict.NOT_RUN, 1),
        ([UNMET], CodecVerdict.BROKEN, 3),
        ([failed(SLASH), known(SLASH)], CodecVerdict.BROKEN, 3),
        ([], CodecVerdict.PASS, 0),
    ],
)
def test_the_exit_status_is_that_of_what_nobody_expected(
    events: Iterable[Event], verdict: CodecVerdict, status: int
) -> None:
    summary = run(*events, verdict=verdict)
    assert summary.exit_code == status
    assert summary.codecs[CODEC].verdict is verdict


def test_a_codec_that_only_fails_as_listed_does_not_excuse_another() -> None:
    summary = run(failed(SLASH), known(SLASH))
    summary.add(CodecFinished("fake/other", CodecVerdict.BROKEN, {}, 0, 1.0))
    assert summary.exit_code == 3


def test_a_resumed_codec_forgets_what_was_known_of_it_before() -> None:
    summary = run(failed(SLASH), known(SLASH), UNMET)
    summary.add(CodecStarted(CODEC, "1.0", (), {}, (), (), 1))
    assert not summary.codecs[CODEC].known
    assert not summary.codecs[CODEC].unmet


def test_json_marks_what_is_known_with_its_reason() -> None:
    first, second = entry(one_of_two_known())["failures"]
    assert (first["id"], first["known"]) == (SLASH, True)
    assert (first["reason"], first["reference"]) == (REASON, list(REFERENCE))
    assert (second["id"], second["known"]) == (NUL, False)
    assert not {"reason", "reference"} & set(second)


def test_a_failure_is_known_for_its_own_offer_only() -> None:
    summary = run(failed(SLASH), failed(SLASH, REPLACE), known(SLASH))
    seen = [(item["op"], item["known"]) for item in entry(summary)["failures"]]
    assert seen == [(STRICT, True), (REPLACE, False)]


def test_json_lists_what_is_unmet_and_says_nothing_where_all_is_met() -> None:
    listed = entry(run(failed(SLASH), UNMET))["unmet"]
    assert listed == [{"kind": UNMET.kind, "text": UNMET.text, "place": UNMET.place}]
    assert "unmet" not in entry(one_of_two_known())


def test_the_console_tells_a_known_defect_once_and_lists_only_other_failures() -> None:
    text = shown(one_of_two_known())
    line = f"{CODEC}: known: Reads overlong forms (1 case; {', '.join(REFERENCE)})"
    assert text.count(line) == 1
    assert f"{CODEC}: 1 new failure\n" in text
    assert NUL in text
    assert SLASH not in text


def test_entries_of_one_reason_are_one_line() -> None:
    summary = run(failed(SLASH), failed(NUL), known(SLASH), known(NUL))
    one = "Reads overlong forms (2 cases; "
    for text in (shown(summary), markdown.render(summary), comment.render(summary, None)):
        assert text.count("Reads overlong forms") == 1
        assert one in text


def test_the_console_lists_nothing_where_every_failure_is_known() -> None:
    text = shown(run(failed(SLASH), failed(NUL), known(SLASH, NUL)))
    assert "Reads overlong forms (2 cases; " in text
    assert "repeat" not in text
    assert SLASH not in text


def test_the_console_shows_what_is_unmet_with_its_place() -> None:
    text = shown(run(UNMET, verdict=CodecVerdict.PASS))
    assert f"{CODEC}: unexpected pass: 1 case: {NUL} (expectations.yaml:7)" in text


def test_markdown_tells_a_known_defect_once_and_lists_only_other_failures() -> None:
    text = markdown.render(one_of_two_known())
    assert text.count("* **known:** Reads overlong forms (1 case; ") == 1
    assert f"* **fail** {NUL} " in text
    assert SLASH not in text


def test_markdown_shows_what_is_unmet() -> None:
    text = markdown.render(run(UNMET, verdict=CodecVerdict.PASS))
    assert f"* **unexpected pass:** 1 case: {NUL}\n" in text


def test_in_junit_a_known_failure_is_skipped_and_any_other_fails() -> None:
    found = junit_tests(one_of_two_known())
    [skipped] = found[f"known: {REASON} (1 case)"].result
    assert f"{SLASH} [{STRICT}]" not in found
    [failure] = found[f"{NUL} [{STRICT}]"].result
    assert isinstance(skipped, Skipped)
    assert (skipped.type, skipped.message) == ("known", f"known fail: {REASON}")
    assert isinstance(failure, Failure)


def test_in_junit_what_is_unmet_is_a_failure() -> None:
    found = junit_tests(run(UNMET, verdict=CodecVerdict.PASS))
    [failure] = found[f"{UNMET.kind} [{UNMET.place}]"].result
    assert isinstance(failure, Failure)
    assert (failure.type, failure.message) == (UNMET.kind, UNMET.text)


def test_in_junit_a_fault_is_one_failure_that_says_what_the_codec_behaves_like() -> None:
    found = junit_tests(run(failed(SLASH), failed(NUL), fault(SLASH)))
    [failure] = found["behaves like: a decoder that takes overlong forms [UTF-8]"].result
    assert isinstance(failure, Failure)
    assert "explains 1 of 2 failures" in str(failure.message)


def test_in_junit_a_known_fault_is_skipped() -> None:
    found = junit_tests(run(failed(SLASH), known(SLASH), fault(SLASH)))
    [skipped] = found["behaves like: a decoder that takes overlong forms [UTF-8]"].result
    assert isinstance(skipped, Skipped)


def test_in_junit_failures_beyond_the_limit_are_named_by_topic() -> None:
    cases = [f"utf-8/made/case-{number}" for number in range(203)]
    found = junit_tests(run(*map(failed, cases)))
    assert all(f"{case} [{STRICT}]" in found for case in cases[:200])
    [failure] = found[f"utf-8/made [{STRICT}] (3 cases fail)"].result
    assert isinstance(failure, Failure)
    assert failure.text == "case-200 case-201 case-202"


def test_summary_json_folds_what_is_known_and_keeps_the_rest() -> None:
    summary = one_of_two_known()
    [codec] = json.loads(summary_json.text(summary))["codecs"]
    assert [one["id"] for one in codec["failures"]] == [NUL]
    [folded] = codec["known"]
    assert (folded["reason"], folded["reference"]) == (REASON, list(REFERENCE))
    topic = topic_of(SLASH)
    ids = [SLASH.removeprefix(f"{topic}/")]
    assert folded["cases"] == [{"topic": topic, "ops": [STRICT], "ids": ids}]


def test_summary_json_names_operations_that_fail_alike_together() -> None:
    strict, chunks = "decode UTF-8 strict", "decode-chunks UTF-8 strict"
    summary = run(
        *(failed(case, op=op) for case in (SLASH, NUL) for op in (strict, chunks)),
        FailuresKnown(CODEC, REASON, REFERENCE, {op: [SLASH, NUL] for op in (strict, chunks)}),
    )
    [codec] = json.loads(summary_json.text(summary))["codecs"]
    topic = topic_of(SLASH)
    assert topic_of(NUL) == topic
    ids = [case.removeprefix(f"{topic}/") for case in (SLASH, NUL)]
    assert codec["known"][0]["cases"] == [{"topic": topic, "ops": [strict, chunks], "ids": ids}]


def test_summary_json_counts_the_known_groups_of_a_family() -> None:
    groups = ["families/octets/utf-8/c0", "families/octets/utf-8/c1"]
    summary = run(*map(failed, groups), known(*groups))
    [codec] = json.loads(summary_json.text(summary))["codecs"]
    assert codec["known"][0]["cases"] == [
        {"topic": "families/octets", "ops": [STRICT], "groups": 2}
    ]


def test_the_page_shows_what_is_known_and_what_is_unmet() -> None:
    html = page.render(run(failed(SLASH), known(SLASH), UNMET), None)
    assert f"<b>{REASON}</b> <span>1 case.</span>" in html
    web, other = REFERENCE
    assert f'<a href="{web}" rel="noreferrer">{web}</a> <span>{other}</span>' in html
    assert f"<b>{UNMET.kind}</b> <span>{UNMET.text}</span> <code>{UNMET.place}</code>" in html


def test_a_page_without_expectations_does_not_speak_of_them() -> None:
    html = page.render(run(failed(SLASH)), None)
    assert "<h3>Known" not in html
    assert "<h3>Not as expected" not in html


def injected(place: str = "expectations.yaml:7") -> Summary:
    defect = FailuresKnown(CODEC, INJECTED, (INJECTED, f"https://{INJECTED}"), {STRICT: [SLASH]})
    return run(failed(SLASH), defect, ExpectationUnmet(CODEC, "expired", INJECTED, place))


def test_injected_words_are_escaped_on_the_page() -> None:
    html = page.render(injected(place=INJECTED), None)
    visible = escape(INJECTED.translate({0x1B: r"\x1b", 0x202E: r"\u202e", 0: r"\x00"}))
    assert html.count(visible) == 6
    assert "<script>alert" not in html
    assert not re.search("[\x00\x1b\u202e]", html)


def test_injected_words_are_escaped_in_markdown() -> None:
    text = markdown.render(injected())
    assert text.count(r"\<script\>alert(1)\</script\>\|\`\*") == 4


def test_injected_words_leave_junit_well_formed() -> None:
    found = junit_tests(injected())
    assert [test.result[0].type for name, test in found.items() if "known:" in name] == ["known"]
    assert [test.result[0].type for name, test in found.items() if "expired" in name] == ["expired"]


def test_a_journal_gives_back_what_is_known_unmet_and_identified(tmp_path: Path) -> None:
    events: list[Event] = [
        TraitsFound(CODEC, {"UTF-8": {"replacement": "byte", "skip": "any policy"}}),
        known(SLASH, NUL, reason=INJECTED),
        UNMET,
    ]
    with Journal(tmp_path / "run") as written:
        for event in events:
            written.write(event)
    assert list(journal.read(tmp_path / "run")) == events
