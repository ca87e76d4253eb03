"""A real browser: pages are opened from files, and have to be silent and ask for nothing."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright

from cli import adapters

Open = Callable[..., Page]

expect.set_options(timeout=30_000)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("needs chromium (Debian: chromium)")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Browser, tmp_path: Path) -> Iterator[Open]:
    """Open a page, given as a file or its text, and wait until it is ready.

    At the end nothing may have been said on its console or asked of a network, but for what it
    `complains` of.
    """
    expected = []
    complaints: list[str] = []
    contexts = []

    def hear(message: ConsoleMessage) -> None:
        complaints.append(f"console: {message.text}")

    def see(request: Request) -> None:
        if not request.url.startswith(("file:", "data:")):
            complaints.append(f"request: {request.url}")

    def visit(source: Path | str, fragment: str = "", complains: str = "", **look: object) -> Page:
        expected.append(complains)
        file = source if isinstance(source, Path) else tmp_path / "page.html"
        if isinstance(source, str):
            file.write_text(source, encoding="utf-8")
        context = chromium.new_context(**look)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("console", hear)
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on("request", see)
        page.goto(f"{file.as_uri()}{fragment}")
        if look.get("java_script_enabled", True):
            ready(page)
        return page

    yield visit
    for context in contexts:
        context.close()
    unexpected = [text for text in complaints if not any(one and one in text for one in expected)]
    assert unexpected == []
    assert len(complaints) >= len([one for one in expected if one])


def ready(page: Page) -> None:
    """Wait until the page shows what its address says."""
    expect(page.locator("html")).to_have_attribute(
        "data-ready", page.evaluate("location.hash || '#'")
    )


@pytest.fixture(scope="session")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a run of a right codec, a faulty one and a broken adapter, and give its page."""
    home = tmp_path_factory.mktemp("run")
    programs = ("reads_by_the_table", "reads_overlong_forms", "crashes_on_ff")
    targets = [adapters.put(home, program) for program in programs]
    command = [sys.executable, "-m", "utfproof", "certify", *targets, "--encoding", "UTF-8"]
    asked = ["--case", "utf-8/ill-formed/overlong*", "--out", "out"]
    done = subprocess.run([*command, *asked], cwd=home, capture_output=True, check=False, text=True)
    assert done.returncode == 3, done.stderr
    return home / "out" / "index.html"
