"""A project with an adapter in its own tree: what is certified is what its sources say now."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest

from utfproof.adapters import scaffold

from .own_projects import (
    C_DRIVER,
    C_LIBRARY,
    C_MANIFEST,
    CPP_ADAPTER,
    CPP_HEADER,
    CPP_MANIFEST,
    CPP_SOURCE,
)

pytestmark = [pytest.mark.adapters, pytest.mark.slow]

SOURCE, HEADER = "src/utf8.cpp", "include/text/utf8.hpp"
CHECKED, UNCHECKED = "{0xE0, 0xE0, 2, 0xA0, 0xBF}", "{0xE0, 0xE0, 2, 0x80, 0xBF}"
"""The row of the table for E0, and the row where any tail is taken for the second octet."""


@dataclass(frozen=True, slots=True)
class Project:
    """A checkout with a library and its adapter, and a cache of its own."""

    folder: Path
    cache: Path

    def write(self, name: str, text: str) -> None:
        """Write a file of the checkout."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def change(self, old: str, new: str) -> None:
        """Change the one place of the library that says `old`."""
        path = self.folder / SOURCE
        before, _, after = path.read_text("utf-8").partition(old)
        path.write_text(f"{before}{new}{after}", "utf-8")

    def certify(self, run: str, *more: str) -> tuple[int, dict[str, Any]]:
        """Certify the project from its root, as its people do; give the status and the codec."""
        words = ["certify", "./test/utfproof", "--format", "json", "--out", str(self.cache / run)]
        done = subprocess.run(
            [sys.executable, "-m", "utfproof", *words, *more],
            cwd=self.folder,
            env={**os.environ, "UTFPROOF_CACHE": str(self.cache)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stdout, done.stderr
        [codec] = json.loads(done.stdout)["codecs"]
        return done.returncode, cast("dict[str, Any]", codec)

    def builds(self) -> dict[str, int]:
        """Tell when each build that is in the cache was done."""
        done = (self.cache / "adapters").glob("*/.utfproof-built")
        return {mark.parent.name: mark.stat().st_mtime_ns for mark in done}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Make an empty checkout."""
    for program in ("git", "cc", "c++"):
        if not shutil.which(program):
            pytest.skip(f"needs {program}")
    folder = tmp_path / "a project"
    subprocess.run(["git", "init", "--quiet", str(folder)], check=True)
    return Project(folder, tmp_path / "cache")


def test_a_cpp_project_is_certified_as_built_before_and_after_a_change(project: Project) -> None:
    project.write(HEADER, CPP_HEADER)
    project.write(SOURCE, CPP_SOURCE)
    (project.folder / "test").mkdir()
    made = scaffold.write("utfproof", "c", project.folder / "test")
    (made.folder / made.program).unlink()
    project.write("test/utfproof/adapter.yaml", CPP_MANIFEST)
    project.write("test/utfproof/main.cpp", CPP_ADAPTER)

    status, codec = project.certify("before")
    assert (status, codec["verdict"], codec["failures"]) == (0, "pass", [])
    assert "decode UTF-8 strict" in codec["scope"]
    before = project.builds()

    project.change(CHECKED, UNCHECKED)
    status, codec = project.certify("changed")
    assert (status, codec["verdict"]) == (1, "fail")
    assert all("e0" in case["input"] for case in codec["failures"])
    [found] = codec["diagnosis"]
    assert found["fault"] == "utf-8/overlong/three-octets-are-not-checked"
    assert found["explains"] == found["failures"] > 0
    changed = project.builds()
    assert (len(before), len(changed)) == (1, 2)

    project.change(UNCHECKED, CHECKED)
    status, codec = project.certify("again")
    assert (status, codec["verdict"]) == (0, "pass")
    assert project.builds() == changed


def test_a_c_library_without_the_kit_is_tested_anew_when_it_is_mended(project: Project) -> None:
    surrogates = ("--case", "utf-8/ill-formed/surrogates/*")
    project.write("test/utfproof/adapter.yaml", C_MANIFEST)
    project.write("test/utfproof/driver.c", C_DRIVER)
    project.write("src/valid.h", "#include <stddef.h>\nint valid(const unsigned char *, size_t);\n")
    project.write("src/valid.c", C_LIBRARY % "0xBF")
    status, codec = project.certify("before", *surrogates)
    assert (status, codec["verdict"]) == (1, "fail")
    project.write("src/valid.c", C_LIBRARY % "0x9F")
    status, codec = project.certify("after", *surrogates)
    assert (status, codec["verdict"]) == (0, "pass")
