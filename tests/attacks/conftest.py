"""Adapters that attempt something, certified the whole way under each confinement and without."""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import fake_programs
from cli.conftest import Run
from cli.conftest import home as home  # noqa: PLC0414  (a fixture, for these tests too)
from cli.conftest import utfproof as utfproof  # noqa: PLC0414  (the same)
from hostile.table import BYTES
from utfproof.adapters.session import restarting_process
from utfproof.confinement import bubblewrap, landlock
from utfproof.confinement.choice import MEANS_VARIABLE, VARIABLE, Means

from . import surroundings
from .surroundings import PACKAGE, Surroundings
from .table import Attempt

OFF = "off"
_VERSIONS = {Means.BUBBLEWRAP: bubblewrap.version, Means.LANDLOCK: landlock.version}
# The program starts another file, so that it can be replaced itself.
_PROGRAM = "import os, sys; os.execv(sys.executable, [sys.executable, '-S', '-B', *sys.argv[1:]])"


@dataclass(frozen=True, slots=True)
class Attempted:
    """A run with an adapter that has attempted something: how it ended, and the harm done.

    Attributes:
        told: What the adapter says came of it.
    """

    verdict: str
    status: int
    told: str
    reasons: str
    err: str
    confinement: str
    harm: frozenset[str]
    seconds: float


Attempts = Callable[[Attempt], Attempted]


@pytest.fixture(params=[*Means, OFF])
def confinement(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Confine by one means alone, or not at all."""
    chosen = str(request.param)
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.delenv(MEANS_VARIABLE, raising=False)
    if chosen != OFF:
        if not _VERSIONS[Means(chosen)]():
            pytest.skip(f"{chosen} does not work on this machine")
        monkeypatch.setenv(MEANS_VARIABLE, chosen)
    return chosen


@pytest.fixture
def around(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Surroundings]:
    """Make what is around an adapter, in the home of a user of its own."""
    with surroundings.made(home) as found:
        monkeypatch.setenv("HOME", str(home / "user"))
        # Some attempts take a while where a machine is busy with other things.
        monkeypatch.setattr(restarting_process, "_ALONE_SECONDS", 30.0)
        # The harness makes its private folders in one of this test.
        monkeypatch.setattr(tempfile, "tempdir", str(home / "private"))
        yield found


def adapter(around: Surroundings, name: str) -> Path:
    """Make the folder of an adapter that attempts something."""
    folder = around.folder / "tries"
    folder.mkdir()
    (folder / "program.py").write_text(_PROGRAM, "ascii")
    (folder / "own").write_text("its own", "ascii")
    manifest = {
        "adapter": "tries",
        "about": "An adapter that tries to get at what is not its own.",
        "language": "Python",
        "run": f"{sys.executable} -S -B program.py {fake_programs.line('tries')} {name}",
        "environment": {"REACH": ";".join(f"{key}={it}" for key, it in reach(around).items())},
        "limits": {"seconds-per-block": "10", "memory": "128 MiB"},
        "codecs": {"fake": {"about": "Answers honestly.", "profile": "unicode"}},
    }
    (folder / "adapter.yaml").write_text(json.dumps(manifest), "utf-8")
    around.watch([folder / name for name in ("own", "program.py", "adapter.yaml")])
    return folder


def reach(around: Surroundings) -> dict[str, object]:
    """Name all that an attempt may reach for."""
    home = around.folder
    return {
        "mark": around.mark,
        "user": home / "user",
        "diary": home / "user" / "diary",
        "key": home / "key",
        "cache": home / "cache",
        "build": home / "cache" / "adapters" / "other" / "built",
        "run": home / "run",
        "package": PACKAGE,
        "harness": os.getpid(),
        "other": around.other.child.pid,
        "address": around.other.address,
        "descriptor": around.other.descriptor,
        "tcp": around.sockets["tcp"].getsockname()[1],
        "udp": around.sockets["udp"].getsockname()[1],
        "named": home / "named",
        "ipc": around.ipc,
    }


@pytest.fixture
def attempted(confinement: str, around: Surroundings, utfproof: Run) -> Attempts:
    """Return a function that certifies an adapter with an attempt, and looks at what it did."""

    def run(row: Attempt) -> Attempted:
        folder = adapter(around, row.name)
        wish = OFF if confinement == OFF else "require"
        narrowed = ("--case", BYTES, "--op", "decode", "--jobs", "1")
        before = time.monotonic()
        said = utfproof("certify", str(folder), *narrowed, "--out", "run", "--confine", wish)
        seconds = time.monotonic() - before
        summary = json.loads(Path("run", "summary.json").read_text("utf-8"))
        codec: dict[str, Any] = summary["codecs"][0]
        files = [path for path in Path("run").iterdir() if path.is_file()]
        written = [path.read_text("utf-8") for path in files if not path.is_symlink()]
        told = str(codec.get("version", "")).removeprefix(f"{row.name}: ")
        header = json.loads(Path("run", "journal.jsonl").read_text("utf-8").splitlines()[0])
        why = [str(codec[key]) for key in ("why", "output") if codec.get(key)]
        why += [failure["actual"] for failure in codec["failures"]]
        return Attempted(
            codec["verdict"],
            said.status,
            told,
            "\n".join(why),
            said.err,
            header["environment"]["confinement"],
            around.harm(told, [said.out, said.err, *written], folder),
            seconds,
        )

    return run
