"""The divergence report: says what was found, in every form, and is inert whatever codecs say."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from rich.console import Console

from utfproof.errors import FindingsError
from utfproof.fuzz.campaign.statistics import Cells, WorkerStatistics
from utfproof.fuzz.triage import findings
from utfproof.report import octets
from utfproof.report.campaign import campaign as campaigns
from utfproof.report.campaign import console, files, markdown, page, words
from utfproof.report.campaign.campaign import StoredCampaign
from utfproof.report.text import duration
from utfproof.vectors.suite import Suite

from .elements import Elements
from .found import (
    CRASH,
    INJECTED,
    OVERLONG,
    SOME,
    STATISTICS,
    campaign,
    injected,
    of,
)


def printed(shown: StoredCampaign, width: int = 100) -> str:
    out = io.StringIO()
    console.show(Console(file=out, width=width), shown)
    return out.getvalue()


# what a campaign's folder says


def test_the_headline_says_how_long_how_many_and_what_came_of_it(tmp_path: Path) -> None:
    read = campaigns.read(campaign(tmp_path, SOME))
    expected = "12.0 s, 684,000 inputs, 3 codecs: 1 new, 1 known, 1 fixed, 1 flaky"
    assert read.headline == expected


def test_a_folder_without_statistics_has_a_report(tmp_path: Path, suite: Suite) -> None:
    findings.append(tmp_path, OVERLONG)
    read = campaigns.read(tmp_path)
    assert read.headline == "1 new, 0 known, 0 fixed, 0 flaky"
    files.write(read, suite)
    assert "accepts: overlong" in (tmp_path / "index.html").read_text("utf-8")


def test_a_campaign_that_has_found_nothing_yet_is_one(tmp_path: Path, suite: Suite) -> None:
    campaign(tmp_path, [])
    (tmp_path / "findings.jsonl").unlink()
    files.write(campaigns.read(tmp_path), suite)
    assert "Nothing was found." in (tmp_path / "index.html").read_text("utf-8")


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FindingsError, match="no campaign: name the folder of a campaign"):
        campaigns.read(tmp_path)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, suite: Suite) -> None:
    read = campaigns.read(campaign(tmp_path, SOME))
    (tmp_path / "index.html").mkdir()
    with pytest.raises(FindingsError, match=r"index\.html: Is a directory: the findings are whole"):
        files.write(read, suite)


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0.0, "0.0 s"), (59.94, "59.9 s"), (60, "1 min"), (3_725, "1 h 2 min"), (90_000, "1 d 1 h")],
)
def test_times_are_written_as_people_do(seconds: float, shown: str) -> None:
    assert duration(seconds) == shown


# the console


def test_the_table_says_state_codec_fault_input_answers_and_place() -> None:
    text = " ".join(printed(of(*SOME), 160).split())
    assert "1 new two/lax accepts: overlong C0 AF decode UTF-8 strict error 0 1 → ok 2f" in text
    assert "2 known two/lax replaces otherwise: surrogate F0 9F 92 A9 41" in text
    assert "mod 16" in text
    assert "3 flaky java/String crashes: surrogate U+0041 U+D800" in text
    assert "4 fixed two/table" in text


def test_the_end_of_a_long_input_is_shown_with_its_beginning() -> None:
    long = replace(OVERLONG, input="f09f92a9" + "41" * 500 + "c0af")
    text = printed(of(long), 120)
    assert "F0 9F 92 A9" in text
    assert "41 C0 AF" in text
    assert "(1,517 characters)" in text


@pytest.mark.parametrize("width", [40, 80, 120])
def test_no_line_is_wider_than_the_console(width: int) -> None:
    text = printed(of(*SOME, *map(injected, INJECTED[:6])), width)
    assert max(map(len, text.splitlines())) <= width


def test_one_finding_shows_each_octet_with_its_role_and_all_answers_side_by_side() -> None:
    out = io.StringIO()
    console.show_one(Console(file=out, width=160), 1, OVERLONG, of(OVERLONG))
    text = out.getvalue()
    assert re.search(
        r"0 +C0 +never appears: it could only begin an overlong form +RFC3629-1-09", text
    )
    assert re.search(r"1 +AF +with C0 an overlong form of U\+002F +RFC3629-3-11", text)
    assert re.search(r"ok 2f +two/lax *\n", text)
    assert re.search(r"error 0 1 +two/table, rust/std *\n", text)
    assert "utfproof findings repro two-lax-utf-8-decode-accepts-overlong-" in text


def test_answers_that_differ_stand_before_those_that_agree() -> None:
    answers = {"a/a": "error 0 1", "b/b": "error ? ?", "c/c": "ok 2f", "d/d": "error 1 1"}
    found = console.side_by_side(replace(OVERLONG, answers=answers))
    assert found == [
        ("ok 2f", ["two/lax", "c/c"], False),
        ("error 1 1", ["d/d"], False),
        ("error 0 1", ["a/a"], True),
        ("error ? ?", ["b/b"], True),
    ]


# octets


def test_octets_have_the_look_of_their_role() -> None:
    read = octets.read("decode UTF-8 strict", "41c3a9c0")
    assert [(piece.digits, piece.look) for piece in read.pieces] == [
        ("41", "ascii"),
        ("C3", "character"),
        ("A9", "character"),
        ("C0", "bad"),
    ]
    assert read.clauses == ["RFC3629-1-09"]


def test_units_of_utf_16_and_code_points_have_theirs() -> None:
    wide = octets.read("decode UTF-16BE strict", "feff0041d800")
    assert [piece.look for piece in wide.pieces][1:] == ["ascii", "bad"]
    points = octets.read(CRASH.operation, CRASH.input).pieces
    assert [piece.look for piece in points] == ["ascii", "bad"]
    assert points[1].digits == "U+D800"


def test_a_detector_gets_octets_of_no_encoding() -> None:
    looks = [piece.look for piece in octets.read("detect - -", "fffe41").pieces]
    assert looks == ["character", "character", "ascii"]


def test_of_a_huge_input_a_part_is_shown_and_the_rest_counted() -> None:
    read = octets.read("decode UTF-8 strict", "41" * 5_000)
    assert len(read.pieces) == 512
    assert read.left == 5_000 - 512


@pytest.mark.parametrize("text", INJECTED)
def test_an_input_that_is_none_has_no_octets(text: str) -> None:
    assert octets.read("decode UTF-8 strict", text).pieces == ()


def test_every_form_says_which_worker_of_a_cluster_played_what() -> None:
    done = WorkerStatistics(1_200, 12.25, 700_000, 7_700_000, 120, "contradicted", "round 7")
    workers = {"host/<0>|": done}
    one = replace(of(), statistics=replace(STATISTICS, workers=workers))
    page_text = " ".join(Elements(page.render(one, None)).text.split())
    heads = "Worker Rounds Seconds Inputs Questions Played again Finding"
    assert f"{heads} host/<0>| 1,200 12.2 700,000 7,700,000 120 contradicted" in page_text
    warning = "is contradicted: two others agree on another answer to round 7; 1,200 rounds"
    assert warning in page_text
    assert warning in markdown.render(one)
    shown = Console(file=io.StringIO(), width=100, record=True)
    console.show(shown, one)
    assert re.search(r"host/<0>\| +1,200 +12\.2 +700,000 +7,700,000", shown.export_text())
    assert "700,000 | 7,700,000 |" in markdown.render(one)
    assert "Worker" not in page.render(of(), None)


def test_a_campaign_without_end_says_so() -> None:
    cut = replace(of(), statistics=replace(STATISTICS, running=True))
    assert "This campaign has no end yet." in page.render(cut, None)
    assert "This campaign has no end yet." not in page.render(of(), None)


# plots


# Markdown


def test_the_markdown_has_a_row_for_each_finding_and_the_command_that_repeats_it() -> None:
    text = markdown.render(of(*SOME))
    row = "| 1 | new | two/lax | decode UTF-8 strict | accepts: overlong | – | `C0 AF` |"
    assert row in text
    assert "`utfproof findings repro two-lax-utf-8-decode-accepts-overlong-" in text
    assert "## Never reached: 2 of 120 cells" in text


@pytest.mark.parametrize("text", INJECTED)
def test_injected_text_is_text_in_the_markdown(text: str) -> None:
    about = replace(STATISTICS, command=text, started=text, cells=Cells(1, 2, (text,)))
    written = markdown.render(StoredCampaign(Path(text), (injected(text), OVERLONG), about))
    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(written)
    shown = Elements(html)
    assert not {"script", "img", "a", "strong", "em", "style", "template"} & set(shown.names)
    rows = [line for line in written.splitlines() if line.startswith(("| 1 |", "| 2 |"))]
    assert [len(re.findall(r"(?<!\\)\|", row)) for row in rows] == [10, 10]
    assert not {"\x1b", "\x07", "\u202e"} & set(written)


# injected text on a terminal


def _forms(shown: StoredCampaign) -> Iterator[str]:
    yield printed(shown, 300)
    for number, finding in enumerate(shown.findings, 1):
        out = io.StringIO()
        console.show_one(Console(file=out, width=300), number, finding, shown)
        yield out.getvalue()


@pytest.mark.parametrize("text", INJECTED)
def test_injected_text_does_nothing_to_a_terminal(text: str) -> None:
    for shown in _forms(of(injected(text))):
        assert not {"\x1b", "\x07", "\r", "\u202e", "\u2066", "\ud800"} & set(shown)
        assert "\nlines" not in shown


def test_every_class_that_has_a_note_has_one_that_the_suite_knows(suite: Suite) -> None:
    known = (words.note(replace(OVERLONG, kind=kind), suite) for kind in words._FLAGS)
    assert all(known)
