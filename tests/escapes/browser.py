"""Pages with hostile words in a real browser: nothing of them runs, nothing is asked for."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from playwright.sync_api import Browser, Request, sync_playwright

from . import media
from .words import Words

PROGRAM = shutil.which("chromium") or shutil.which("google-chrome")
_MADE = "img:not([src^='data:image/']), iframe, object, embed, base, [onerror], [onload], [onclick]"


def acted(batch: Iterable[Words], folder: Path) -> list[str]:
    """Open every page that says the words, and return what acted."""
    # Other tests of this process may hold a browser open: a thread has one driver at a time.
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(lambda: list(_acted(batch, folder))).result()


def _acted(batch: Iterable[Words], folder: Path) -> Iterator[str]:
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=PROGRAM, args=["--no-sandbox"])
        try:
            for words in batch:
                for number, document in enumerate(media.MEDIA["html"]):
                    page = folder / "page.html"
                    text = media.written(document.write, words)
                    page.write_text(text, encoding="utf-8")
                    for told in visited(chromium, page):
                        yield f"page {number + 1} of {words!a:.200}: {told}"
        finally:
            chromium.close()


def visited(chromium: Browser, file: Path) -> list[str]:
    """Open a page, unfold all of it, and return what it did that it should not."""
    told: list[str] = []

    def see(request: Request) -> None:
        if not request.url.startswith((file.as_uri(), "data:")):
            told.append(f"asks for {request.url}")

    page = chromium.new_page()
    page.on("request", see)
    page.on("console", lambda message: told.append(f"says {message.text}"))
    page.on("pageerror", lambda error: told.append(f"fails: {error}"))
    page.on("dialog", lambda dialog: told.append(f"opens a dialog: {dialog.message}"))
    page.goto(file.as_uri())
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    # The views of a page are made when they are asked for.
    for view in page.evaluate("[...document.querySelectorAll('nav a')].map(one => one.hash)"):
        page.evaluate("hash => { location.hash = hash }", view)
        page.wait_for_timeout(50)
    if page.evaluate("'owned' in window"):
        told.append("ran a script of the words")
    if made := page.evaluate("made => document.querySelectorAll(made).length", _MADE):
        told.append(f"has {made} elements that words made")
    page.close()
    return told
