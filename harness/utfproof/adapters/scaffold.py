"""A new adapter: a template of the kit with a name put in, and the protocol part beside it."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from utfproof import locations
from utfproof.errors import UsageError

_TEMPLATE = "template"
_PROTOCOL = "protocol"
_PLACEHOLDER = "NAME"
_MARK = "YOUR CODEC"
_NAME = re.compile(r"[a-z][a-z0-9_]*(-[a-z0-9_]+)*")


@dataclass(frozen=True, slots=True)
class NewAdapter:
    """The folder that was written, and the program in it where the codec is called."""

    folder: Path
    program: Path


def languages() -> list[str]:
    """List the languages that the kit has a template for."""
    return sorted(path.parent.parent.name for path in _kit().glob(f"*/{_TEMPLATE}/adapter.yaml"))


def write(name: str, language: str, parent: Path) -> NewAdapter:
    """Write a working adapter into the new folder `parent`/`name`.

    The folder stands alone: the protocol part of the kit is copied into it.

    Raises:
        UsageError: the name cannot be used, the language is unknown, or something is there.
    """
    folder = parent / name
    _check_name(name)
    # A link that leads nowhere does not exist, and would still be written through.
    if folder.exists() or folder.is_symlink():
        hint = "choose another name, or remove it: nothing is overwritten"
        raise UsageError("it exists already", place=str(folder), hint=hint)
    if language not in languages():
        hint = f"there are {', '.join(languages())}"
        raise UsageError(f"no template for {language}", hint=hint)
    _copy(_kit() / language, folder, name)
    return NewAdapter(folder, _program(folder))


def _kit() -> Path:
    return locations.adapters() / "kit"


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        hint = (
            "write a lower-case letter, then lower-case letters, digits and _, with single hyphens "
            "between: my-codec"
        )
        raise UsageError(f"{name!r} is no name for an adapter", hint=hint)


def _copy(kit: Path, folder: Path, name: str) -> None:
    """Copy the files of the template with the name put in, and the shared ones as they are."""
    template = kit / _TEMPLATE
    for path in sorted(template.rglob("*")):
        # Python leaves caches beside templates that were tried.
        if path.is_file() and "__pycache__" not in path.parts:
            target = folder / path.relative_to(template)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(path.read_text("utf-8").replace(_PLACEHOLDER, name), "utf-8")
    # Only files: the folder of the template stands among them.
    for path in sorted(kit.iterdir()):
        if path.is_file():
            (folder / _PROTOCOL).mkdir(exist_ok=True)
            shutil.copyfile(path, folder / _PROTOCOL / path.name)


def _program(folder: Path) -> Path:
    """Find the file with the marked place."""
    marked = (
        path.relative_to(folder)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "adapter.yaml" and _MARK in path.read_text("utf-8")
    )
    return next(marked)
