"""A program under each means of confinement that works here."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.conftest import home as home  # noqa: PLC0414  (a fixture, for these tests too)
from cli.conftest import utfproof as utfproof  # noqa: PLC0414  (the same)
from utfproof.confinement import bubblewrap, landlock, limited_run
from utfproof.confinement.access import Access
from utfproof.confinement.choice import MEANS_VARIABLE, VARIABLE, Means
from utfproof.confinement.command import Command
from utfproof.confinement.limited_run import LimitedRun

_VERSIONS = {Means.BUBBLEWRAP: bubblewrap.version, Means.LANDLOCK: landlock.version}
Attempt = Callable[..., LimitedRun]


@pytest.fixture(params=list(Means))
def means(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Means:
    """Confine by one means; the machine may not have it."""
    chosen = Means(request.param)
    if not _VERSIONS[chosen]():
        pytest.skip(f"{chosen} does not work on this machine")
    monkeypatch.setenv(VARIABLE, "require")
    monkeypatch.setenv(MEANS_VARIABLE, chosen)
    return chosen


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of an adapter, which is all that its program is shown."""
    own = tmp_path / "adapter"
    own.mkdir()
    (own / "own").write_text("mine", "ascii")
    return own


@pytest.fixture
def attempt(means: Means, folder: Path) -> Attempt:
    """Return a function that runs a text in Python, confined, with arguments in `sys.argv`."""

    def run(
        text: str, *arguments: object, seconds: float = 60, access: Access | None = None
    ) -> LimitedRun:
        words = [sys.executable, "-I", "-S", "-c", text, *map(str, arguments)]
        environment = {"PATH": os.environ["PATH"], "HOME": os.environ["HOME"]}
        seen = access or Access(readable=(folder,), memory=64 << 20)
        return limited_run.run(Command(words, folder, environment, 0, seen), seconds)

    return run
