"""Words of strangers in a report: each medium shows them, and obeys none of them.

Markdown is read by an implementation of CommonMark with the tables of GitHub, which is what shows
the comments, summaries and matrices.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from utfproof.report.text import code_span, escaped, one_line, shortened, visible

MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])
SIGNS = "\\`*_{}[]()<>|#&~!-+=.:;'\"@/0123456789 \t\nabcxX"
PIECES = (
    *(
        "\\",
        "<img src=x>",
        "&lt;",
        "&rlm;",
        "&#8238;",
        "~~",
        "1.",
        "---",
        "===",
        "- ",
        "`",
        "|",
        "# ",
        "> ",
    ),
    *(
        "\u202e",
        "\x1b[2J",
        "\n",
        "\r",
        "\u2028",
        "\ud800",
        "\0",
        "](x)",
        "![",
        "http://x",
        "<!--",
        "-->",
    ),
    *("<b>", "**", "__", "a", " "),
)
HOSTILE = st.one_of(
    st.text(SIGNS, max_size=30),
    st.text(max_size=30),
    st.lists(st.sampled_from(PIECES), max_size=8).map("".join),
)
HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff]"
)


class Seen(HTMLParser):
    """The elements of a page, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(f"{tag} {attrs}" if attrs else tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def rendered(markdown: str) -> Seen:
    return Seen(MARKDOWN.render(markdown))


def plainly(text: str) -> str:
    """What a reader shall see of a text: one line, in which what hides is written out."""
    return " ".join(visible(text).split())


@given(HOSTILE)
@example("\\<img src=x>")
@example("&rlm;")
@example("===")
@example("1. a")
def test_text_in_markdown_is_text(text: str) -> None:
    seen = rendered(f"before\n{escaped(text)}\n")
    assert seen.elements == ["p"]
    assert " ".join(seen.text.split()) == " ".join(f"before {plainly(text)}".split())


@given(HOSTILE, HOSTILE)
def test_text_in_a_table_stays_in_its_cell(first: str, second: str) -> None:
    seen = rendered(f"| a | b |\n|---|---|\n| {escaped(first)} | {code_span(second)} |\n")
    assert seen.elements == ["table", "thead", "tr", "th", "th", "tbody", "tr", "td", "td", "code"]
    assert plainly(first) in " ".join(seen.text.split())


@given(HOSTILE)
def test_text_in_a_heading_stays_in_it(text: str) -> None:
    assert rendered(f"## 1. {escaped(text)}\nbehind\n").elements == ["h2", "p"]


@given(HOSTILE)
def test_a_span_of_code_ends_where_it_should(text: str) -> None:
    seen = rendered(f"before {code_span(text)} behind")
    assert seen.elements == ["p", "code"]
    assert seen.text.startswith("before ")
    assert seen.text.rstrip().endswith(" behind")


@given(HOSTILE)
def test_a_line_of_a_terminal_is_one_line_and_obeys_nothing(text: str) -> None:
    for line in (one_line(text), shortened(text, 20)):
        assert not HIDDEN.search(line)
        assert "\n" not in line
        assert "\t" not in line


@pytest.mark.parametrize("text", ["@someone", "see #12", "org/repo#12", "a @b-c"])
def test_nobody_is_called_by_a_report(text: str) -> None:
    assert not re.search(r"[@#]\w", escaped(text))
    assert rendered(escaped(text)).text.strip() == text


@pytest.mark.parametrize("text", ["1.0.2", "utf-8", "0xFFFD", "a = b", "3-4", ".5"])
def test_what_means_nothing_stays_as_it_is(text: str) -> None:
    assert escaped(text) == text
