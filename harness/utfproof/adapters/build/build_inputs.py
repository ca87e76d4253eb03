"""The files that a build follows from, and the key that names its result."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

from utfproof.adapters import needs
from utfproof.adapters.build import words
from utfproof.adapters.manifest import Manifest
from utfproof.errors import ManifestError

# Known failures, witnesses and twins change no build, so that the key leaves them out.
_NOT_BUILT = frozenset({"expectations.yaml"})
_NOT_BUILT_FOLDERS = frozenset({"witness", "twins"})
_LARGEST_SOURCE = 1 << 30
# Files of the kernel and devices: to read one may never end.
_NO_SOURCES = ("/proc/", "/sys/", "/dev/")
JUNK = frozenset({"__pycache__", ".git", "node_modules", "target"})


def key(manifest: Manifest) -> str:
    """Digest all that goes into a build: the folder, `sources`, and the versions of `requires`."""
    total = hashlib.sha256()
    for _, path in inputs(manifest):
        total.update(os.fsencode(path) + b"\0")
        with contextlib.suppress(OSError):
            total.update(_digest(manifest, path))
    total.update(manifest.cpu.encode("ascii"))
    for version in needs.versions(manifest):
        total.update(version)
    return total.hexdigest()


def _digest(manifest: Manifest, path: Path) -> bytes:
    """Digest a file, piece by piece: one that is sparse may have more octets than any memory."""
    if path.stat().st_size > _LARGEST_SOURCE:
        hint = "name in `sources` what the adapter needs, and no more"
        problem = f"{path.name}: a file of more than {_LARGEST_SOURCE >> 30} GiB is no source"
        raise ManifestError(problem, place=manifest.place, hint=hint)
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()


def inputs(manifest: Manifest, *, absolute: bool = True) -> Iterable[tuple[str, Path]]:
    """Yield the files that go into a build, each by a name that is the same on every machine.

    Without `absolute` those are left out that the adapter names by absolute paths.

    Raises:
        ManifestError: a pattern of `sources` matches no file.
    """
    for path in _own_files(manifest):
        inside = path.relative_to(manifest.folder)
        if path.name not in _NOT_BUILT and inside.parts[0] not in _NOT_BUILT_FOLDERS:
            yield inside.as_posix(), path
    if manifest.run and not manifest.build:
        for path in _finished_program(manifest, absolute=absolute):
            yield path.name, path
    for pattern in manifest.sources:
        if absolute or not pattern.startswith("/"):
            for path in matches(manifest, pattern):
                yield _name(manifest, pattern, path), path


def _name(manifest: Manifest, pattern: str, path: Path) -> str:
    """Name a file as its pattern does: from the project, from `/`, or from the adapter's folder."""
    if pattern.startswith("{project}/"):
        return f"{{project}}/{_below(path, words.project(manifest)).as_posix()}"
    if pattern.startswith("/"):
        return path.as_posix()
    return _below(path, manifest.folder).as_posix()


def uses_project(manifest: Manifest) -> bool:
    """Tell whether an adapter names files of the checkout that it lies in."""
    named = (*manifest.build, manifest.run or "", *manifest.sources, *manifest.environment.values())
    return any("{project}" in text for text in named)


def belongings(manifest: Manifest) -> list[Path]:
    """List the files that an adapter is made of, but for those that it names by absolute paths.

    Raises:
        ManifestError: `sources` that match no file.
    """
    return [Path(os.path.normpath(path)) for _, path in inputs(manifest, absolute=False)]


def _finished_program(manifest: Manifest, *, absolute: bool) -> Iterable[Path]:
    """Yield the program of an adapter without a build: its content counts in the key."""
    for word in words.plain(manifest, manifest.run or ""):
        if "{cache}" not in word and (absolute or not word.startswith("/")):
            path = manifest.folder / words.filled(manifest, word, manifest.folder)
            if path.is_file():
                yield path


def matches(manifest: Manifest, pattern: str) -> Iterable[Path]:
    """Find the files of a pattern: below the project, below `/`, or below the adapter's folder."""
    inside = pattern.startswith("{project}/")
    root = words.project(manifest) if inside else manifest.folder.joinpath(Path(pattern).anchor)
    relative = pattern.removeprefix("{project}").lstrip("/")
    every = f"{relative}/*" if relative.endswith("**") else relative
    junk = JUNK.difference(Path(pattern).parts)  # what the pattern itself names counts
    if pattern.startswith(_NO_SOURCES) or Path(pattern).parts[:2] == ("/", "**"):
        hint = "name the files that the adapter is built from"
        problem = f"sources: {pattern} names what is no source"
        raise ManifestError(problem, place=manifest.place, hint=hint)
    try:
        found = _files(root, every, junk)
    except (ValueError, IndexError, OSError, RecursionError):
        found = []
    if not found:
        hint = "a source that does not exist would hide a change: correct the pattern"
        raise ManifestError(f"sources: {pattern} matches no file", place=manifest.place, hint=hint)
    return found


def _own_files(manifest: Manifest) -> list[Path]:
    """List the files of an adapter's folder.

    Raises:
        ManifestError: one has a name that no report could state, or lies too deep.
    """
    hint = "take it out of the adapter's folder"
    try:
        found = _files(manifest.folder)
    except RecursionError:
        problem = "folders are nested too deeply"
        raise ManifestError(problem, place=manifest.place, hint=hint) from None
    for path in found:
        try:
            str(path).encode("utf-8")
        except UnicodeEncodeError:
            problem = f"the file name {os.fsencode(path.name)!r} is not UTF-8"
            raise ManifestError(problem, place=manifest.place, hint=hint) from None
    return found


def _files(folder: Path, pattern: str = "**/*", junk: frozenset[str] = JUNK) -> list[Path]:
    return [
        path
        for path in sorted(folder.glob(pattern))
        if path.is_file() and not junk.intersection(_below(path, folder).parts)
    ]


def _below(path: Path, folder: Path) -> Path:
    return Path(os.path.relpath(path, folder))
