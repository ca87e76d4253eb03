"""Faulty adapters as wires and sessions, of which no process is left, and a checkout to build."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from utfproof.adapters.session import restarting_process
from utfproof.adapters.session.process import Process
from utfproof.adapters.session.session import Session
from utfproof.adapters.session.wire import Wire

from . import fakes

StartWire = Callable[..., Wire]
StartSession = Callable[..., Session]


@pytest.fixture
def wire_to(tmp_path: Path) -> Iterator[StartWire]:
    """Return a function that starts a fake and returns the wire to it."""
    started: list[Process] = []

    def start(fake: str, *arguments: str, memory: int = 1 << 30) -> Wire:
        started.append(Process(fakes.command(fake, tmp_path, *arguments, memory=memory)))
        return Wire(started[-1])

    yield start
    for process in started:
        process.kill()
        assert not fakes.left(process.pid)


@pytest.fixture
def session_with(tmp_path: Path) -> Iterator[StartSession]:
    """Return a function that opens a session with a fake; the seed fixes its known answers."""
    opened: list[Session] = []

    def start(fake: str, *arguments: str, memory: int = 1 << 30, seed: int = 1) -> Session:
        command = fakes.command(fake, tmp_path, *arguments, memory=memory)
        opened.append(Session(command, seconds=20, seed=seed))
        return opened[-1]

    yield start
    for session in opened:
        session.close()


@pytest.fixture
def short_deadline(monkeypatch: pytest.MonkeyPatch) -> float:
    """Wait for the answer to a line alone for a quarter of a second."""
    monkeypatch.setattr(restarting_process, "_ALONE_SECONDS", 0.25)
    return 0.25


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Build into a folder of this test, whose name has a space in it."""
    folder = tmp_path / "the cache"
    monkeypatch.setenv("UTFPROOF_CACHE", str(folder))
    return folder


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a library's checkout: a tiny decoder in src, and an adapter in test/utfproof."""
    folder = tmp_path / "my library [main]"
    (folder / ".git").mkdir(parents=True)
    (folder / "src").mkdir()
    (folder / "src" / "library.py").write_text("def decode(data): return data.decode()\n", "ascii")
    (folder / "test" / "utfproof").mkdir(parents=True)
    return folder
