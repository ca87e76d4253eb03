"""Measure the tests: mutate a package, run its nearest tests, print the score and the survivors.

`python -m mutation [PACKAGE ...]` from the folder `tests`; without a name, every package.
mutmut takes its sources from a folder `src` alone, so a copy of the checkout is laid out that way.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .packages import PACKAGES, Package

CHECKOUT = Path(__file__).parent.parent.parent
KILLED = {1, 3, 24, 36, 152, 255, -24, -11, -9}
"""Statuses of mutmut: a test failed, the time ran out, or the process died."""
SURVIVED, NO_TESTS = 0, (5, 33)
GOAL = 0.9
# One process shows all: to start one for each takes longer than the mutants themselves.
_SHOW = """
import sys
from mutmut.__main__ import show
for mutant in sys.argv[1:]:
    show.callback(mutant)
"""


def lay_out(folder: Path, package: Package) -> None:
    """Copy the checkout into a folder, with the sources in `src` and the settings of mutmut."""
    shutil.copytree(CHECKOUT / "harness", folder / "src")
    for name in ("tests", "vectors", "adapters", "docs", "examples"):
        shutil.copytree(CHECKOUT / name, folder / name, symlinks=True)
    for path in [*CHECKOUT.glob("*.md"), CHECKOUT / "Makefile", CHECKOUT / "action.yml"]:
        shutil.copy(path, folder)
    settings = {
        "source_paths": ["src"],
        "only_mutate": [f"src/utfproof/{pattern}" for pattern in package.modules],
        "also_copy": ["vectors", "adapters", "docs", "examples", "README.md", "Makefile"],
        "pytest_add_cli_args": [
            *("-p", "no:cacheprovider", "-m", "not slow and not adapters"),
            *(("-k", f"not ({package.left_out})") if package.left_out else ()),
        ],
        "pytest_add_cli_args_test_selection": [f"tests/{name}" for name in package.tests],
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in settings.items()]
    text = (CHECKOUT / "pyproject.toml").read_text("utf-8")
    table = "\n".join(["", "[tool.mutmut]", *lines, ""])
    (folder / "pyproject.toml").write_text(text + table, "utf-8")


def statuses(folder: Path) -> Iterator[tuple[str, int | None]]:
    """Yield every mutant with the status of its tests."""
    for path in sorted((folder / "mutants" / "src").rglob("*.meta")):
        found: dict[str, Any] = json.loads(path.read_text("utf-8"))
        yield from found["exit_code_by_key"].items()


def measure(name: str, package: Package) -> bool:
    """Run the mutants of a package; tell whether enough of them were killed."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        lay_out(folder, package)
        # Python remembers for good that a folder of its path is not there when it starts.
        (folder / "mutants" / "src").mkdir(parents=True)
        mutmut = [sys.executable, "-m", "mutmut"]
        # An installed utfproof must not be found before the mutated one.
        environment = {**os.environ, "PYTHONPATH": str(folder / "mutants" / "src")}
        subprocess.run([*mutmut, "run"], cwd=folder, env=environment, check=False)
        found = dict(statuses(folder))
        if all(status is None for status in found.values()):
            print(f"{name}: not measured: its tests fail or reach none of its code, see above")
            return False
        kinds = Counter(
            "killed" if status in KILLED else "survived" if status == SURVIVED else "not reached"
            for status in found.values()
        )
        share = kinds["killed"] / max(1, len(found))
        print(f"{name}: {share:.0%} of {len(found)} mutants killed, {dict(kinds)}")
        survivors = [mutant for mutant, status in found.items() if status not in KILLED]
        subprocess.run([sys.executable, "-c", _SHOW, *survivors], cwd=folder, check=False)
    return share >= GOAL


def main() -> int:
    """Measure the packages that are named, or all; 1 where one is below the goal."""
    names = sys.argv[1:] or list(PACKAGES)
    unknown = [name for name in names if name not in PACKAGES]
    if unknown:
        print(
            f"no package is called {unknown[0]}: choose of {', '.join(PACKAGES)}", file=sys.stderr
        )
        return 2
    enough = [measure(name, PACKAGES[name]) for name in names]
    return 0 if all(enough) else 1


if __name__ == "__main__":
    raise SystemExit(main())
