"""Hostile words in each medium for a moment, always the same ones; and what was found so."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from . import browser, media, readers
from .readings import ActedError, Reading, compare
from .words import HARMLESS, Words, drawn

DRAWN = 4
FOUND = (
    # ESC and its one-octet form reached a terminal by the words of a list of known failures.
    Words("\x1b[2J\x9b31m", "a"),
    # JUnit showed text in another order, and lost characters that XML cannot carry.
    Words("\u202ereversed\u2066", "a"),
    Words("a\x08b\ufffe\x00", "a"),
    # A formula, where a spreadsheet divides cells by `;` or a tab.
    Words("x;=cmd()", ";+1"),
    Words("x\t@SUM(1)", "a"),
    # A command to be copied ran a second one; flags, clauses and profiles called an issue.
    Words("a", "; owned"),
    Words("a", "#12"),
    # A backtick ended the span of a digest; a blank answer, and a path that is too long.
    Words("`<b>x", "__"),
    Words("\t=1x", "a"),
    Words("\r\nx", "-"),
    Words("a" * 5_000, "a"),
    # A name became a sign on a terminal, or a processor in a command; quotes hid a formula.
    Words("a", "::stop-commands::x:"),
    Words("a", "# ("),
    Words('"=1+1', "a"),
    # Nothing is left of such a word where no slash, or the first line alone, can stand.
    Words("..", "//"),
    Words("\u2028x", " ..x"),
    # A link is meant to be one, and a path is shown as the place that it is.
    Words("https://evil.example/", "a"),
    Words("../", ".("),
)


@pytest.mark.parametrize("name", media.MEDIA)
def test_hostile_words_are_shown_and_do_nothing(name: str) -> None:
    for number in range(DRAWN):
        media.check(name, drawn(random.Random(number)))  # noqa: S311  (no secret)


@pytest.mark.parametrize("name", media.MEDIA)
def test_words_found_by_fuzzing_do_nothing_any_more(name: str) -> None:
    for words in FOUND:
        media.check(name, words)


@pytest.mark.parametrize("name", media.MEDIA)
def test_each_medium_shows_the_words(name: str) -> None:
    """Where they were not shown, nothing would be looked at."""
    if name in ("names", "json"):
        return  # names are made of letters alone; the badge of a run has no word of a stranger
    for number, document in enumerate(media.MEDIA[name]):
        texts = " ".join(document.read(media.written(document.write, HARMLESS)).texts)
        assert HARMLESS.text in texts, number


@pytest.mark.parametrize(
    ("read", "harmless", "hostile"),
    [
        (readers.html, "<p>zqtextqz</p>", "<p><script>x</script></p>"),
        (readers.html, "<p>zqtextqz</p>", "<p><b>x</b></p>"),
        (readers.html, "<a href=''>zqtextqz</a>", "<a href='javascript:x'>x</a>"),
        (readers.xml, "<a>zqtextqz</a>", "<a><b>x</b></a>"),
        (readers.markdown, "zqtextqz", "[x](https://evil.example)"),
        (readers.markdown, "zqtextqz", "![x](https://evil.example)"),
        (readers.markdown, "zqtextqz", "x @everyone"),
        (readers.markdown, "zqtextqz", "x #12"),
        (readers.table, "a,zqtextqz\r\n", 'a,"x;=1"\r\n'),
        (readers.table, "a,zqtextqz\r\n", "a,=x\r\n"),
        (readers.screen, "zqtextqz", "\x1b[31mx"),
        (readers.screen, "zqtextqz", "\x1b]0;x\x07"),
        (readers.runner_log, "zqtextqz", "::error::x"),
        (readers.runner_log, "zqtextqz", "a ##[error]x"),
        (readers.runner_log, "::error title=zqtextqz::a", "::error title=x,line=1::a"),
        (readers.shell, '["a zqtextqz"]', '["a; x"]'),
        (readers.shell, '["a zqtextqz"]', '["a $x"]'),
        (readers.json_of_texts, '["zqtextqz"]', '["x", "y"]'),
        (readers.python, "A = 'zqtextqz'", "A = 'x'; B = ''"),
    ],
)
def test_a_reader_sees_what_acts(read: media.Reader, harmless: str, hostile: str) -> None:
    with pytest.raises(ActedError):
        compare(read(harmless), read(hostile), Words("x", "x"))


def test_what_is_lost_is_seen() -> None:
    with pytest.raises(ActedError):
        compare(Reading([], ["a zqtextqz b"]), Reading([], ["a  b"]), Words("x", "y"))


@pytest.mark.slow
@pytest.mark.skipif(browser.PROGRAM is None, reason="needs chromium (Debian: chromium)")
def test_no_word_runs_in_a_browser(tmp_path: Path) -> None:
    words = [*FOUND[:3], *(drawn(random.Random(number)) for number in range(5))]  # noqa: S311
    assert list(browser.acted(words, tmp_path)) == []


@pytest.mark.slow
@pytest.mark.skipif(browser.PROGRAM is None, reason="needs chromium (Debian: chromium)")
def test_the_browser_sees_what_acts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = "<script>window.owned = 1</script><img src=https://evil.example/x>"
    document = media.Document(lambda words, _: f"{page}{words.text}", readers.html)
    monkeypatch.setattr(media, "MEDIA", {"html": (document,)})
    told = " ".join(browser.acted([HARMLESS], tmp_path))
    assert "ran a script" in told
    assert "asks for https://evil.example/x" in told
