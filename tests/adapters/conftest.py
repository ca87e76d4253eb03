"""Faulty adapters as wires and sessions; after each test none of their processes is left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

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
