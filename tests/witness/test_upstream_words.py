"""Answers and references in the words of a report to maintainers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from utfproof.engine.journal.events import CaseFinished, Diagnosed, FailuresKnown
from utfproof.model.verdict import Verdict
from utfproof.report.ci import upstream
from utfproof.report.ci.faults import CodecFault
from utfproof.report.run.summary import CodecSummary, Summary
from utfproof.vectors import loader


@pytest.mark.parametrize(
    ("op", "answer", "words"),
    [
        ("decode UTF-8 strict", "ok 80 1f600", "U+0080 U+1F600, no error"),
        ("decode UTF-8 strict", "ok", "no characters, and no error"),
        ("decode UTF-8 strict", "error 3 1", "an error at 3"),
        ("decode UTF-8 strict", "error ? ?", "an error"),
        ("decode UTF-16 replace", "ok fffd{1,1} 41", "U+FFFD U+0041, no error"),
        ("decode UTF-8 replace", "ok fffd{1,3}", "U+FFFD (1 to 3 times), no error"),
        (
            "decode UTF-8 strict",
            "overrun read 1 past the end",
            "a read of 1 octet past the end of what it was given",
        ),
        ("encode UTF-16 strict", "ok (octets that read as 41)", "`ok (octets that read as 41)`"),
        ("decode-chunks UTF-8 strict", "ok 41 | |", "`ok 41 ¦ ¦`"),
        ("encode UTF-8 replace", "ok 3fac", "`3FAC`, no error"),
        ("validate UTF-8 strict", "ok", "no error"),
        ("decode-room UTF-8 strict", "ok 1 61", "`ok 1 61`"),
    ],
)
def test_an_answer_is_said_in_words_where_these_say_all(op: str, answer: str, words: str) -> None:
    assert upstream._said(op, answer) == words


@pytest.mark.parametrize(
    ("reference", "shown"),
    [
        ("https://a.example/b_c#d", "<https://a.example/b_c#d>"),
        ("https://a.example/b (section *3*)", "<https://a.example/b> (section \\*3\\*)"),
        ("https://a.example/<b>", "https://a.example/\\<b\\>"),
        ("a_page", "a\\_page"),
    ],
)
def test_an_address_is_a_link_and_all_else_is_plain_text(reference: str, shown: str) -> None:
    assert upstream._linked(reference) == shown


def failure() -> CaseFinished:
    return CaseFinished(
        codec="c/c",
        case="case",
        op="decode UTF-8 strict",
        verdict=Verdict.FAIL,
        asked=1,
        way="whole",
        input="80",
        expected="error 0 1",
        actual="ok 80",
        clauses=("RFC3629-4-12",),
        flags=(),
    )


@pytest.mark.parametrize(
    ("reason", "title"),
    [
        ("decode() reads 80 as U+0080. No error is thrown.", "decode() reads 80 as U+0080"),
        (
            "not explained yet; listed on 2026-11-23",
            (
                "RFC3629, section 4, is not met: Octets are valid UTF-8 only if they match the "
                "grammar; whatever else stands there is invalid"
            ),
        ),
    ],
)
def test_a_title_says_what_happens_or_else_which_sentence_does_not_hold(
    reason: str, title: str
) -> None:
    listed = FailuresKnown("c/c", reason, (), {"decode UTF-8 strict": ["case"]})
    item = CodecSummary("c/c", known=[listed])
    assert upstream._titled(item, failure(), "RFC3629-4-12", loader.load()) == title


def fault(place: str, actual: str, item: CodecSummary) -> CodecFault:
    case = replace(failure(), input=place, actual=actual)
    found = Diagnosed(
        codec="c/c",
        fault="",
        about="Some octets are read.",
        encoding="UTF-8",
        flag="Surrogate",
        cwe=("CWE-176",),
        cve=(),
        exact=True,
        explains=1,
        failures=2,
        case="case",
        op="decode UTF-8 strict",
        input=place,
    )
    return CodecFault(item, found, case, is_known=False)


@pytest.mark.parametrize(
    ("actual", "weakness"), [("ok 80", "Weakness: CWE-176."), ("error 1 1", None)]
)
def test_faults_of_one_title_share_a_report_and_a_wrong_place_is_no_weakness(
    actual: str, weakness: str | None
) -> None:
    item = CodecSummary("c/c", version="1")
    alike = [fault("4180", actual, item), fault("80", actual, item)]
    (together,) = upstream._by_title(alike)
    lines = list(upstream._of_faults(together, loader.load()))
    assert lines[0] == "# c/c 1, c: Some octets are read"
    assert "| input | `80`, decode UTF-8 strict |" in lines
    assert any(line.startswith("| also | `4180`, decode UTF-8 strict: ") for line in lines)
    assert [line for line in lines if line.startswith("Weakness")] == (
        [weakness] if weakness else []
    )


@pytest.mark.parametrize(
    ("kind", "why"),
    [("by-design", "documented"), ("fixed-upstream", "mended in a later version")],
)
@pytest.mark.parametrize("recognised", [False, True])
def test_no_maintainer_is_told_of_what_is_documented_or_mended(
    kind: str, why: str, recognised: bool
) -> None:
    failed, other = failure(), replace(failure(), case="other", input="ff", actual="ok ff")
    run = Summary()
    run.add(failed)
    run.add(other)
    offer, item = "decode UTF-8 strict", run.codecs["c/c"]
    item.known.append(FailuresKnown("c/c", "The page says so.", (), {offer: ["case"]}, kind))
    item.known.append(FailuresKnown("c/c", "FF is read.", (), {offer: ["other"]}, "defect"))
    if recognised:
        item.diagnoses += [
            replace(fault("80", "ok 80", item).found, case=name) for name in ("case", "other")
        ]
    said = upstream.render(run, loader.load())
    assert "c: FF is read" in said
    assert "`ok 80`" not in said
    assert "| input | `80`" not in said
    assert said.endswith(f"# Not reported\n\n* c/c, {why}: The page says so.\n\n")
