"""A campaign's page: each finding whole, inert whatever codecs and workers say."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from utfproof.fuzz.campaign.statistics import Cells
from utfproof.fuzz.triage.findings import FindingState
from utfproof.report.campaign import console, page
from utfproof.report.campaign.campaign import StoredCampaign
from utfproof.vectors.suite import Suite

from .elements import Elements
from .found import (
    CRASH,
    FIXED,
    INJECTED,
    OVERLONG,
    SOME,
    STATISTICS,
    SURROGATE,
    injected,
    of,
)


def test_the_page_shows_a_finding_whole(suite: Suite) -> None:
    text = page.render(of(OVERLONG), suite)
    shown = " ".join(Elements(text).text.split())
    assert "✗ new 1. two/lax UTF-8 decode: accepts overlong" in shown
    assert "expected error 0 1 the reference ✗ differs ok 2f two/lax" in shown
    assert "✓ agrees error 0 1 two/table, rust/std" in shown
    assert "RFC3629-3-11 MUST A character belongs to exactly one row" in shown
    assert "RFC3629-1-09 MUST The octets C0, C1 and F5 to FF occur nowhere" in shown
    assert "https://www.rfc-editor.org/rfc/rfc3629" in text
    assert "decode UTF-8 strict, validate UTF-8 strict" in shown
    assert "def test_two_lax_utf_8_decode_accepts_overlong_" in shown
    assert '<li class="o-bad" title="0: never appears' in text
    assert "41c0af2e2fe282ac" in shown


def test_the_page_tells_where_a_fault_depends_on_the_place_and_why_it_is_known() -> None:
    text = Elements(page.render(of(SURROGATE), None)).text
    assert "mod 16" in text
    assert "Replaces a whole surrogate at once near the end of a block." in text


def test_the_page_needs_no_suite() -> None:
    assert "RFC3629-3-11" in page.render(of(OVERLONG), None)


def test_new_findings_come_first_and_keep_their_numbers() -> None:
    text = page.render(of(FIXED, SURROGATE, CRASH, OVERLONG), None)
    order = re.findall(r'<h3 id="[^"]*"><span class="badge v-(\w+)', text)
    assert order == ["new", "flaky", "known", "fixed"]
    assert "4. two/lax UTF-8 decode: accepts overlong" in text


def test_the_page_lists_codecs_and_the_cells_that_were_never_reached() -> None:
    text = " ".join(Elements(page.render(of(), None)).text.split())
    assert "two/lax 684,000 57,000 4,021 0 0" in text
    assert "118 of 120 cells (codec, operation, class, place) were reached." in text
    assert "Never reached, 1 of them two/lax · decode UTF-8 strict · surrogate · mod 64" in text


def test_the_page_asks_no_network_and_runs_no_script(suite: Suite) -> None:
    shown = Elements(page.render(of(*SOME), suite))
    assert "script" not in shown.names
    assert not {"img", "iframe", "object", "embed", "base", "form"} & set(shown.names)
    policy = next(value for name, value in shown.attributes if value.startswith("default-src"))
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    loads = [value for name, value in shown.attributes if name in ("src", "srcset", "action")]
    assert loads == []


def test_every_link_within_the_page_leads_somewhere(suite: Suite) -> None:
    attributes = Elements(page.render(of(*SOME), suite)).attributes
    names = [value for name, value in attributes if name == "id"]
    assert len(names) == len(set(names))
    within = {value[1:] for name, value in attributes if name == "href" and value[:1] == "#"}
    assert within <= set(names)


@pytest.mark.parametrize("text", INJECTED)
def test_injected_text_is_text_in_the_page(text: str, suite: Suite) -> None:
    mild = Elements(page.render(of(injected("mild")), suite))
    about = replace(
        STATISTICS,
        command=text,
        engine=text,
        started=text,
        utfproof=text,
        vectors={"version": text, "digest": text},
        codecs={text: STATISTICS.codecs["two/lax"]},
        cells=Cells(1, 2, (text,)),
    )
    shown = page.render(StoredCampaign(Path(text), (injected(text),), about), suite)
    wild = Elements(shown)
    assert set(wild.names) <= {*mild.names, "details", "summary", "ul", "li"}
    assert not [name for name, _ in wild.attributes if name.startswith("on")]
    links = [value for name, value in wild.attributes if name == "href"]
    assert all(link.startswith(("#", "https://", "data:,")) for link in links)
    assert not {"\x1b", "\x07", "\u202e", "\ud800"} & set(shown)
    assert "49" not in re.sub(r"\d{3,}|[0-9a-f]{6}", "", _body(shown))


def _body(text: str) -> str:
    return text.partition("<body>")[2]


def test_every_state_has_a_colour_and_a_place_in_the_page() -> None:
    assert set(console.COLOURS) == set(FindingState) == set(page._ORDER)
