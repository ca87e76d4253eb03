"""Takes pictures of a signed run's pages: `python -m browser.screens RUN FOLDER`."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, sync_playwright

_SIZE = {"width": 860, "height": 480}
_SHEET = {"width": 860, "height": 1180}
_SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def take(browser: Browser, page_of_run: Path, folder: Path) -> Iterator[Path]:
    """Take the matrix and a case of UTF-8 that fails, in light and in dark; yield the files.

    Beside them stands the text of the matrix, by which it is found when a picture is out of date.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for scheme in _SCHEMES:
        context = browser.new_context(viewport=_SIZE, color_scheme=scheme)  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(page_of_run.as_uri())
        page.locator("#table td.cell").first.wait_for()
        page.locator("#matrix .head").evaluate("(element) => element.scrollIntoView()")
        page.screenshot(path=folder / f"matrix-{scheme}.png")
        rows = page.locator("#table tbody tr").all_inner_texts()
        # Codec and verdict, `✓ pass`, are the first two cells.
        named = (row.split()[:3:2] for row in rows)
        (folder / "matrix.txt").write_text("".join(f"{' '.join(one)}\n" for one in named), "utf-8")
        yield folder / f"matrix-{scheme}.png"
        page.goto(f"{page_of_run.as_uri()}#cases?verdict=fail&topic=utf-8/ill-formed")
        page.locator("#list .what a").first.click()
        page.locator("#case .offer").first.wait_for()
        page.locator("#case .why").evaluate("(element) => element.scrollIntoView()")
        page.screenshot(path=folder / f"case-{scheme}.png")
        yield folder / f"case-{scheme}.png"
        context.close()


def take_certificate(browser: Browser, page_of_run: Path, folder: Path) -> Path:
    """Take the first sheet of a certificate as it is printed; give the file.

    What it says of the machine is not shown: pictures are for everybody, wherever they were taken.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with browser.new_context(viewport=_SHEET, color_scheme="light") as context:  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(page_of_run.as_uri())
        sheet = page.locator("article.sheet").first
        sheet.locator(".facts .soft").evaluate_all(
            "(found) => found.forEach((one) => one.remove())"
        )
        sheet.screenshot(path=folder / "certificate.png")
    return folder / "certificate.png"


def main() -> None:
    """Take the pictures with the Chromium of this machine."""
    run, folder = (Path(word) for word in sys.argv[1:])
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for path in take(browser, (run / "index.html").resolve(), folder):
            print(path)
        print(take_certificate(browser, (run / "certificate.html").resolve(), folder))
        browser.close()


if __name__ == "__main__":
    main()
