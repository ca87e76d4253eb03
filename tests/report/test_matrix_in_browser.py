"""The page of a matrix in a browser: its rows, its filter, and no text of a stranger that runs."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest

from utfproof.report.html import _hash
from utfproof.report.run import matrix
from utfproof.report.run.matrix import Matrix

from .matrices import ADDRESS, INJECTED, STRICT, codec, everything, found

pytestmark = pytest.mark.slow

_SEEN = """
const shown = (wanted) => [...document.querySelectorAll(wanted)].filter((it) => it.offsetParent);
document.title = JSON.stringify({
  titles: shown("h2").map((it) => it.textContent),
  rows: shown("tbody th").map((it) => it.textContent.split(" ")[0]),
  known: shown(".known li b").map((it) => it.textContent),
  found: document.querySelector(".found").textContent,
  filter: shown(".filter").length === 1,
  fits: document.documentElement.scrollWidth <= innerWidth,
});
"""


class Browser(NamedTuple):
    """Chromium without a window: it opens the page, does something, and says what is seen then.

    What it does is a part of the page's own script, so that the policy of the page holds.
    """

    program: str
    folder: Path

    def open(self, found: Matrix, does: str = "") -> dict[str, Any]:
        file, html = self.folder / "matrix.html", matrix.page(found)
        script = html.partition("<script>")[2].partition("</script>")[0]
        more = f"{script}\n{does}\n{_SEEN}"
        old, new = (_hash(text).strip("'") for text in (script, more))
        file.write_text(html.replace(script, more).replace(old, new), "utf-8")
        flags = "--headless --no-sandbox --disable-gpu --disable-sync --no-first-run --dump-dom"
        quiet = "--disable-background-networking --enable-logging=stderr --virtual-time-budget=3000"
        own = [f"--user-data-dir={self.folder}/profile", "--window-size=600,900"]
        done = subprocess.run(
            [self.program, *flags.split(), *quiet.split(), *own, file.as_uri()],
            capture_output=True, check=True, text=True, encoding="utf-8", timeout=120,
        )  # fmt: skip
        assert "CONSOLE" not in done.stderr
        [title] = re.findall("<title>(.*)</title>", done.stdout)
        return cast("dict[str, Any]", json.loads(unescape(title)))


@pytest.fixture
def browser(tmp_path: Path) -> Browser:
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("needs chromium (Debian: chromium)")
    return Browser(program, tmp_path)


def several() -> Matrix:
    defect = ("Reads surrogates.", (ADDRESS,))
    both = {STRICT: "fail", "decode UTF-16 strict": "pass"}
    return found(
        codec("c/one", traits={"UTF-8": {"replacement": "byte"}}),
        codec("d/two", both, known=[defect]),
        codec("E/three", traits={"UTF-8": {"replacement": "maximal-subpart"}}),
    )


def test_a_browser_shows_every_row_and_the_filter(browser: Browser) -> None:
    assert browser.open(several()) == {
        "titles": ["Known defects", "UTF-8", "UTF-16"],
        "rows": ["E/three", "c/one", "d/two", "d/two"],
        "known": ["d/two"],
        "found": "",
        "filter": True,
        "fits": True,
    }


def test_the_filter_hides_rows_that_lack_one_of_its_words(browser: Browser) -> None:
    does = (
        'const field = document.querySelector(".filter [type=search]");'
        'field.value = " SUBPART  e/Three";'
        'field.dispatchEvent(new Event("input", {bubbles: true}));'
    )
    seen = browser.open(several(), does)
    assert (seen["titles"], seen["rows"]) == (["UTF-8"], ["E/three"])
    assert (seen["known"], seen["found"]) == ([], "1 of 5 rows")


def test_only_what_fails_is_left_on_request(browser: Browser) -> None:
    seen = browser.open(several(), 'document.querySelector(".filter [name=red]").click();')
    assert (seen["titles"], seen["rows"]) == (["Known defects", "UTF-8"], ["d/two"])
    assert (seen["known"], seen["found"]) == (["d/two"], "2 of 5 rows")


def test_injected_text_is_inert_in_a_browser_and_fits_into_its_window(browser: Browser) -> None:
    seen = browser.open(everything(" ".join(INJECTED) + "x" * 999))
    assert seen["titles"] == ["Known defects", "UTF-8", "UTF-16"]
    assert seen["fits"]
