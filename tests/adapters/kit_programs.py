"""Programs of the tests that are written with the kit of C."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from utfproof import locations

_KIT = locations.adapters() / "kit" / "c"


def compiled(source: Path, folder: Path) -> Path:
    """Compile a program together with the kit into a folder, and return it."""
    if shutil.which("cc") is None:
        pytest.skip("needs cc")
    program = folder / source.stem
    options = ["-O1", "-std=c11", f"-I{_KIT}"]
    kit = sorted(_KIT.glob("*.c"))
    subprocess.run(["cc", *options, source, *kit, "-o", program], check=True)
    return program
