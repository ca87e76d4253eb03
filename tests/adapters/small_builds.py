"""Adapters that are built in a moment, and count how often."""

from __future__ import annotations

import sys
from pathlib import Path

from utfproof.adapters import manifest
from utfproof.adapters.manifest import Manifest

PYTHON = Path(sys.executable).resolve()
COUNT = """
import sys
with open(sys.argv[1], "a") as file:
    file.write("built ")
"""


def write(folder: Path, *lines: str) -> Manifest:
    text = ["adapter: mine", "about: x", "language: C", *lines, "codecs: {fake: {about: x}}"]
    folder.mkdir(exist_ok=True, parents=True)
    (folder / "adapter.yaml").write_text("\n".join(text), "utf-8")
    return manifest.load(folder)


def counting(checkout: Path, *lines: str, run: str = "true") -> Manifest:
    """Write an adapter whose build adds a word to `log` in the checkout."""
    folder = checkout / "test" / "utfproof"
    (folder / "count.py").write_text(COUNT, "ascii")
    step = f"build: '{PYTHON} count.py {{project}}/log'"
    return write(folder, step, f"run: '{run}'", *lines)


def builds(checkout: Path) -> int:
    log = checkout / "log"
    return len(log.read_text("ascii").split()) if log.exists() else 0
