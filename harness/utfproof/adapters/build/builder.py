"""Building an adapter into the cache, keyed by all that goes into it."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import shlex
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from utfproof import digests, locations, storage
from utfproof.adapters import needs
from utfproof.adapters.build import reach, words
from utfproof.adapters.manifest import Manifest, load
from utfproof.adapters.session.process import printable
from utfproof.confinement import choice, limited_run
from utfproof.confinement.access import Access
from utfproof.confinement.command import Command
from utfproof.errors import BuildError, ManifestError

# Known failures, witnesses and twins change no build, so that the key leaves them out.
_NOT_BUILT = frozenset({"expectations.yaml"})
_NOT_BUILT_FOLDERS = frozenset({"witness", "twins"})
DONE = ".utfproof-built"
_BUILD_SECONDS = 1800
_LARGEST_SOURCE = 1 << 30
# Files of the kernel and devices: to read one may never end.
_NO_SOURCES = ("/proc/", "/sys/", "/dev/")
_JUNK = frozenset({"__pycache__", ".git", "node_modules", "target"})


@dataclass(frozen=True, slots=True)
class BuildTools:
    """Additional tools of a build: their name, and the environment by which it finds them."""

    name: str = ""
    environment: Mapping[str, str] = field(default_factory=dict)


_USUAL = BuildTools()


@dataclass(frozen=True, slots=True)
class _Sight:
    """The variables that a build finds, and the part of the machine that it sees."""

    environment: Mapping[str, str]
    access: Access


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
    arguments = words.split(manifest, manifest.run, built)
    environment = _environment(manifest, built)
    seen = reach.of_run(manifest, built) if choice.means() else None
    return Command(arguments, manifest.folder, environment, manifest.memory, seen)


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


def place(manifest: Manifest, tools: BuildTools = _USUAL) -> Path:
    """Return the folder in the cache that is for the build of exactly this content."""
    name = f"{manifest.name}-{key(manifest)[:20]}"
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
        for path in _matches(manifest, pattern)
    ]
    root = (
        Path(os.path.commonpath([manifest.folder, *beside])) if beside else manifest.folder.parent
    )
    copy = scratch / manifest.folder.relative_to(root)
    try:
        shutil.copytree(manifest.folder, copy, ignore=shutil.ignore_patterns(*_JUNK), symlinks=True)
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
    if choice.means() is None:
        return _Sight({**os.environ, **tools.environment, **own}, Access())
    network = reach.may_fetch(manifest, key(manifest), _shipped_key(manifest))
    users = {**reach.build_environment(scratch / "home", network=network), **tools.environment}
    seen = reach.of_build(manifest, built, scratch, users, network=network)
    return _Sight({**users, **own}, seen)


def _shipped_key(manifest: Manifest) -> str | None:
    """Return the digest of the shipped adapter of the same name, if there is one."""
    folder = locations.adapters() / manifest.name
    if not (folder / "adapter.yaml").is_file():
        return None
    return key(load(folder))


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


def key(manifest: Manifest) -> str:
    """Digest all that goes into a build: the folder, `sources`, and the versions of `requires`."""
    total = hashlib.sha256()
    for _, path in inputs(manifest):
        total.update(os.fsencode(path) + b"\0")
        with contextlib.suppress(OSError):
            total.update(_digest(manifest, path))
    for need in manifest.requires:
        total.update(needs.version(need))
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
            for path in _matches(manifest, pattern):
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


def _matches(manifest: Manifest, pattern: str) -> Iterable[Path]:
    """Find the files of a pattern: below the project, below `/`, or below the adapter's folder."""
    inside = pattern.startswith("{project}/")
    root = words.project(manifest) if inside else manifest.folder.joinpath(Path(pattern).anchor)
    relative = pattern.removeprefix("{project}").lstrip("/")
    every = f"{relative}/*" if relative.endswith("**") else relative
    junk = _JUNK.difference(Path(pattern).parts)  # what the pattern itself names counts
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


def _files(folder: Path, pattern: str = "**/*", junk: frozenset[str] = _JUNK) -> list[Path]:
    return [
        path
        for path in sorted(folder.glob(pattern))
        if path.is_file() and not junk.intersection(_below(path, folder).parts)
    ]


def _below(path: Path, folder: Path) -> Path:
    return Path(os.path.relpath(path, folder))
