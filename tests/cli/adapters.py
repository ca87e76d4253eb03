"""Tiny adapters in folders of their own, each around one of the programs of tests/fakes."""

from __future__ import annotations

import sys
from pathlib import Path

import fake_programs

PYTHON = f"{sys.executable} -E -B"


def put(
    home: Path,
    program: str,
    *lines: str,
    codecs: tuple[str, ...] = ("table",),
    profile: str = "unicode",
) -> str:
    """Make an adapter's folder and give it as a target; `lines` are further lines of its manifest.

    The adapter is called as its program is.
    """
    folder = home / program
    folder.mkdir()
    text = [
        f"adapter: {program}",
        "about: A codec for a test.",
        "language: Python",
        f"run: {PYTHON} {fake_programs.line(program)}",
        *lines,
        "codecs:",
        *(f"  {codec}: {{about: Read by a table., profile: {profile}}}" for codec in codecs),
    ]
    (folder / "adapter.yaml").write_text("\n".join([*text, ""]), "utf-8")
    return f"./{program}"
