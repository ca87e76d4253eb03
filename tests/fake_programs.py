"""Find the programs of tests/fakes by their names, whatever folder they stand in."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "fakes"
RUNNER = FOLDER / "run.py"


@cache
def programs() -> dict[str, Path]:
    """Return the file of every fake, by name; no name stands in two folders."""
    found = sorted(FOLDER.rglob("*.py"))
    files = {path.stem: path for path in found if path != RUNNER}
    assert len(files) == len(found) - 1, "two fakes have one name: rename one of them"
    return files


def file(name: str) -> Path:
    """Return the file of a fake."""
    files = programs()
    near = get_close_matches(name, files)
    assert name in files, f"no fake is called {name}; near to it: {', '.join(near) or 'none'}"
    return files[name]


def arguments(name: str) -> list[str]:
    """Return what Python is given to run a fake."""
    file(name)
    return [str(RUNNER), name]


def line(name: str) -> str:
    """Return what Python is given to run a fake, as a part of a manifest's `run`."""
    runner, _ = arguments(name)
    return f'"{runner}" {name}'
