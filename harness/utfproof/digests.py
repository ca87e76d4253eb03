"""Digests of sets of files: `dirHash` of in-toto, which `sha256sum` can repeat by hand."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from utfproof import locations

POWER = "power.json"
_PACKAGE = Path(__file__).resolve().parent
_PARTS = (
    "engine",
    "model",
    "mutants",
    "oracle",
    "proof",
    "reference",
    "simulation",
    "vectors",
)
_ASIDE = ("proof/cost/", "proof/proving/")
"""What `cost` and `prove` measure by themselves: no question and no verdict of a run is theirs."""
_OWN = frozenset({".py", ".html", ".css", ".js", ".md", ".json"})


def of_files(files: Iterable[tuple[str, Path]]) -> str:
    """Digest files by name and content: SHA-256 of their sorted lines `<sha256>  <name>`.

    It is Hash1 of Go's dirhash, in hexadecimal digits.

    Raises:
        OSError: a file cannot be read.
    """
    total = hashlib.sha256()
    for name, path in sorted(files):
        shown = name if name.isprintable() else repr(name)
        total.update(f"{of_file(path)}  {shown}\n".encode("utf-8", "surrogateescape"))
    return total.hexdigest()


def of_file(path: Path) -> str:
    """Digest a file's content.

    Raises:
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def of_text(text: str) -> str:
    """Digest a text in UTF-8."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@cache
def harness() -> str:
    """Digest this program: its modules and templates, as they are on the disk."""
    return of_files(_modules(_PACKAGE))


@cache
def judging() -> str:
    """Digest the part of this program that decides questions and expected answers."""
    found = (module for part in _PARTS for module in _modules(_PACKAGE / part))
    return of_files((name, path) for name, path in found if not name.startswith(_ASIDE))


def vectors() -> str:
    """Digest all files under vectors/ except the record of the measured power."""
    return _of_vectors(locations.vectors())


@cache
def _of_vectors(root: Path) -> str:
    found = (path for path in root.rglob("*") if path.is_file() and path.name != POWER)
    return of_files((path.relative_to(root).as_posix(), path) for path in found)


def edition() -> str:
    """Name this program and these vectors together, in a file's name."""
    return f"{harness()[:16]}-{vectors()[:16]}"


def _modules(folder: Path) -> Iterable[tuple[str, Path]]:
    for path in folder.rglob("*"):
        inside = path.relative_to(_PACKAGE)
        if path.suffix in _OWN and inside.parts[0] != "_data" and path.is_file():
            yield inside.as_posix(), path
