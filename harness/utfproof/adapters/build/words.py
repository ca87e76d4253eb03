"""The words of a manifest's commands: split as a shell splits them, with the places put in."""

from __future__ import annotations

import shlex
from pathlib import Path

from utfproof.adapters.manifest import Manifest
from utfproof.errors import ManifestError


def split(manifest: Manifest, text: str, built: Path) -> list[str]:
    """Split a command, then put the placeholders in; no shell ever sees it.

    Raises:
        ManifestError: a quotation mark is not closed, or there is no word.
    """
    found = [filled(manifest, word, built) for word in plain(manifest, text)]
    if not found:
        hint = "name a program, or leave it out"
        raise ManifestError("a command without a word", place=manifest.place, hint=hint)
    return found


def plain(manifest: Manifest, text: str) -> list[str]:
    """Split a command into words, its placeholders as they stand.

    Raises:
        ManifestError: a quotation mark is not closed.
    """
    try:
        return shlex.split(text)
    except ValueError as error:
        hint = "close the quotation mark"
        raise ManifestError(f"{text}: {error}", place=manifest.place, hint=hint) from None


def filled(manifest: Manifest, text: str, built: Path) -> str:
    """Put the places in: `{cache}` for the folder `built`, `{project}` for the checkout."""
    text = text.replace("{cache}", str(built))
    return text.replace("{project}", str(project(manifest))) if "{project}" in text else text


def project(manifest: Manifest) -> Path:
    """Return the checkout that the adapter lies in: its git top level, else its own folder."""
    for folder in (manifest.folder, *manifest.folder.parents):
        if (folder / ".git").exists():
            return folder
    return manifest.folder
