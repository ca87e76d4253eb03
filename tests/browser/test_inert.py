"""Whatever an adapter says stays text: nothing runs, nothing is asked, nothing is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from report.made import INJECTED, failure, run, suite
from utfproof.engine.journal.events import CodecFinished
from utfproof.model.verdict import CodecVerdict
from utfproof.report.run.page import render
from utfproof.report.run.summary import Summary
from utfproof.report.text import visible

from .conftest import Open, ready

pytestmark = pytest.mark.slow


def injected(text: str) -> Summary:
    """Make a run that says a text wherever an adapter or a journal has a say."""
    told = dict.fromkeys(("way", "input", "expected", "actual"), f"x{text}")
    case = failure(f"utf-8/a/x{text}", flags=(text,), clauses=(text,), **told)
    crash = failure("utf-8/a/other", op=f"decode {text.replace(' ', '_')} strict", actual=text)
    summary = run(case, crash, codec=f"fake/x{text}", text=text)
    summary.add(CodecFinished("b/broken", CodecVerdict.BROKEN, {}, 0, 0.0, text, text))
    return summary


def inert(page: Page) -> bool:
    """Tell whether no element came out of a text, and none has a handler."""
    made = "img, iframe, object, embed, form + form, [onerror], [onmouseover], [onclick]"
    scripts = page.locator("script:not([type='application/octet-stream'])").count() - 1
    links = page.locator("a[href]:not([href^='#'], [href^='https:'], [href^='http:'])").count()
    return page.locator(made).count() == scripts == links == 0


@pytest.mark.parametrize("text", INJECTED)
def test_injected_text_is_shown_as_it_is_in_every_view(visit: Open, text: str) -> None:
    shown = visible(text)
    page = visit(render(injected(text), suite()))
    page.on("dialog", lambda _: pytest.fail("a script ran"))
    expect(page.locator("#table tbody th").last).to_have_text(f"fake/x{shown}")
    assert inert(page)
    page.locator("#table td.cell a").first.click()
    ready(page)
    expect(page.locator("#list")).to_contain_text(f"utf-8/a/x{shown}")
    assert inert(page)
    page.locator("#list .what a", has_text="utf-8/a/x").click()
    ready(page)
    case = page.locator("#case")
    expect(case.locator("h2")).to_have_text(f"utf-8/a/x{shown}")
    expect(case.locator("td.said").nth(1)).to_have_text(f"x{shown}")
    expect(case.locator(".flag").first).to_have_text(shown)
    assert inert(page)
    page.get_by_role("link", name="Codecs").click()
    ready(page)
    expect(page.locator("details.codec .name").last).to_have_text(f"fake/x{shown}")
    assert inert(page)


@pytest.mark.parametrize("text", INJECTED)
def test_an_injected_name_can_be_linked_to(visit: Open, text: str) -> None:
    page = visit(render(injected(text), suite()))
    page.locator("#table tbody th a").last.click()
    ready(page)
    codec = page.locator("details.codec:visible")
    expect(codec).to_have_count(1)
    expect(codec.locator(".name")).to_have_text(f"fake/x{visible(text)}")


def test_an_injected_address_is_only_text(visit: Open) -> None:
    page = visit(
        render(run(failure()), suite()), "#cases?q=<img src=x onerror=alert(1)>&codec=<b>x</b>"
    )
    expect(page.get_by_role("searchbox")).to_have_value("<img src=x onerror=alert(1)>")
    expect(page.locator(".chosen")).to_have_text("codec <b>x</b> ×")
    assert inert(page)


def test_a_script_that_got_into_the_page_would_not_run(visit: Open) -> None:
    html = render(run(failure()), suite())
    html = html.replace("</main>", "<script>document.title = 'run'</script></main>")
    html = html.replace("<main>", "<main><button id='own' onclick='document.title = 1'>x</button>")
    page = visit(html, complains="Content Security Policy")
    page.locator("#own").click()
    assert page.title() == "utfproof: 1 fail"
