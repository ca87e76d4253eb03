"""Which adapters there are, and which of their codecs a run is about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from importlib.metadata import EntryPoint, entry_points
from itertools import chain
from pathlib import Path

from utfproof import locations
from utfproof.adapters import manifest
from utfproof.adapters.manifest import Codec, Manifest
from utfproof.errors import ManifestError, UsageError

_GROUP = "utfproof.adapters"
_PARTS = re.compile(r"[-._+]")


@dataclass(frozen=True, slots=True)
class SelectedAdapter:
    """An adapter with those of its codecs that a run is about."""

    manifest: Manifest
    codecs: tuple[Codec, ...]

    @property
    def by_id(self) -> dict[str, Codec]:
        """Return the codecs by their full names (`rust/std`), in order."""
        return {self.manifest.id_of(codec): codec for codec in self.codecs}


def shipped() -> list[Path]:
    """List the folders of the adapters that come with utfproof or with installed packages."""
    folders = sorted(path.parent for path in locations.adapters().glob("*/adapter.yaml"))
    named = (_named(entry) for entry in entry_points(group=_GROUP))
    # Groups whose entry point fails are told elsewhere, as a broken adapter.
    return [*folders, *chain.from_iterable(found for found in named if isinstance(found, list))]


def _named(entry: EntryPoint) -> list[Path] | str:
    """List the folders that an installed package names, or say why it does not."""
    try:
        module = entry.load()
        return [Path(folder) for folder in (module() if callable(module) else module)]
    except Exception as error:  # noqa: BLE001  (a package may do anything)
        return f"the entry point {entry.value} of {_GROUP} fails: {type(error).__name__}: {error}"


def _known(cpu: str) -> Iterator[Manifest]:
    """Read the manifests that are there; one that cannot be used does not stop the others."""
    for folder in shipped():
        try:
            yield manifest.load(folder, cpu)
        # Whoever asks for all adapters should hear of a broken one, and still get the others.
        except ManifestError as error:
            yield replace(manifest.broken(folder, str(error)), cpu=cpu)
    for entry in entry_points(group=_GROUP):
        if isinstance(problem := _named(entry), str):
            yield replace(manifest.broken(Path(entry.name), problem), cpu=cpu)


def select(
    targets: Sequence[str], codecs: Sequence[str] = (), cpu: str = ""
) -> list[SelectedAdapter]:
    """Return the adapters that targets name: `rust`, codecs (`rust/std`, `*/Text*`), folders.

    A folder may be followed by a codec (`./mine/utf8`), or named by its adapter.yaml. No target
    means all. `codecs` narrows further, by patterns for a codec's name with or without its adapter.
    `cpu` is an emulated processor that they are to be built for.

    Raises:
        UsageError: a target or pattern that names nothing.
        ManifestError: an adapter.yaml that cannot be used is named.
    """
    targets = [_without_file(target) for target in targets]
    # Folders are read by themselves: the shipped adapters need no look then.
    known = [] if targets and all(map(_is_folder, targets)) else list(_known(cpu))
    found = (
        [SelectedAdapter(item, tuple(item.codecs.values())) for item in known]
        if not targets
        else []
    )
    for target in targets:
        found += _target(target, known, cpu, is_alone=len(targets) == 1)
    return _narrow(_merged(found), codecs)


def _target(
    target: str, known: Sequence[Manifest], cpu: str, *, is_alone: bool
) -> list[SelectedAdapter]:
    if _is_folder(target):
        item = _loaded(Path(target), cpu, is_alone=is_alone)
        return [SelectedAdapter(item, tuple(item.codecs.values()))]
    adapter, slash, codec = target.partition("/")
    # Codecs of several adapters may be meant: `*/Text*`.
    pattern = codec if slash else "*"
    chosen = [
        SelectedAdapter(item, matching(item, pattern))
        for item in known
        if fnmatchcase(item.name, adapter)
    ]
    chosen = [item for item in chosen if item.codecs]
    for item in known:
        # Named outright, a broken manifest is an error, and not one codec of many that is broken.
        if item.problem and item.name == adapter:
            raise ManifestError(item.problem)
    # `./mine/utf8` is a folder with a codec behind it, if the part in front is one.
    folder, _, pattern = target.rpartition("/")
    if not chosen and (Path(folder) / "adapter.yaml").is_file():
        chosen = [_of_folder(manifest.load(Path(folder), cpu), pattern)]
    if not chosen:
        raise _unknown(target, known)
    return chosen


def _loaded(folder: Path, cpu: str, *, is_alone: bool) -> Manifest:
    """Read the manifest of a folder; beside others a broken one is a codec that is broken."""
    try:
        return manifest.load(folder, cpu)
    except ManifestError as error:
        if is_alone:
            raise
        return replace(manifest.broken(folder, str(error)), cpu=cpu)


def _of_folder(item: Manifest, pattern: str) -> SelectedAdapter:
    codecs = matching(item, pattern)
    if not codecs:
        hint = f"adapter.yaml has {', '.join(item.codecs)}"
        raise UsageError(f"{item.folder} has no codec {pattern}", hint=hint)
    return SelectedAdapter(item, codecs)


def _unknown(target: str, known: Sequence[Manifest]) -> UsageError:
    """Say that a target names nothing, or which of several codecs it may mean."""
    adapter, _, pattern = target.partition("/")
    near = [item for item in known if fnmatchcase(item.name, adapter)]
    alike = [item.id_of(codec) for item in near for codec in _with_part(item, pattern)]
    if alike:
        return UsageError(f"{target} may be any of {', '.join(alike)}", hint="name one of them")
    names = ", ".join(item.name for item in known)
    hint = f"adapters here: {names}; `utfproof codecs` lists their codecs"
    return UsageError(f"no adapter, codec or folder is called {target}", hint=hint)


def _without_file(target: str) -> str:
    path = Path(target)
    return str(path.parent) if path.name == "adapter.yaml" and path.is_file() else target


def _is_folder(target: str) -> bool:
    # A name that looks like a path is never taken for that of a shipped adapter.
    path = Path(target)
    explicit = target.startswith((".", "/", "~")) or target.endswith("/")
    return (path / "adapter.yaml").is_file() or (explicit and path.is_dir())


def matching(item: Manifest, pattern: str) -> tuple[Codec, ...]:
    """Return the codecs whose name fits a pattern, else the plainest that has it as a part.

    `utf8` finds `unicode-utf8` where nothing is called `utf8`; `unicode-utf8-string` is a variant
    of that, and does not make it ambiguous.
    """
    exact = tuple(codec for codec in item.codecs.values() if fnmatchcase(codec.name, pattern))
    if exact:
        return exact
    part = _with_part(item, pattern)
    plainest = min(part, key=lambda codec: len(codec.name), default=None)
    if plainest and all(_is_variant(codec.name, plainest.name) for codec in part):
        return (plainest,)
    return ()


def _with_part(item: Manifest, pattern: str) -> tuple[Codec, ...]:
    """Return the codecs that have a word as a part of their name."""
    return tuple(codec for codec in item.codecs.values() if pattern in _PARTS.split(codec.name))


def _is_variant(name: str, plain: str) -> bool:
    """Tell whether a name is another one, or that with parts behind it."""
    return name == plain or (name.startswith(plain) and bool(_PARTS.match(name, len(plain))))


def _merged(found: Iterable[SelectedAdapter]) -> list[SelectedAdapter]:
    """Join the choices of one adapter, so that it runs once."""
    by_folder: dict[Path, SelectedAdapter] = {}
    # Two targets may name the same adapter: it is built and started once.
    for item in found:
        before = by_folder.get(item.manifest.folder)
        codecs = (*before.codecs, *item.codecs) if before else item.codecs
        unique = tuple({codec.name: codec for codec in codecs}.values())
        by_folder[item.manifest.folder] = SelectedAdapter(item.manifest, unique)
    return list(by_folder.values())


def _narrow(found: list[SelectedAdapter], patterns: Sequence[str]) -> list[SelectedAdapter]:
    if not patterns:
        return found
    narrowed = [
        SelectedAdapter(
            item.manifest, tuple(codec for codec in item.codecs if _fits(item, codec, patterns))
        )
        for item in found
    ]
    narrowed = [item for item in narrowed if item.codecs]
    if not narrowed:
        hint = "`utfproof codecs` lists them"
        raise UsageError(f"no codec fits {', '.join(patterns)}", hint=hint)
    return narrowed


def _fits(item: SelectedAdapter, codec: Codec, patterns: Sequence[str]) -> bool:
    full = item.manifest.id_of(codec)
    return any(fnmatchcase(codec.name, text) or fnmatchcase(full, text) for text in patterns)
