"""The page: whole, inert whatever adapters say, and usable however much fails."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

import pytest

from utfproof.engine.events import (
    CaseFinished,
    CodecFinished,
    CodecStarted,
    Event,
    RunFinished,
    RunStarted,
)
from utfproof.model.case import About, DecodeCase, Keyword
from utfproof.model.encoding import Encoding
from utfproof.model.reading import Reading
from utfproof.model.verdict import CodecVerdict, Verdict
from utfproof.report.page import render
from utfproof.report.summary import CodecSummary, Summary, summarise
from utfproof.vectors.suite import Document, Note, Property, Requirement, Suite

CODEC = "fake/codec"
CASE = "utf-8/ill-formed/overlong/slash"
WHY = "A filter that forbids 2F must not meet it again."
HOSTILE = [
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "javascript:alert(1)",
    "<!--<script>",
    "]]></style></template></details>",
    "{{ 7 * 7 }}{% raw %}",
    "&lt;script&gt; &amp;",
]


def failure(case: str = CASE, **told: object) -> CaseFinished:
    finished = CaseFinished(
        codec=CODEC,
        case=case,
        op="decode UTF-8 strict",
        verdict=Verdict.FAIL,
        asked=3,
        way="whole",
        input="c0af",
        expected="error 0 1",
        actual="ok 2f",
        clauses=("RFC3629-3-11",),
        flags=("Overlong",),
    )
    return replace(finished, **told)  # type: ignore[arg-type]


def run(*cases: CaseFinished, codec: str = CODEC, text: str = "", end: bool = True) -> Summary:
    """Make a run of one codec; `text` is said wherever an adapter or its machine has a say."""
    started = CodecStarted(
        codec=codec,
        version=f"1.0{text}",
        profile=("rfc3629",),
        options={"signature": {"UTF-8": f"keep{text}"}, f"own{text}": ["a", "b"]},
        scope=("decode UTF-8 strict", "decode UTF-8 replace", "label - -"),
        not_assessed=("sweep UTF-8 strict",),
        cases=len(cases),
    )
    verdict = CodecVerdict.FAIL if cases else CodecVerdict.NOT_RUN
    finished = CodecFinished(codec, verdict, {}, 1, 2.5, f"why{text}", f"out{text}", (f"a{text}",))
    vectors = {"version": "1.0.0", "digest": "d1935", "cases": 3389}
    environment = {"python": f"3.11{text}"}
    header = RunStarted("0.1", vectors, "vectors", "2025-01-01", environment, f"utfproof{text}")
    events: list[Event] = [header, started, *(replace(case, codec=codec) for case in cases)]
    if end:
        events += [finished, RunFinished(3.0)]
    return summarise(events)


def suite(address: str = "https://www.rfc-editor.org/rfc/rfc3629") -> Suite:
    about = About(
        id=CASE,
        encoding=Encoding.UTF_8,
        profile=None,
        clauses=("RFC3629-3-11",),
        flags=("Overlong",),
        keyword=Keyword.MUST,
        why=WHY,
        place="overlong.yaml:1",
    )
    clause = Requirement(
        id="RFC3629-3-11",
        document="RFC3629",
        section="3",
        line=None,
        level="MUST",
        directions=("decode",),
        states="No overlong form.",
        untestable=None,
        derived=False,
    )
    relation = Property("properties/reuse", ("RFC3629-3-11",), (), Keyword.MUST, "Reuse is pure.")
    return Suite(
        version="1.0.0",
        digest="d1935",
        cases=(DecodeCase(about, Reading(())),),
        properties=(relation,),
        families=(),
        requirements={clause.id: clause},
        notes={"Overlong": Note("Overlong", "A form too long.", "", ("CWE-176",), (), ())},
        documents={"RFC3629": Document("RFC3629", "RFC 3629: UTF-8", "2003", address, None)},
    )


class Element(NamedTuple):
    tag: str
    attributes: dict[str, str | None]


class Page(HTMLParser):
    """A page as a browser's tokeniser sees it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.elements: list[Element] = []
        self.data: dict[str, str] = {}
        self.words: list[str] = []
        self._open = Element("", {})
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open = Element(tag, dict(attrs))
        self.elements.append(self._open)

    def handle_endtag(self, tag: str) -> None:
        del tag
        self._open = Element("", {})

    def handle_data(self, data: str) -> None:
        if self._open.tag == "script":
            self.data[self._open.attributes.get("id") or "program"] = data
        elif self._open.tag != "style":
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    @property
    def shape(self) -> list[tuple[str, tuple[str, ...]]]:
        return [(item.tag, tuple(item.attributes)) for item in self.elements]

    def all(self, attribute: str) -> list[str]:
        return [
            item.attributes.get(attribute) or ""
            for item in self.elements
            if attribute in item.attributes
        ]

    def rows(self, codec: int = 0) -> list[list[object]]:
        """Give the data of a codec's listed cases, the number of the reason replaced by it."""
        reasons = json.loads(self.data["shared"])["reasons"]
        topics = json.loads(self.data[f"data-{codec}"])
        return [[reasons[row[0]], *row[1:]] for topic in topics for row in topic]


def page(summary: Summary, vectors: Suite | None = None) -> Page:
    return Page(render(summary, vectors or suite()))


def test_a_failing_case_is_shown_with_all_that_is_known_of_it() -> None:
    shown = page(run(failure())).text
    for words in ("c0af", "error 0 1", "ok 2f", "decode UTF-8 strict", "whole", WHY, "Overlong"):
        assert words in shown
    assert "RFC3629-3-11 MUST No overlong form. RFC 3629, section 3" in shown
    assert f'utfproof certify {CODEC} --case {CASE} --op "decode UTF-8 strict"' in shown


def test_the_header_names_program_vectors_and_machine() -> None:
    shown = page(run(failure())).text
    for words in ("utfproof 0.1", "1.0.0, 3389 cases", "d1935", "2025-01-01", "3.11", "3.0 s"):
        assert words in shown


def test_a_codec_says_what_it_claims_and_what_was_not_assessed() -> None:
    shown = page(run(failure())).text
    assert "Profile rfc3629" in shown
    assert "signature UTF-8 keep" in shown
    assert "Scope UTF-8 decode strict, replace" in shown
    assert "Not assessed UTF-8 sweep strict" in shown
    assert "3 questions in 1 case, 2.5 s, 1 restart" in shown


def test_the_reason_of_a_property_is_found_for_each_encoding() -> None:
    rows = page(run(failure("properties/reuse/utf-8", way="property"))).rows()
    assert rows[0][0] == [
        "properties/reuse/utf-8",
        "Reuse is pure.",
        ["RFC3629-3-11"],
        ["Overlong"],
    ]


def test_a_page_asks_nothing_of_any_network() -> None:
    shown = page(run(failure()))
    assert not shown.all("src")
    assert [item.attributes["href"] for item in shown.elements if item.tag == "link"] == ["data:,"]
    policy = shown.elements[3].attributes["content"]
    assert policy is not None
    assert policy.startswith("default-src 'none'; img-src data:; script-src 'sha256-")
    style = shown.html.partition("<style>")[2].partition("</style>")[0]
    assert "url(" not in style
    assert "@import" not in style


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_changes_no_element(text: str) -> None:
    def said(text: str) -> Page:
        told = dict.fromkeys(("input", "expected", "actual", "way"), f"x{text}")
        known, unknown = failure(**told), failure(f"utf-8/x{text}", flags=(text,), clauses=(text,))
        return page(run(known, unknown, codec=f"fake/x{text}", text=text))

    hostile = said(text)
    assert hostile.shape == said("harmless").shape
    assert len(hostile.data) == 3
    assert not [
        href for href in hostile.all("href") if not href.startswith(("#", "https:", "data:"))
    ]
    assert hostile.rows()[0][2] == hostile.rows()[0][4] == f"x{text}"
    assert "<" not in hostile.data["data-0"] + hostile.data["shared"]


def test_characters_that_hide_or_reorder_text_are_shown_as_escapes() -> None:
    summary = run(failure(actual="a\x00\x1b[31m\u202eb\u2028\ud800"), text="\x07\u2066")
    html = render(summary, suite())
    assert r"a\x00\x1b[31m\u202eb\u2028\ud800" in Page(html).text
    assert Page(html).rows()[0][6] == r"a\x00\x1b[31m\u202eb\u2028\ud800"
    assert not re.search("[\x00-\x08\x0b-\x1f\u2028\u2029\u202e\u2066]", html)
    html.encode("utf-8")


def test_only_addresses_of_the_web_become_links() -> None:
    shown = page(run(failure()), suite(address="javascript:alert(1)"))
    assert "javascript:" not in shown.html.replace(shown.data["program"], "")
    assert "RFC 3629, section 3" in shown.text


def test_an_interrupted_run_says_so() -> None:
    shown = page(run(failure(), end=False)).text
    assert "Interrupted: this report has no end." in shown
    assert "The run was cut off in this codec; until then it judged 1 case." in shown


def test_a_whole_run_does_not_speak_of_an_interruption() -> None:
    assert "nterrupted" not in page(run(failure())).text


def test_an_unavailable_codec_appears_with_what_it_needs() -> None:
    summary = run(failure())
    needs = ("cargo (Debian: cargo)",)
    summary.add(
        CodecFinished(
            "rust/std",
            CodecVerdict.UNAVAILABLE,
            {},
            0,
            0.0,
            "needs cargo (Debian: cargo)",
            "",
            needs,
        )
    )
    shown = page(summary)
    assert "rust/ std - unavailable needs cargo (Debian: cargo)" in shown.text
    assert "1 unavailable" in shown.text
    assert "rust/std" in shown.all("id")


def test_a_broken_adapter_shows_what_it_printed() -> None:
    summary = run(failure())
    why = "build failed\nin main.c"
    summary.add(
        CodecFinished("c/icu", CodecVerdict.BROKEN, {}, 0, 0.0, why, "main.c:3: no such file")
    )
    shown = page(summary)
    assert "! broken build failed" in shown.text
    assert "main.c:3: no such file" in shown.text


def test_a_square_has_a_sign_a_word_and_all_counts() -> None:
    cases = [failure(f"utf-8/a/{number}", verdict=Verdict.PASS) for number in range(4)]
    cases.append(failure("utf-8/b/c", verdict=Verdict.ALTERNATIVE))
    shown = page(run(failure(), *cases))
    assert "✗ fail 1 /6" in shown.text
    assert "UTF-8: 1 fail, 1 alternative, 4 pass" in shown.all("title")


def test_the_columns_are_the_encodings_that_occur_then_detect_and_label() -> None:
    ops = ["label - -", "decode WTF-8 strict", "detect - -", "decode UTF-16 strict"]
    shown = page(run(failure(), *(failure(f"x/y/{op}", op=op) for op in ops)))
    assert "Codec Verdict UTF-8 UTF-16 WTF-8 detect label" in shown.text


def test_green_verdicts_that_are_listed_come_without_a_command() -> None:
    alternative = failure(verdict=Verdict.ALTERNATIVE)
    shown = page(run(alternative))
    assert "Green, and listed" in shown.text
    assert "Failures" not in shown.text
    assert [row[3] for row in shown.rows()] == ["alternative"]
    assert "--case" not in shown.text


def many(count: int, topics: int = 4) -> list[CaseFinished]:
    return [
        failure(f"utf-8/topic-{number % topics}/case-{number}", actual=f"ok {number:x}")
        for number in range(count)
    ]


def test_every_failure_is_in_the_data_with_its_command_and_clause() -> None:
    cases = many(3000)
    summary = run(*cases)
    rows = page(summary).rows()
    codec = summary.codecs[CODEC]
    assert {row[-1] for row in rows} == {codec.reproduce(case) for case in cases}
    assert all(row[0][2] == ["RFC3629-3-11"] for row in rows)  # type: ignore[index]
    assert len(rows) == len(cases)


def test_only_a_few_failures_of_each_topic_are_elements_from_the_start() -> None:
    shown = page(run(*many(3000)))
    in_topic = Counter(found.split("/")[3] for found in shown.all("id") if "/case-" in found)
    assert in_topic == {f"topic-{number}": 15 for number in range(4)}
    assert "735 more are in the data of this page" in shown.text


def test_anchors_are_unique_and_links_within_the_page_lead_to_them() -> None:
    summary = run(*many(100), failure(), failure(op="decode UTF-8 replace"))
    summary.codecs["other/codec"] = CodecSummary("other/codec")
    shown = page(summary)
    ids = shown.all("id")
    assert len(ids) == len(set(ids))
    assert f"{CODEC}/{CASE}/decode-UTF-8-replace" in ids
    assert {href[1:] for href in shown.all("href") if href.startswith("#")} - {""} <= set(ids)


def test_without_a_suite_the_page_is_whole() -> None:
    shown = Page(render(run(failure()), None))
    assert "RFC3629-3-11" in shown.text
    assert WHY not in shown.text


def test_reasons_from_other_vectors_than_those_of_the_run_are_said_to_be_so() -> None:
    words = "come from other vectors than those of the run"
    assert words in page(run(failure()), replace(suite(), digest="other")).text
    assert words not in page(run(failure())).text


def test_a_run_without_events_is_a_page() -> None:
    assert "No codec was run." in page(Summary()).text


class Browser(NamedTuple):
    """Chromium without a window: it opens a page at an anchor and gives the document back."""

    program: str
    folder: Path

    def open(self, html: str, anchor: str = "") -> Page:
        file = self.folder / "page.html"
        file.write_text(html, encoding="utf-8")
        flags = "--headless --no-sandbox --disable-gpu --disable-sync --no-first-run --dump-dom"
        quiet = "--disable-background-networking --enable-logging=stderr --virtual-time-budget=3000"
        done = subprocess.run(
            [self.program, *flags.split(), *quiet.split(), f"--user-data-dir={self.folder}/profile",
             f"{file.as_uri()}#{anchor}"],
            capture_output=True, check=True, text=True, encoding="utf-8", timeout=120,
        )  # fmt: skip
        assert "CONSOLE" not in done.stderr
        return Page(done.stdout)


@pytest.fixture
def browser(tmp_path: Path) -> Browser:
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("needs chromium (Debian: chromium)")
    return Browser(program, tmp_path)


def test_an_anchor_opens_a_case_that_was_only_in_the_data(browser: Browser) -> None:
    html = render(run(*many(900)), suite())
    anchor = f"{CODEC}/utf-8/topic-3/case-899/decode-UTF-8-strict"
    assert anchor not in Page(html).all("id")
    shown = browser.open(html, anchor)
    classes = {item.attributes.get("id"): item.attributes for item in shown.elements}
    assert classes[anchor]["class"] == "case target"
    assert "open" in classes[f"{CODEC}/utf-8/topic-3"]
    assert "ok 383" in shown.text


def test_the_script_makes_the_same_elements_as_the_template(browser: Browser) -> None:
    html = render(run(failure(), failure(op="decode UTF-8 replace"), failure("a/b/c")), suite())
    shown = browser.open(html, f"{CODEC}/{CASE}/decode-UTF-8-replace")
    for found in Page(html).elements:
        if found.tag in {"li", "a", "dd", "code"} and "data-slot" in found.attributes:
            assert found in shown.elements


def test_hostile_text_is_inert_in_a_browser(browser: Browser) -> None:
    cases = [failure(f"utf-8/a/{text}", actual=text, flags=(text,)) for text in HOSTILE]
    html = render(run(*cases, *many(99), text=" ".join(HOSTILE)), suite())
    shown = browser.open(html, f"{CODEC}/utf-8/a")
    tags = Counter(item.tag for item in shown.elements)
    assert tags["script"] == 3
    assert not tags["img"]
    assert all(text in shown.text for text in HOSTILE)
    attributes = {name for item in shown.elements for name in item.attributes}
    assert not {name for name in attributes if name.startswith("on")}
