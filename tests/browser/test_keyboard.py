"""A keyboard is enough."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from report.made import many_codecs
from utfproof.report.run.page import render
from utfproof.report.run.summary import summarise

from .conftest import Open, ready

pytestmark = pytest.mark.slow


def test_a_slash_leads_to_the_filter_and_escape_out_of_it(visit: Open, report: Path) -> None:
    page = visit(report)
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("a/b")
    expect(page.get_by_role("searchbox")).to_have_value("a/b")
    page.keyboard.press("Escape")
    expect(page.get_by_role("searchbox")).not_to_be_focused()


def test_j_and_k_walk_over_cases_enter_opens_one_and_escape_leads_back(
    visit: Open, report: Path
) -> None:
    page = visit(report, "#cases")
    names = page.locator("#list .what a").all_text_contents()
    for key in "jjk":
        page.keyboard.press(key)
    expect(page.locator("#list .what a").first).to_be_focused()
    page.keyboard.press("Enter")
    ready(page)
    expect(page.locator("#case h2")).to_have_text(names[0])
    page.keyboard.press("j")
    expect(page.locator("#case h2")).to_have_text(names[1])
    page.keyboard.press("k")
    expect(page.locator("#case h2")).to_have_text(names[0])
    page.keyboard.press("Escape")
    expect(page.locator("#cases")).to_be_visible()


def test_arrows_walk_over_the_squares_that_lead_somewhere(visit: Open) -> None:
    page = visit(render(summarise(many_codecs(3, 40, 40)), None))
    squares = page.locator("#table td.cell a")
    assert squares.count() == 3 * 20
    assert page.locator("#table td.cell a[tabindex='0']").count() == 1
    squares.first.focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
    expect(squares.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(squares.nth(20)).to_be_focused()


def test_tab_reaches_all_that_can_be_done(visit: Open, report: Path) -> None:
    page = visit(report)
    reached = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.outerHTML.slice(0, 40)"))
    words = " ".join(reached)
    for start in ('<a class="skip"', '<button type="button" value="dark"', '<input type="search"'):
        assert start in words
    for start in ('<a href="#requirements"', '<select name="flag"', '<select name="columns"'):
        assert start in words


def test_the_focus_goes_to_the_title_of_what_was_opened(visit: Open, report: Path) -> None:
    page = visit(report, "#cases")
    page.locator("#list .what a").first.focus()
    page.keyboard.press("Enter")
    ready(page)
    expect(page.locator("#case h2")).to_be_focused()
