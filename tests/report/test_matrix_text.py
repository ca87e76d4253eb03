"""The matrix as Markdown and HTML: injected text is text, and files are written whole."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner
from markdown_it import MarkdownIt

from utfproof.cli.commands import report
from utfproof.engine.journal.journal import Journal
from utfproof.errors import JournalError
from utfproof.report.html import _hash
from utfproof.report.run import matrix
from utfproof.report.run.summary import Summary, summarise

from .matrices import (
    ADDRESS,
    HIDDEN,
    INJECTED,
    PIPE,
    STRICT,
    codec,
    everything,
    run,
)
from .matrix_cells import cells, links


def shape(text: str) -> list[str]:
    """Return the elements that a reader of Markdown finds, raw HTML among them."""
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    parts = [part for token in tokens for part in (token, *(token.children or ()))]
    return [part.type for part in parts if not part.type.startswith("text")]


def elements(html: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the elements of a page with the names of their attributes."""
    seen: list[tuple[str, tuple[str, ...]]] = []

    class Tags(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            seen.append((tag, tuple(name for name, _ in attrs)))

    Tags().feed(html)
    return seen


@pytest.mark.parametrize("text", INJECTED)
def test_injected_text_changes_no_element(text: str) -> None:
    injected, harmless = everything(text), everything("harmless")
    assert elements(matrix.page(injected)) == elements(matrix.page(harmless))
    assert shape(matrix.markdown(injected)) == shape(matrix.markdown(harmless))


@pytest.mark.parametrize("text", ["harmless", *INJECTED])
def test_all_rows_of_a_markdown_table_have_as_many_cells_as_its_head(text: str) -> None:
    tables = matrix.markdown(everything(text)).split("## ")[1:3]
    for table in tables:
        first, rule, *others = cells(table)
        assert {len(rule), *map(len, others)} == {len(first)}
        assert others
    assert [len(cells(table)) for table in tables] == [3, 4]


def test_characters_that_hide_or_reorder_text_are_shown_as_escapes() -> None:
    seen = everything(HIDDEN)
    for shown in (matrix.page(seen), matrix.markdown(seen)):
        assert r"\u202ef\x00" in shown
        assert not re.search("[\x00-\x08\x0b-\x1f\u2028\u2029\u202e]", shown)


def test_an_address_in_markdown_has_no_character_that_means_something_there() -> None:
    seen = everything(PIPE + "<script> \u202e\ud800")
    [address] = links(matrix.markdown(seen))
    assert address == f"{ADDRESS}a%7Cb%60c*d%0A#%20e%3Cscript%3E%20%E2%80%AE?"


def test_every_sign_is_explained() -> None:
    seen = everything("")
    signs = set(matrix._SIGNS.values()) - {"✓"}
    for shown in (matrix.page(seen), matrix.markdown(seen)):
        legend = shown[shown.index("every case is as the documents say") :].partition(
            "not assessed"
        )[0]
        assert [sign for sign in sorted(signs) if f"{sign} " not in legend] == []


def test_a_page_asks_nothing_of_any_network() -> None:
    html = matrix.page(everything(""))
    assert not re.search(r"\ssrc=|@import|url\(", html)
    assert re.findall("<link([^>]*)>", html) == [' rel="icon" href="data:,"']
    script = html.partition("<script>")[2].partition("</script>")[0]
    [policy] = re.findall('http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    assert unescape(policy).startswith(
        f"default-src 'none'; img-src data:; script-src {_hash(script)}; style-src 'sha256-"
    )


def test_both_names_the_run(tmp_path: Path) -> None:
    paths = matrix.write(summarise(run(codec("c/one"))), tmp_path / "new" / "folder")
    assert [path.name for path in paths] == ["matrix.md", "matrix.html"]
    for path in paths:
        text = path.read_text("utf-8").replace("\\", "")
        for words in ("1 codecs of 1 libraries", "utfproof 0.1", "1.0.0", "2025-01-01", "x86_64"):
            assert words in text


def test_a_matrix_that_cannot_be_written_says_where(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(JournalError, match=r"file/matrix\.md: .*: give another folder"):
        matrix.write(Summary(), tmp_path / "file")


def test_the_command_writes_the_matrix_of_a_journal_and_names_its_files(tmp_path: Path) -> None:
    events = run(codec("c/one", {STRICT: "pass fail"}, traits={"UTF-8": {"replacement": "byte"}}))
    with Journal(tmp_path / "run") as journal:
        for event in events:
            journal.write(event)
    folder = tmp_path / "published"
    done = CliRunner().invoke(report.command, [str(tmp_path / "run"), "--matrix", str(folder)])
    assert (done.exit_code, done.output) == (0, f"{folder}/matrix.md\n{folder}/matrix.html\n")
    expected = matrix.matrix(summarise(events))
    assert Path(folder, "matrix.md").read_text("utf-8") == matrix.markdown(expected)
    assert Path(folder, "matrix.html").read_text("utf-8") == matrix.page(expected)
