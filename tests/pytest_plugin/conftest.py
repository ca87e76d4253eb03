"""Runs of pytest with the plugin, in folders of their own with adapters around the fakes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import fake_programs

_BY_NAME = ("-p", "utfproof.pytest_plugin", "-W", "ignore:Module already imported")
PLUGIN = () if entry_points(group="pytest11", name="utfproof") else _BY_NAME
"""What loads the plugin: an installed utfproof is found by its entry point."""
RIGHT, FAULTY = "reads_by_the_table", "reads_overlong_forms"
NUL = "utf-8/ill-formed/overlong-two/nul"


def asks(target: str, case: str = NUL) -> tuple[str, ...]:
    """Return the options that ask a codec a case."""
    return ("--utfproof-codec", target, "--utfproof-case", case)


class Project:
    """A folder with adapters, in which pytest runs."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        """Work in a folder of pytester."""
        self.pytester = pytester
        self.folder = pytester.path

    def put(self, program: str, *lines: str, codecs: tuple[str, ...] = ("table",)) -> str:
        """Make an adapter's folder, called as its program is; `lines` go into each codec."""
        folder = self.folder / program
        folder.mkdir()
        own = "".join(f", {line}" for line in lines)
        text = [
            f"adapter: {program}",
            "about: A codec for a test.",
            "language: Python",
            f"run: {sys.executable} -S -E -B {fake_programs.line(program)}",
            "codecs:",
            *(f"  {codec}: {{about: Read by a table., profile: unicode{own}}}" for codec in codecs),
        ]
        (folder / "adapter.yaml").write_text("\n".join([*text, ""]), "utf-8")
        return f"./{program}"

    def edit(self, program: str, old: str, new: str) -> None:
        """Change the one place of an adapter's manifest that says `old`."""
        path = self.folder / program / "adapter.yaml"
        before, found, after = path.read_text("utf-8").partition(old)
        assert found
        path.write_text(f"{before}{new}{after}", "utf-8")

    def known(self, program: str, text: str) -> None:
        """Write the list of known failures of an adapter's codec `table`."""
        lines = f"codecs:\n  {program}/table:\n{text}"
        (self.folder / program / "expectations.yaml").write_text(lines, "utf-8")

    def run(self, *arguments: str) -> pytest.RunResult:
        """Run pytest in this process."""
        return self.pytester.runpytest_inprocess(*PLUGIN, *arguments)

    def run_apart(self, *arguments: str) -> pytest.RunResult:
        """Run pytest in a process of its own."""
        return self.pytester.runpytest_subprocess(*PLUGIN, *arguments)


@pytest.fixture
def project(
    pytester: pytest.Pytester, new_cache: Callable[[Path], str], monkeypatch: pytest.MonkeyPatch
) -> Project:
    """Return an empty project, with a cache of its own and a wide screen."""
    monkeypatch.setenv("UTFPROOF_CACHE", new_cache(pytester.path / "cache"))
    monkeypatch.setenv("COLUMNS", "300")
    return Project(pytester)
