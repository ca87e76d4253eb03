"""Dark and light, narrow and on paper."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .conftest import Open, ready

pytestmark = pytest.mark.slow


NUL = "utf-8/ill-formed/overlong-two/nul"
VIEWS = (
    "#matrix",
    "#cases",
    f"#case/{NUL}",
    "#requirements",
    "#requirement/RFC3629-3-21",
    "#codecs",
    "#codec/reads_overlong_forms/table",
    "#legend",
)
PHONE = {"width": 360, "height": 740}
BRIGHTNESS = """(selector) => {
  const { backgroundColor } = getComputedStyle(document.querySelector(selector));
  return backgroundColor.match(/[0-9.]+/g).slice(0, 3).map(Number).reduce((a, b) => a + b) / 3;
}"""
CUT_OFF = """() => [...document.querySelectorAll('#case .scroll, #case code')].filter((one) =>
  one.checkVisibility() && one.scrollWidth > one.clientWidth + 1
  && getComputedStyle(one).overflowX !== 'visible').length"""


def brightness(page: Page, selector: str = "body") -> float:
    found = page.evaluate(BRIGHTNESS, selector)
    assert isinstance(found, (int, float))
    return found


def test_the_page_follows_the_colours_of_the_system_and_its_own_switch(
    visit: Open, report: Path
) -> None:
    page = visit(report, color_scheme="light")
    assert brightness(page) > 200
    page.emulate_media(color_scheme="dark")
    assert brightness(page) < 50
    page.get_by_role("button", name="Light").click()
    assert brightness(page) > 200
    page.reload()
    ready(page)
    assert brightness(page) > 200
    page.get_by_role("button", name="Dark").click()
    page.emulate_media(color_scheme="light")
    assert brightness(page) < 50
    page.get_by_role("button", name="Auto").click()
    assert brightness(page) > 200


CONTRAST = (Path(__file__).parent / "poor_contrast.js").read_text("utf-8")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_word_stands_out_from_what_is_behind_it(
    visit: Open, report: Path, scheme: str
) -> None:
    page = visit(report, color_scheme=scheme)
    for view in VIEWS:
        page.evaluate("(view) => { location.hash = view; }", view)
        ready(page)
        assert page.evaluate(CONTRAST) == [], view


def test_nothing_is_wider_than_a_phone(visit: Open, report: Path) -> None:
    page = visit(report, viewport=PHONE)
    for view in VIEWS:
        page.evaluate("(view) => { location.hash = view; }", view)
        ready(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], view


def test_on_paper_there_is_nothing_to_click_and_nothing_is_cut_off(
    visit: Open, report: Path
) -> None:
    page = visit(report, f"#case/{NUL}", color_scheme="dark")
    page.get_by_role("button", name="Dark").click()
    page.emulate_media(media="print")
    assert brightness(page) == 255
    for hidden in (".filter", ".views", ".theme", "#case .copy", "#case .steps", "#matrix"):
        expect(page.locator(hidden).first).to_be_hidden()
    expect(page.locator("#case .command code").first).to_be_visible()
    assert page.evaluate(CUT_OFF) == 0
    assert page.pdf().startswith(b"%PDF")


def test_without_scripts_what_fails_and_the_codecs_are_there(visit: Open, report: Path) -> None:
    page = visit(report, java_script_enabled=False)
    expect(page.locator("#first .card").first).to_be_visible()
    expect(page.locator("details.codec")).to_have_count(3)
    expect(page.locator(".filter")).to_be_hidden()
