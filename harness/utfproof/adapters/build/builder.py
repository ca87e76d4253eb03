"""Building an adapter into the cache, keyed by all that goes into it."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shlex
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from utfproof import locations, storage
from utfproof.adapters import needs
from utfproof.adapters.manifest import Manifest
from utfproof.adapters.session.process import Command
from utfproof.errors import BuildError, ManifestError

_NOT_BUILT = frozenset({"expectations.yaml"})
_NOT_BUILT_FOLDERS = frozenset({"witness", "twins"})
DONE = ".utfproof-built"
_BUILD_SECONDS = 1800
_JUNK = frozenset({"__pycache__", ".git", "node_modules", "target"})


@dataclass(frozen=True, slots=True)
class BuildTools:
    """Additional tools of a build: their name, and the environment by which it finds them."""

    name: str = ""
    environment: Mapping[str, str] = field(default_factory=dict)


_USUAL = BuildTools()


def command(manifest: Manifest, tools: BuildTools = _USUAL) -> Command:
    """Build the adapter if need be and return the command that runs it.

    A build with other `tools` has a place of its own.

    Raises:
        BuildError: the build failed; it carries the output of the build.
        ManifestError: the run command cannot be used.
    """
    if manifest.problem:
        raise ManifestError(manifest.problem)
    if manifest.unbuilt:
        raise manifest.unbuilt
    if manifest.run is None:
        return _driver(manifest)
    built = _built(manifest, tools)
    arguments = _split(manifest, manifest.run, built)
    return Command(arguments, manifest.folder, _environment(manifest, built), manifest.memory)


def _driver(manifest: Manifest) -> Command:
    arguments = [
        sys.executable,
        "-m",
        "utfproof.adapters.python.function_driver",
        str(manifest.folder),
    ]
    environment = _environment(manifest, manifest.folder) | {
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)
    }
    return Command(arguments, manifest.folder, environment, manifest.memory)


def _split(manifest: Manifest, text: str, built: Path) -> list[str]:
    """Split as a shell splits words, then put the placeholders in; no shell ever sees it."""
    return [_filled(manifest, word, built) for word in _words(manifest, text)]


def _words(manifest: Manifest, text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        hint = "close the quotation mark"
        raise ManifestError(f"{text}: {error}", place=manifest.place, hint=hint) from None


def _filled(manifest: Manifest, text: str, built: Path) -> str:
    text = text.replace("{cache}", str(built))
    return text.replace("{project}", str(project(manifest))) if "{project}" in text else text


def project(manifest: Manifest) -> Path:
    """Return the checkout that the adapter lies in: its git top level, else its own folder."""
    for folder in (manifest.folder, *manifest.folder.parents):
        if (folder / ".git").exists():
            return folder
    return manifest.folder


def _environment(manifest: Manifest, built: Path) -> dict[str, str]:
    """Return the minimal, fixed environment of a run, with the manifest's own words put in."""
    fixed = {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": os.environ.get("HOME", "/"),
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return fixed | own_environment(manifest, built)


def own_environment(manifest: Manifest, built: Path) -> dict[str, str]:
    """Return the variables that the manifest sets, with the places of its build put in."""
    return {key: _filled(manifest, text, built) for key, text in manifest.environment.items()}


def place(manifest: Manifest, tools: BuildTools = _USUAL) -> Path:
    """Return the folder in the cache that is for the build of exactly this content."""
    name = f"{manifest.name}-{key(manifest)[:20]}"
    return locations.cache() / "adapters" / (f"{name}-{tools.name}" if tools.name else name)


def finished(built: Path) -> bool:
    """Tell whether a folder holds a build that came to its end."""
    return (built / DONE).exists()


def _built(manifest: Manifest, tools: BuildTools) -> Path:
    built = place(manifest, tools)
    if finished(built):
        return built
    with _locked(built.parent / f"{built.name}.lock"):
        if not finished(built):
            _build(manifest, built, tools)
    return built


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold a file lock, so that two runs never build in one folder at a time."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with storage.locked(path):
            yield
    except OSError as error:
        hint = "set UTFPROOF_CACHE to a folder that can be written"
        raise BuildError(str(error.strerror or error), place=str(path), hint=hint) from None


def _build(manifest: Manifest, built: Path, tools: BuildTools) -> None:
    """Run the build in a copy of the adapter's folder; only a finished build is marked."""
    shutil.rmtree(built, ignore_errors=True)
    built.mkdir(parents=True)
    with tempfile.TemporaryDirectory(dir=built.parent, prefix=f".{manifest.name}-") as scratch:
        copy = _copied(manifest, Path(scratch))
        for step in manifest.build:
            _step(manifest, step, copy, built, tools)
    (built / DONE).touch()


def _copied(manifest: Manifest, scratch: Path) -> Path:
    """Copy the adapter's folder, with its `sources` that begin `../` where it finds them."""
    beside = [
        path.resolve()
        for pattern in manifest.sources
        if pattern.startswith("../")
        for path in _matches(manifest, pattern)
    ]
    root = (
        Path(os.path.commonpath([manifest.folder, *beside])) if beside else manifest.folder.parent
    )
    copy = scratch / manifest.folder.relative_to(root)
    shutil.copytree(manifest.folder, copy, ignore=shutil.ignore_patterns(*_JUNK), symlinks=True)
    for path in beside:
        target = scratch / path.relative_to(root)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, target)
    _make_writable(scratch)
    return copy


def _make_writable(copy: Path) -> None:
    """Return the copy of a read-only folder, such as an installed wheel's, back to its owner."""
    for path in copy.rglob("*"):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | stat.S_IWUSR)


def _step(manifest: Manifest, step: str, copy: Path, built: Path, tools: BuildTools) -> None:
    own = own_environment(manifest, built)
    arguments = _split(manifest, step, built)
    try:
        done = subprocess.run(
            arguments,
            cwd=copy,
            env={**os.environ, **tools.environment, "LC_ALL": "C.UTF-8", **own},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_BUILD_SECONDS,
            check=False,
        )
        output, code = done.stdout, f"exit status {done.returncode}" if done.returncode else ""
    except OSError as error:
        output, code = b"", str(error.strerror)
    except subprocess.TimeoutExpired as error:
        output, code = error.stdout or b"", f"not done after {_BUILD_SECONDS} s"
    if code:
        text = output.decode("utf-8", "backslashreplace")
        problem = f"the build failed ({code}): {shlex.join(arguments)}"
        hint = "see its output below" if text.strip() else "it printed nothing"
        raise BuildError(problem, place=manifest.place, hint=hint, output=text)


def key(manifest: Manifest) -> str:
    """Digest all that goes into a build: the folder, `sources`, and the versions of `requires`."""
    total = hashlib.sha256()
    for _, path in inputs(manifest):
        total.update(f"{path}\0".encode())
        with contextlib.suppress(OSError):
            total.update(hashlib.sha256(path.read_bytes()).digest())
    for need in manifest.requires:
        total.update(needs.version(need))
    return total.hexdigest()


def inputs(manifest: Manifest, *, absolute: bool = True) -> Iterable[tuple[str, Path]]:
    """Yield the files that go into a build, each by a name that is the same on every machine.

    Without `absolute` those are left out that the adapter names by absolute paths.

    Raises:
        ManifestError: a pattern of `sources` matches no file.
    """
    for path in _files(manifest.folder):
        inside = path.relative_to(manifest.folder)
        if path.name not in _NOT_BUILT and inside.parts[0] not in _NOT_BUILT_FOLDERS:
            yield inside.as_posix(), path
    if manifest.run and not manifest.build:
        for path in _finished_program(manifest, absolute=absolute):
            yield path.name, path
    for pattern in manifest.sources:
        if absolute or not pattern.startswith("/"):
            for path in _matches(manifest, pattern):
                yield _name(manifest, pattern, path), path


def _name(manifest: Manifest, pattern: str, path: Path) -> str:
    """Name a file as its pattern does: from the project, from `/`, or from the adapter's folder."""
    if pattern.startswith("{project}/"):
        return f"{{project}}/{_below(path, project(manifest)).as_posix()}"
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
    for word in _words(manifest, manifest.run or ""):
        if "{cache}" not in word and (absolute or not word.startswith("/")):
            path = manifest.folder / _filled(manifest, word, manifest.folder)
            if path.is_file():
                yield path


def _matches(manifest: Manifest, pattern: str) -> Iterable[Path]:
    """Find the files of a pattern: below the project, below `/`, or below the adapter's folder."""
    inside = pattern.startswith("{project}/")
    root = project(manifest) if inside else manifest.folder.joinpath(Path(pattern).anchor)
    relative = pattern.removeprefix("{project}").lstrip("/")
    every = f"{relative}/*" if relative.endswith("**") else relative
    junk = _JUNK.difference(Path(pattern).parts)  # what the pattern itself names counts
    try:
        found = _files(root, every, junk)
    except ValueError:
        found = []
    if not found:
        hint = "a source that does not exist would hide a change: correct the pattern"
        raise ManifestError(f"sources: {pattern} matches no file", place=manifest.place, hint=hint)
    return found


def _files(folder: Path, pattern: str = "**/*", junk: frozenset[str] = _JUNK) -> list[Path]:
    return [
        path
        for path in sorted(folder.glob(pattern))
        if path.is_file() and not junk.intersection(_below(path, folder).parts)
    ]


def _below(path: Path, folder: Path) -> Path:
    return Path(os.path.relpath(path, folder))
