"""The pictures for the reports' folder can be taken of any run that has a failing case."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from .screens import take


def test_pictures_of_matrix_and_case_are_taken_in_light_and_dark(
    chromium: Browser, report: Path, tmp_path: Path
) -> None:
    taken = [path.name for path in take(chromium, report, tmp_path)]
    assert taken == ["matrix-light.png", "case-light.png", "matrix-dark.png", "case-dark.png"]
    contents = [(tmp_path / name).read_bytes() for name in taken]
    assert all(content.startswith(b"\x89PNG") for content in contents)
    assert len(set(contents)) == 4
