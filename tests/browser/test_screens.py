"""The pictures for the reports' folder can be taken of any run that has a failing case."""

from __future__ import annotations

import platform
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from certificate.conftest import Issued
from certificate.conftest import issued as issued  # noqa: PLC0414  (a fixture, for this test too)
from certificate.conftest import issued_once as issued_once  # noqa: PLC0414  (the same)

from .screens import take, take_certificate

pytestmark = pytest.mark.slow


def test_pictures_of_matrix_and_case_are_taken_in_light_and_dark(
    chromium: Browser, report: Path, tmp_path: Path
) -> None:
    taken = [path.name for path in take(chromium, report, tmp_path)]
    assert taken == ["matrix-light.png", "case-light.png", "matrix-dark.png", "case-dark.png"]
    contents = [(tmp_path / name).read_bytes() for name in taken]
    assert all(content.startswith(b"\x89PNG") for content in contents)
    assert len(set(contents)) == 4
    text = (tmp_path / "matrix.txt").read_text("utf-8")
    assert all(re.fullmatch(r"\S+/\S+ (pass|fail|broken)", line) for line in text.splitlines()), (
        text
    )


def test_a_picture_of_a_certificate_tells_nothing_of_the_machine(
    chromium: Browser, issued: Issued, tmp_path: Path
) -> None:
    page = issued.folder / "certificate.html"
    first = take_certificate(chromium, page, tmp_path / "here").read_bytes()
    text = page.read_text("utf-8")
    assert platform.platform() in text
    page.write_text(text.replace(platform.platform(), "elsewhere"), "utf-8")
    assert take_certificate(chromium, page, tmp_path / "there").read_bytes() == first
    assert first.startswith(b"\x89PNG")
    assert len(first) < 300_000
