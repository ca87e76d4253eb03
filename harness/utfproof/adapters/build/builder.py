"""Building an adapter into the cache, keyed by all that goes into it."""

from __future__ import annotations

import contextlib
import functools
import os
import shlex
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from utfproof import digests, locations, storage
from utfproof.adapters.build import cross_build, memory_checks, reach, words
from utfproof.adapters.build.build_inputs import JUNK, key, matches
from utfproof.adapters.build.build_tools import BuildTools
from utfproof.adapters.manifest import Manifest, load
from utfproof.adapters.session.process import printable
from utfproof.confinement import choice, limited_run
from utfproof.confinement.access import Access
from utfproof.confinement.command import Command
from utfproof.errors import BuildError, ManifestError

DONE = ".utfproof-built"
_BUILD_SECONDS = 1800


@dataclass(frozen=True, slots=True)
class _Sight:
    """The variables that a build finds, and the part of the machine that it sees."""

    environment: Mapping[str, str]
    access: Access


def command(manifest: Manifest, tools: BuildTools | None = None) -> Command:
    """Build the adapter if need be and return the command that runs it.

    Without `tools` its memory is watched as the user wishes. A build with other tools than the
    usual ones has a place of its own.

    Raises:
        BuildError: the build failed; it carries the output of the build.
        ManifestError: the run command cannot be used.
    """
    if manifest.problem:
        raise ManifestError(manifest.problem)
    if manifest.unbuilt:
        raise manifest.unbuilt
    if tools is None:
        return memory_checks.watched(manifest, _program(manifest, memory_checks.tools(manifest)))
    return _program(manifest, tools)


def _program(manifest: Manifest, tools: BuildTools) -> Command:
    if manifest.run is None:
        return _driver(manifest)
    built = _built(manifest, tools)
    arguments = words.split(manifest, manifest.run, built)
    if manifest.cpu:
        arguments = cross_build.emulated(manifest, arguments, built)
    environment = _environment(manifest, built)
    seen = reach.of_run(manifest, built) if choice.means() else None
    return Command(arguments, manifest.folder, environment, manifest.memory, seen)


def _driver(manifest: Manifest) -> Command:
    # Compiled modules of nobody knows whom: a process that verifies or signs does without them.
    prefix = sys.pycache_prefix
    arguments = [
        sys.executable,
        *(("-X", f"pycache_prefix={prefix}") if prefix else ()),
        "-m",
        "utfproof.adapters.python.function_driver",
        str(manifest.folder),
    ]
    environment = _environment(manifest, manifest.folder) | {
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)
    }
    seen = reach.of_run(manifest, manifest.folder) if choice.means() else None
    return Command(arguments, manifest.folder, environment, manifest.memory, seen)


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
    return {key: words.filled(manifest, text, built) for key, text in manifest.environment.items()}


def place(manifest: Manifest, tools: BuildTools | None = None) -> Path:
    """Return the folder in the cache that is for the build of exactly this content."""
    tools = tools or memory_checks.tools(manifest)
    name = "-".join(filter(None, (manifest.name, manifest.cpu, key(manifest)[:20])))
    return locations.cache() / "adapters" / (f"{name}-{tools.name}" if tools.name else name)


def finished(built: Path) -> bool:
    """Tell whether a folder holds a build that came to its end, and is as it was then.

    The files are read once for each process: a confined program cannot write there.
    """
    try:
        mark = (built / DONE).stat()
        # The mark's inode and time are the key of the remembered answer: a new build is read anew.
        return _is_whole(built, mark.st_ino, mark.st_mtime_ns)
    except OSError:
        return False


@functools.lru_cache(maxsize=1024)
def _is_whole(built: Path, *_mark: int) -> bool:
    return (built / DONE).read_bytes() == product(built).encode("ascii")


def product(built: Path) -> str:
    """Digest the files of a build, whatever their names; links count by their targets.

    Raises:
        OSError: one cannot be read.
    """
    return digests.of_files(_product(built))


def _product(built: Path) -> Iterator[tuple[str, Path]]:
    for folder, _, names in os.walk(built):
        for name in names:
            path = Path(folder, name)
            if name != DONE and path.is_file():
                yield path.relative_to(built).as_posix(), path


def _built(manifest: Manifest, tools: BuildTools) -> Path:
    built = place(manifest, tools)
    if finished(built):
        return built
    with _locked(built.parent / f"{built.name}.lock"):
        # Another process may have built it while this one waited for the lock.
        if not finished(built):
            _build(manifest, built, tools)
    return built


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold a file lock, so that two runs never build in one folder at a time."""
    try:
        storage.make_private(path.parent)
        with storage.locked(path):
            yield
    except OSError as error:
        hint = "set UTFPROOF_CACHE to a folder that you alone can write to"
        raise BuildError(str(error.strerror or error), place=str(path), hint=hint) from None


def _build(manifest: Manifest, built: Path, tools: BuildTools) -> None:
    """Run the build in a copy of the adapter's folder; only a finished build is marked."""
    shutil.rmtree(built, ignore_errors=True)
    built.mkdir(parents=True)
    with tempfile.TemporaryDirectory(dir=built.parent, prefix=f".{manifest.name}-") as scratch:
        copy = _copied(manifest, Path(scratch))
        sees = _sight(manifest, built, tools, Path(scratch))
        for step in manifest.build:
            _step(manifest, step, copy, built, sees)
    storage.put(built / DONE, product(built))


def _copied(manifest: Manifest, scratch: Path) -> Path:
    """Copy the adapter's folder, with its `sources` that begin `../` where it finds them."""
    beside = [
        path.resolve()
        for pattern in manifest.sources
        if pattern.startswith("../")
        for path in matches(manifest, pattern)
    ]
    root = (
        Path(os.path.commonpath([manifest.folder, *beside])) if beside else manifest.folder.parent
    )
    copy = scratch / manifest.folder.relative_to(root)
    try:
        shutil.copytree(manifest.folder, copy, ignore=shutil.ignore_patterns(*JUNK), symlinks=True)
    except shutil.Error as error:
        reason = str(error.args[0][0][2])
        problem = f"the folder cannot be copied for its build: {reason}"
        hint = "take out what is no file"
        raise BuildError(problem, place=manifest.place, hint=hint) from None
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


def _sight(manifest: Manifest, built: Path, tools: BuildTools, scratch: Path) -> _Sight:
    """Return the environment and the access of a build: the user's own where none is confined."""
    own = {"LC_ALL": "C.UTF-8", **own_environment(manifest, built)}
    compilers = cross_build.environment(manifest.cpu) if manifest.cpu else {}
    named = {**tools.environment, **compilers}
    if choice.means() is None:
        return _Sight({**os.environ, **named, **own}, Access())
    network = reach.may_fetch(manifest, key(manifest), _shipped_key(manifest))
    users = {**reach.build_environment(scratch / "home", network=network), **named}
    seen = reach.of_build(manifest, built, scratch, users, network=network)
    return _Sight({**users, **own}, seen)


def _shipped_key(manifest: Manifest) -> str | None:
    """Return the digest of the shipped adapter of the same name, if there is one."""
    folder = locations.adapters() / manifest.name
    if not (folder / "adapter.yaml").is_file():
        return None
    return key(load(folder, manifest.cpu))


def _step(manifest: Manifest, step: str, copy: Path, built: Path, sees: _Sight) -> None:
    arguments = words.split(manifest, step, built)
    try:
        command = Command(arguments, copy, sees.environment, 0, sees.access)
        done = limited_run.run(command, _BUILD_SECONDS, joined=True)
        output, ended = done.output, done.ended
    except OSError as error:
        output, ended = b"", str(error.strerror)
    if ended:
        text = printable(output.decode("utf-8", "backslashreplace"))
        problem = f"the build failed ({ended}): {shlex.join(arguments)}"
        hint = "see its output below" if text.strip() else "it printed nothing"
        if choice.means() and not sees.access.network:
            hint += "; it had no network: --build-network gives it one"
        raise BuildError(problem, place=manifest.place, hint=hint, output=text)
