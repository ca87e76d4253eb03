"""The page: whole, inert whatever adapters say, and its data complete however much fails."""

from __future__ import annotations

import base64
import re
from dataclasses import replace
from pathlib import Path

import pytest

from utfproof.engine.journal.events import CaseFinished, CodecFinished, CodecStarted, FailuresKnown
from utfproof.fuzz.campaign.statistics import StatsRow
from utfproof.model.verdict import CodecVerdict, Verdict
from utfproof.report.campaign.campaign import StoredCampaign
from utfproof.report.run import files
from utfproof.report.run.page import render
from utfproof.report.run.summary import CodecSummary, Summary, summarise
from utfproof.report.text import visible

from .made import CASE, CODEC, INJECTED, WHY, failure, many_codecs, run, suite
from .pages import Page, page


def test_a_failing_case_is_shown_with_all_that_is_known_of_it() -> None:
    shown = page(run(failure())).text
    for words in ("C0 AF", "error 0 1", "ok 2f", "decode UTF-8 strict", WHY):
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
    (answer,) = page(run(failure("properties/reuse/utf-8", way="property"))).answers()
    assert (answer.case, answer.why) == ("properties/reuse/utf-8", "Reuse is pure.")
    assert (answer.clauses, answer.flags) == (["RFC3629-3-11"], ["Overlong"])


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


@pytest.mark.parametrize("text", INJECTED)
def test_injected_text_changes_no_element(text: str) -> None:
    def said(text: str) -> Page:
        told = dict.fromkeys(("input", "expected", "actual", "way"), f"x{text}")
        known, unknown = failure(**told), failure(f"utf-8/x{text}", flags=(text,), clauses=(text,))
        return page(run(known, unknown, codec=f"fake/x{text}", text=text))

    injected = said(text)
    assert injected.shape == said("harmless").shape
    assert injected.data.keys() == said("harmless").data.keys()
    assert not [
        href for href in injected.all("href") if not href.startswith(("#", "https:", "data:"))
    ]
    (answer, _) = injected.answers()
    assert answer.way == answer.actual == f"x{visible(text)}"
    assert not [data for name, data in injected.data.items() if name != "program" and "<" in data]


def test_characters_that_hide_or_reorder_text_are_shown_as_escapes() -> None:
    summary = run(failure(actual="a\x00\x1b[31m\u202eb\u2028\ud800"), text="\x07\u2066")
    html = render(summary, suite())
    assert r"a\x00\x1b[31m\u202eb\u2028\ud800" in Page(html).text
    assert Page(html).answers()[0].actual == r"a\x00\x1b[31m\u202eb\u2028\ud800"
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
    assert "- unavailable rust/std needs cargo (Debian: cargo)" in shown.text
    assert "1 unavailable" in shown.text
    assert "rust/std" in shown.all("data-codec")


def test_a_broken_adapter_shows_what_it_printed() -> None:
    summary = run(failure())
    why = "build failed\nin main.c"
    summary.add(
        CodecFinished("c/icu", CodecVerdict.BROKEN, {}, 0, 0.0, why, "main.c:3: no such file")
    )
    shown = page(summary)
    assert "! broken c/icu build failed in main.c" in shown.text
    assert "main.c:3: no such file" in shown.text


def tallies(shown: Page) -> dict[tuple[str, ...], int]:
    """Return the counts of the first codec by encoding, offer, topic and verdict."""
    shared = shown.block("shared")
    assert isinstance(shared, dict)
    tables = [shared["tables"][name] for name in ("columns", "ops", "topics", "verdicts")]
    flat = shared["codecs"][0][-1]
    fives = [flat[at : at + 5] for at in range(0, len(flat), 5)]
    return {
        tuple(table[number] for table, number in zip(tables, numbers, strict=True)): count
        for *numbers, count in fives
    }


def test_what_was_asked_is_counted_by_encoding_offer_topic_and_verdict() -> None:
    cases = [failure(f"utf-8/a/{number}", verdict=Verdict.PASS) for number in range(4)]
    cases.append(failure("utf-8/a/other", verdict=Verdict.ALTERNATIVE))
    cases.append(failure("detect/b/c", op="detect - -"))
    assert tallies(page(run(*cases))) == {
        ("UTF-8", "decode UTF-8 strict", "utf-8/a", "pass"): 4,
        ("UTF-8", "decode UTF-8 strict", "utf-8/a", "alternative"): 1,
        ("detect", "detect - -", "detect/b", "fail"): 1,
    }


def test_green_verdicts_that_are_listed_fail_nothing() -> None:
    shown = page(run(failure(verdict=Verdict.ALTERNATIVE)))
    assert "first" not in shown.all("id")
    assert [answer.verdict for answer in shown.answers()] == ["alternative"]


def many(count: int, topics: int = 4) -> list[CaseFinished]:
    return [
        failure(f"utf-8/topic-{number % topics}/case-{number}", actual=f"ok {number:x}")
        for number in range(count)
    ]


def test_every_failure_is_in_the_data_with_its_command_and_clause() -> None:
    cases = many(3000)
    summary = run(*cases)
    shown = page(summary)
    shared = shown.block("shared")
    assert isinstance(shared, dict)
    ((*_, command, _),) = shared["codecs"]
    answers = shown.answers()
    codec = summary.codecs[CODEC]
    assert {command + item.options for item in answers} == {codec.reproduce(case) for case in cases}
    assert all(item.clauses == ["RFC3629-3-11"] for item in answers)
    assert len(answers) == len(cases)


def side_by_side(*told: tuple[str, CaseFinished]) -> Page:
    summary = Summary()
    for codec, case in told:
        summary.add(CodecStarted(codec, "1", ("rfc3629",), {}, (), (), 1))
        summary.add(replace(case, codec=codec))
        summary.add(CodecFinished(codec, CodecVerdict.FAIL, {}, 0, 1.0))
    return page(summary)


def test_codecs_that_answer_alike_share_an_answer() -> None:
    other = failure(actual="ok 30")
    shown = side_by_side(("a/a", failure()), ("b/b", other), ("c/c", failure()))
    assert {item.actual: item.codecs for item in shown.answers()} == {"ok 2f": [0, 2], "ok 30": [1]}


def test_codecs_that_passed_a_listed_case_stand_beside_those_that_did_not() -> None:
    shown = side_by_side(("a/a", failure(verdict=Verdict.PASS)), ("b/b", failure()))
    (answer,) = shown.answers()
    assert (answer.codecs, answer.passed) == ([1], 0b01)


def test_a_case_that_all_passed_or_could_not_be_asked_is_not_listed() -> None:
    excluded = failure(verdict=Verdict.UNSUPPORTED)
    shown = side_by_side(("a/a", failure(verdict=Verdict.PASS)), ("b/b", excluded))
    assert shown.answers() == []


def test_an_input_has_the_roles_of_its_octets() -> None:
    (answer,) = page(run(failure())).answers()
    assert answer.pieces == ["C0", "bad", 0, "AF", "bad", 1, 0]


def test_a_known_failure_says_so() -> None:
    summary = run(failure(), failure("a/b/c"))
    known = FailuresKnown(CODEC, "Old.", (), {"decode UTF-8 strict": [CASE]})
    summary.add(known)
    shown = page(summary)
    assert {item.case: item.known for item in shown.answers()} == {CASE: 0, "a/b/c": -1}
    shared = shown.block("shared")
    assert isinstance(shared, dict)
    assert shared["known"] == ["Old."]


def test_the_smallest_written_case_of_a_codec_is_shown_first() -> None:
    cases = [failure(f"utf-8/a/{text}", input=text) for text in ("c0c0c0", "c0", "c0c0")]
    cases.append(failure("families/octets/utf-8/x", input=""))
    shown = page(run(*cases)).text
    assert shown.count(f"utfproof certify {CODEC}") == 1
    assert f"utfproof certify {CODEC} --case utf-8/a/c0 " in shown


def test_ids_are_unique_and_links_of_elements_name_a_view() -> None:
    summary = run(*many(100), failure(), failure(op="decode UTF-8 replace"))
    summary.codecs["other/codec"] = CodecSummary("other/codec")
    shown = page(summary)
    ids = shown.all("id")
    assert len(ids) == len(set(ids))
    views = {href[1:].partition("?")[0].partition("/")[0] for href in shown.all("href")}
    assert views - {"", "ttps:", "ata:,"} <= {*ids, "codec", "flag"}


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


def test_pictures_of_learned_machines_are_images_in_which_no_script_runs(tmp_path: Path) -> None:
    (tmp_path / "machines").mkdir()
    svg = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"
    (tmp_path / "machines" / "a-b.svg").write_text(svg, "utf-8")
    (tmp_path / "machines" / "huge.svg").write_text(svg + " " * 1_000_001, "utf-8")
    files.write(run(failure()), suite(), tmp_path)
    shown = Page((tmp_path / "index.html").read_text("utf-8"))
    (image,) = [item for item in shown.elements if item.tag == "img"]
    source = image.attributes["src"] or ""
    assert base64.b64decode(source.removeprefix("data:image/svg+xml;base64,")).decode() == svg
    assert image.attributes["alt"] == "The state machine a-b"
    assert "machines" in shown.all("data-view")


def test_a_run_in_the_folder_of_a_campaign_shows_how_it_went(tmp_path: Path) -> None:
    history = [StatsRow(second, 10, 20, second, 1, 5, 0) for second in range(5)]
    campaign = StoredCampaign(tmp_path, (), None, history)
    shown = Page(render(run(failure()), suite(), campaign=campaign))
    assert "campaign" in shown.all("data-view")
    assert len([item for item in shown.elements if item.tag == "polyline"]) == 2
    assert "campaign" not in page(run(failure())).all("data-view")


def test_a_page_of_many_codecs_stays_small() -> None:
    html = render(summarise(many_codecs(100, 1_000, 600)), None)
    assert len(html) < 1_000_000
