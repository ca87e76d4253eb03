"""The adapter of tests/fakes/memory/misuses.c, with the kit of C beside it."""

from __future__ import annotations

import shutil
from pathlib import Path

import fake_programs
from utfproof import locations
from utfproof.adapters import manifest
from utfproof.adapters.manifest import Manifest

CODECS = (
    "right",
    "reads-freed",
    "reads-behind-heap",
    "writes-behind-heap",
    "writes-behind-stack",
    "frees-twice",
    "recurses",
    "shifts-too-far",
    "reads-unset",
)
BUILD = """sh -c 'cc -O1 -std=c11 -Wall -Wextra -o "$0" *.c' {cache}/misuses"""


def put(home: Path) -> Manifest:
    folder = home / "misuses"
    folder.mkdir()
    for source in (locations.adapters() / "kit" / "c").glob("*.[ch]"):
        shutil.copy(source, folder)
    shutil.copy(fake_programs.FOLDER / "memory" / "misuses.c", folder)
    lines = [
        "adapter: misuses",
        "about: Codecs that misuse memory.",
        "language: C",
        "requires: [cc]",
        f"build: {BUILD}",
        'run: "{cache}/misuses"',
        "codecs:",
        *(f"  {codec}: {{about: Of a test.}}" for codec in CODECS),
    ]
    (folder / "adapter.yaml").write_text("\n".join([*lines, ""]), "utf-8")
    return manifest.load(folder)
