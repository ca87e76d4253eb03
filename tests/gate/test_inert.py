"""What adapters say may be an attack: no report lets it be more than text."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import jsonschema_rs
import pytest
from markdown_it import MarkdownIt

from utfproof.engine.journal.events import (
    CaseFinished,
    CodecFinished,
    CodecStarted,
    ExpectationUnmet,
    RunFinished,
    RunStarted,
)
from utfproof.model.verdict import CodecVerdict, Verdict
from utfproof.report.ci import badge, code_quality, comment, last_lines, sarif, workflow
from utfproof.report.run import junit
from utfproof.report.run.summary import Summary, summarise
from utfproof.report.source_places import SourcePlace
from utfproof.report.text import cut_to_fit
from utfproof.vectors import loader

INJECTED = [
    "::error::owned\n::set-env name=PATH::/evil",
    "%0A::error::owned",
    "\x1b[2J\u202ereversed\ud800",
    "`</code><script>alert(1)</script> @everyone",
    "| a | b |\n\n# owned\n![x](https://evil.example/x.png)",
    "]]><evil/>&x;\x00\x0b",
    "x,title=y::z",
]
CASE = CaseFinished(
    codec="mine/one", case="utf-8/ill-formed/overlong-two/nul", op="decode UTF-8 strict",
    verdict=Verdict.FAIL, asked=1, way="whole", input="c080", expected="error 0 1",
    actual="ok 0", clauses=("RFC3629-3-21",), flags=("Overlong",),
)  # fmt: skip


def run(text: str) -> Summary:
    """Sum up a run in which everything that an adapter can choose says one thing."""
    header = RunStarted(
        "0", {"digest": "0" * 64}, "vectors", "2026-01-02T03:04:05+00:00", {}, text,
        root="/repo", places={"mine/one": "/repo/mine/adapter.yaml:7"},
    )  # fmt: skip
    started = CodecStarted("mine/one", text, ("unicode",), {}, ("decode UTF-8 strict",), (), 1)
    end = CodecFinished("mine/one", CodecVerdict.FAIL, {"fail": 1}, 0, 0.0)
    return summarise(
        [
            header,
            started,
            replace(CASE, input=text, actual=text, expected=text),
            replace(CASE, case="properties/round-trip/utf-8", clauses=(text,), actual=text),
            ExpectationUnmet("mine/one", text, text, text),
            end,
            CodecFinished("mine/two", CodecVerdict.BROKEN, {}, 0, 0.0, why=text, output=text),
            CodecFinished("mine/three", CodecVerdict.UNAVAILABLE, {}, 0, 0.0, why=text),
            RunFinished(1.0),
        ]
    )


def harmless(text: str) -> None:
    """Nothing in a text moves a terminal or reorders what is read."""
    assert not {"\x1b", "\u202e", "\ud800", "\x00", "\x0b"} & set(text)


@pytest.mark.parametrize("text", INJECTED)
def test_no_annotation_ends_early_or_begins_another(text: str) -> None:
    lines = list(workflow.annotations_of(run(text), loader.load()))
    assert len(lines) == 3
    for line in lines:
        harmless(line)
        assert line.startswith(("::error ", "::warning "))
        assert len(line.splitlines()) == 1
        properties = line.partition(" ")[2].partition("::")[0]
        names = [part.partition("=")[0] for part in properties.split(",")]
        assert names in (["file", "line", "title"], ["title"])


def test_an_annotation_stands_at_the_codecs_line() -> None:
    first, *_ = workflow.annotations_of(run("x"), loader.load())
    assert first.startswith("::error file=mine/adapter.yaml,line=7,title=mine/one does not meet ")
    assert "%0A  decode UTF-8 strict: x gave x, expected x%0A  utfproof certify mine/one" in first


def test_parts_of_a_command_are_escaped_as_the_runner_reads_them() -> None:
    text = workflow.command("error", "50%, a:b", "1%\n2", SourcePlace("a,b:c.yaml", 3))
    assert text == "::error file=a%2Cb%3Ac.yaml,line=3,title=50%25%2C a%3Ab::1%25%0A2"


def test_no_more_errors_are_annotated_than_are_shown() -> None:
    broken = [
        CodecFinished(f"mine/{number:02}", CodecVerdict.BROKEN, {}, 0, 0.0, why="dies")
        for number in range(25)
    ]
    lines = list(workflow.annotations_of(summarise(broken), None))
    assert len(lines) == 10
    assert lines[-1].endswith("16 codecs more fail")


@pytest.mark.parametrize("text", INJECTED)
def test_no_markdown_is_more_than_text(text: str) -> None:
    shown = comment.render(run(text), loader.load())
    harmless(shown)
    assert shown.startswith(comment.MARK)
    page = MarkdownIt("commonmark").enable("table").parse(shown)
    kinds = {token.type for token in page}
    assert "image" not in kinds
    assert [token for token in page if token.type == "html_block"] == [page[0]]
    children = [child for token in page for child in token.children or ()]
    assert not {"html_inline", "image"} & {child.type for child in children}
    links = {str(child.attrs["href"]) for child in children if child.type == "link_open"}
    assert all(link.startswith("https://www.rfc-editor.org/") for link in links)
    plain = "".join(child.content for child in children if child.type == "text")
    assert "@everyone" not in plain
    rows = [line for line in shown.splitlines() if line.startswith("| `mine/")]
    assert [row.count("|") for row in rows] == [7, 7, 7]


@pytest.mark.parametrize("text", INJECTED)
def test_the_files_stay_valid(text: str, schema: jsonschema_rs.Validator) -> None:
    summary, suite = run(text), loader.load()
    node = json.loads(sarif.render(summary, suite))
    assert [str(error) for error in schema.iter_errors(node)] == []
    harmless(json.dumps(node, ensure_ascii=False))
    assert node["runs"][0]["invocations"][0]["executionSuccessful"] is False
    ET.fromstring(junit.render(summary))  # noqa: S314  (written by this program)
    for entry in json.loads(code_quality.render(summary, suite)):
        harmless(json.dumps(entry, ensure_ascii=False))
        assert set(entry) == {"description", "check_name", "fingerprint", "severity", "location"}
    assert json.loads(badge.render(summary))["message"] == "adapter broken"
    for line in last_lines.lines(summary, suite, Path("run"), Path("/repo")):
        harmless(line)
        assert len(line.splitlines()) <= 1


def test_each_codec_and_requirement_is_one_result() -> None:
    results = json.loads(sarif.render(run("x"), loader.load()))["runs"][0]["results"]
    keys = [
        (result["ruleId"], result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"])
        for result in results
    ]
    assert len(set(keys)) == len(keys)
    assert ("adapter-broken", "mine/two") in keys


def test_a_text_that_is_too_long_is_cut_at_a_line_and_says_so() -> None:
    lines = [f"line {number}\n" for number in range(1_000)]
    text = cut_to_fit("".join(lines), 2_000, "the whole is in x")
    assert len(text.encode()) <= 2_000
    kept, _, told = text.partition("\n**Cut: ")
    count = len(kept.splitlines())
    assert kept + "\n" in ("".join(lines[:count]), "".join(lines[:count]) + "\n")
    assert told == f"{1_000 - count} of 1,000 lines are left out; the whole is in x.**\n"
    assert cut_to_fit("short\n", 2_000, "") == "short\n"
    assert not cut_to_fit("line\n" * 100, 10, "")


def test_cases_that_were_not_asked_are_told_beside_those_that_failed() -> None:
    late = replace(CASE, verdict=Verdict.NOT_RUN, actual="not run: too slow")
    events = [CASE, late, replace(late, case="other")]
    summary = summarise([*events, CodecFinished("mine/one", CodecVerdict.FAIL, {}, 0, 0.0)])
    results = json.loads(sarif.render(summary, loader.load()))["runs"][0]["results"]
    assert [result["ruleId"] for result in results] == ["RFC3629-3-11", "not-run"]
    assert "2 cases were not asked: not run: too slow" in results[1]["message"]["text"]
    lines = list(last_lines.lines(summary, loader.load(), Path("run"), Path("/")))
    assert "mine/one: not-run: 2 cases were not asked: not run: too slow" in lines
