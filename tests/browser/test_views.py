"""What a reader does: look at the matrix, narrow it, open a case, follow a clause, go back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .conftest import Open, ready

pytestmark = pytest.mark.slow


RIGHT, LAX, BROKEN = (
    "reads_by_the_table/table",
    "reads_overlong_forms/table",
    "crashes_on_ff/table",
)
NUL = "utf-8/ill-formed/overlong-two/nul"


def names(page: Page) -> list[str]:
    """Return the codecs of the matrix."""
    return page.locator("#table tbody th").all_text_contents()


def listed(page: Page) -> list[str]:
    """Return the cases of the list."""
    return page.locator("#list .what a").all_text_contents()


# the matrix


def test_the_matrix_has_every_codec_and_a_square_for_each_topic(visit: Open, report: Path) -> None:
    page = visit(report)
    assert names(page) == [BROKEN, RIGHT, LAX]
    square = page.locator("#table tbody tr").nth(2).locator("td.cell")
    assert re.fullmatch(r"✗\s*fail\s*\d+", square.inner_text())
    assert "utf-8/ill-formed: " in (square.get_attribute("title") or "")
    heads = page.locator("#table thead th").all_inner_texts()
    assert [head for head in heads if head not in {"Codec", "Verdict"}] == ["utf-8", "ill-formed"]


def test_a_square_leads_to_its_cases(visit: Open, report: Path) -> None:
    page = visit(report)
    page.locator("#table td.cell a").click()
    ready(page)
    assert "#cases?codec=reads_overlong_forms%2Ftable&topic=utf-8%2Fill-formed" in page.url
    assert NUL in listed(page)


@pytest.mark.parametrize(
    ("columns", "heads"),
    [
        ("encodings", ["UTF-8"]),
        ("operations", ["UTF-8", "decode replace", "decode strict", "validate strict"]),
    ],
)
def test_the_columns_can_be_chosen(
    visit: Open, report: Path, columns: str, heads: list[str]
) -> None:
    page = visit(report)
    page.get_by_label("Columns").select_option(columns)
    ready(page)
    shown = page.locator("#table thead th").all_inner_texts()
    assert [head for head in shown if head not in {"Codec", "Verdict"}] == heads
    assert f"columns={columns}" in page.url


def test_a_failure_shows_its_smallest_input_clause_and_command(visit: Open, report: Path) -> None:
    page = visit(report)
    card = page.locator("#first .card", has_text=LAX)
    expect(card.locator(".octets li")).to_have_text(["C0", "80"])
    expect(card).to_contain_text("expected\nerror 0 1", use_inner_text=True)
    expect(card).to_contain_text("MUST")
    expect(card.locator(".command code")).to_contain_text(f"--case {NUL}")
    expect(page.locator("#first .card", has_text=BROKEN)).to_contain_text("hello: it names codecs")


# filters


def test_words_narrow_the_matrix_to_a_codec_or_to_cases(visit: Open, report: Path) -> None:
    page = visit(report)
    page.get_by_role("searchbox").fill("overlong_forms")
    expect(page.locator(".found")).to_have_text("1 of 3 codecs")
    assert names(page) == [LAX]
    page.get_by_role("searchbox").fill("c0AF")
    expect(page.locator("#table td.cell")).to_contain_text("fail")
    assert names(page) == [LAX]
    page.get_by_role("searchbox").fill("no such thing")
    expect(page.locator(".found")).to_have_text("0 of 3 codecs")


def test_a_verdict_a_flag_and_a_clause_narrow_the_cases(visit: Open, report: Path) -> None:
    page = visit(report, "#cases")
    every = len(listed(page))
    page.get_by_label("Clause").select_option("RFC3629-10-01")
    ready(page)
    some = len(listed(page))
    assert 0 < some < every
    page.locator("[data-verdict=fail]").click()
    ready(page)
    assert "verdict=fail" in page.url
    page.get_by_label("Flag").select_option("Markup")
    ready(page)
    assert 0 < len(listed(page)) < some
    page.get_by_role("button", name="Show all").click()
    ready(page)
    assert len(listed(page)) == every


def test_codecs_are_narrowed_by_their_verdict(visit: Open, report: Path) -> None:
    page = visit(report)
    page.locator("[data-of=broken]").click()
    ready(page)
    assert names(page) == [BROKEN]
    page.locator("[data-of=pass]").click()
    ready(page)
    assert names(page) == [BROKEN, RIGHT]


def test_a_filter_is_kept_from_view_to_view_and_in_the_address(visit: Open, report: Path) -> None:
    page = visit(report, "#cases?q=c0af&verdict=fail")
    expect(page.get_by_role("searchbox")).to_have_value("c0af")
    expect(page.locator("[data-verdict=fail]")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("link", name="Matrix").click()
    ready(page)
    assert names(page) == [LAX]
    assert page.url.endswith("#matrix?q=c0af&verdict=fail")


def test_a_codec_that_was_chosen_can_be_taken_out_again(visit: Open, report: Path) -> None:
    page = visit(report, f"#matrix?codec={RIGHT}")
    assert names(page) == [RIGHT]
    page.get_by_role("button", name=f"Remove codec {RIGHT}").click()
    ready(page)
    assert len(names(page)) == 3


# a case


def test_a_case_has_octets_in_colours_reasons_answers_and_commands(
    visit: Open, report: Path
) -> None:
    page = visit(report, f"#case/{NUL}")
    case = page.locator("#case")
    expect(case.locator("h2")).to_have_text(NUL)
    expect(case.locator(".why")).not_to_be_empty()
    expect(case.locator(".clauses")).to_contain_text("RFC3629-3-21")
    strict = case.locator(".offer", has=page.get_by_role("heading", name="decode UTF-8 strict"))
    expect(strict.locator(".octets").first.locator("li")).to_have_text(["C0", "80"])
    expect(strict.locator(".octets").first.locator("li").first).to_have_class("o-bad")
    rows = strict.locator(".answers tbody tr")
    told = [" ".join(text.split()) for text in rows.all_inner_texts()]
    assert told == [
        "expected error 0 1 by the clauses above",
        f"✗ fail ok 0 {LAX}",
        f"✓ pass as expected, in every way it was asked {RIGHT}",
    ]
    command = strict.locator(".command code").inner_text()
    assert command.endswith(f'--codec table --case {NUL} --op "decode UTF-8 strict"')


def test_the_command_is_copied(visit: Open, report: Path) -> None:
    page = visit(report, f"#case/{NUL}", permissions=["clipboard-read", "clipboard-write"])
    command = page.locator("#case .command").first
    command.get_by_role("button").click()
    expect(command.get_by_role("button")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == command.locator("code").inner_text()


def test_a_case_leads_to_the_next_and_back_to_the_list(visit: Open, report: Path) -> None:
    page = visit(report, "#cases?q=overlong-two")
    first, second, *_ = listed(page)
    page.get_by_role("link", name=first, exact=True).click()
    ready(page)
    page.get_by_role("link", name="Next").click()
    ready(page)
    expect(page.locator("#case h2")).to_have_text(second)
    page.get_by_role("link", name="All cases").click()
    ready(page)
    assert page.url.endswith("#cases?q=overlong-two")
    page.go_back()
    ready(page)
    expect(page.locator("#case h2")).to_have_text(second)


def test_a_case_knows_its_place_in_the_filter_of_its_address(visit: Open, report: Path) -> None:
    page = visit(report, "#cases")
    every = len(listed(page))
    page.evaluate("(name) => { location.hash = `case/${name}?q=overlong-two`; }", NUL)
    ready(page)
    expect(page.locator(".place")).to_have_text(re.compile("^[0-9]+ of [0-9]+$"))
    assert int(page.locator(".place").inner_text().split()[-1]) < every


def test_a_case_that_all_passed_says_so(visit: Open, report: Path) -> None:
    page = visit(report, "#case/utf-8/well-formed/ascii/no-such")
    expect(page.locator("#case")).to_contain_text("No codec of this run answered this case wrongly")


# requirements, codecs


def test_a_requirement_says_how_codecs_stand_and_which_cases_test_it(
    visit: Open, report: Path
) -> None:
    page = visit(report, "#requirements")
    row = page.locator("#documents tr", has_text="RFC3629-3-21")
    expect(row.locator(".count")).to_have_text([re.compile("✗ 1 not met"), re.compile("✓ 1 met")])
    row.get_by_role("link").click()
    ready(page)
    stands = page.locator("#requirement section")
    expect(stands.nth(0)).to_contain_text(LAX)
    expect(stands.nth(1)).to_contain_text(RIGHT)
    page.get_by_role("link", name=NUL, exact=True).click()
    ready(page)
    expect(page.locator("#case h2")).to_have_text(NUL)


def test_an_unasked_case_is_not_assessed(visit: Open, report: Path) -> None:
    page = visit(report, "#requirement/RFC2781-2.2-02")
    expect(page.locator("#requirement")).to_contain_text("Not assessed")


def test_requirements_that_are_not_met_are_found(visit: Open, report: Path) -> None:
    page = visit(report, "#requirements?verdict=fail")
    rows = page.locator("#documents tbody tr")
    assert 0 < rows.count() < 30
    assert all("✗" in text for text in rows.all_inner_texts())


def test_a_link_to_a_codec_opens_it_alone(visit: Open, report: Path) -> None:
    page = visit(report, f"#codec/{LAX}")
    shown = page.locator("details.codec:visible")
    expect(shown).to_have_count(1)
    expect(shown).to_have_attribute("open", "")
    expect(shown).to_contain_text("Behaves like")


def test_a_flag_leads_to_what_it_means(visit: Open, report: Path) -> None:
    page = visit(report, f"#case/{NUL}")
    page.locator("#case .flags").get_by_role("link", name="Overlong", exact=True).click()
    ready(page)
    expect(page.locator(".target")).to_contain_text("Overlong")
    expect(page.locator(".target")).to_be_in_viewport()


@pytest.mark.parametrize(
    "fragment",
    [
        "#",
        "#nothing",
        "#case",
        "#%",
        "#codec/%E0",
        "#toString/x",
        "#matrix?columns=toString",
        "#cases?sort=toString&verdict=no&flag=no",
    ],
)
def test_an_address_that_leads_nowhere_shows_something(
    visit: Open, report: Path, fragment: str
) -> None:
    page = visit(report, fragment)
    expect(page.locator(".view.current")).to_have_count(1)
