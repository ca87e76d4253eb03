"""An adapter as an archive: its files in their relative places, known by their digest.

The archive holds everything that the build may read: the folder and its `sources`. Files named by
absolute paths are not sent: they must be present where the adapter is used, as its `requires` must.
"""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import tarfile
import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

from utfproof import locations
from utfproof.adapters import manifest, registry
from utfproof.adapters.build import build_inputs, reach, words
from utfproof.adapters.manifest import Manifest
from utfproof.confinement import choice
from utfproof.errors import ArchiveError, ManifestError

_PROGRAM, _FILE = 0o755, 0o644


@dataclass(frozen=True, slots=True)
class ArchiveLabel:
    """The label of an archive: an adapter by its name, and the SHA-256 of its archive.

    `folder` is the adapter's below the archive's root, `project` that of `{project}` ("" where it
    is not used), and `origin` the root that it was packed from.
    """

    name: str
    digest: str
    folder: str
    project: str
    origin: str


@dataclass(frozen=True, slots=True)
class AdapterArchive:
    """A label and the archive, compressed."""

    label: ArchiveLabel
    data: bytes


def pack(adapter: Manifest) -> AdapterArchive:
    """Pack an adapter; the same files give the same octets, wherever they lie.

    Raises:
        ManifestError: `sources` that match no file, or name what is not the adapter's; a link that
            leads out of its files.
        OSError: a file that cannot be read.
    """
    if choice.means():
        # Where it is built they would be refused: elsewhere the adapter could read its own archive.
        for _ in reach.named(adapter):
            pass
    project = words.project(adapter) if build_inputs.uses_project(adapter) else None
    files = build_inputs.belongings(adapter)
    inside = [adapter.folder.parent, *files, *([project] if project else [])]
    root = Path(os.path.commonpath(inside))
    for path in files:
        if not path.resolve().is_relative_to(root.resolve()):
            hint = "put the file itself in its place"
            problem = f"{path.name}: a link that leads out of the adapter's files is not sent"
            raise ManifestError(problem, place=adapter.place, hint=hint)
    archive = _archive(root, files)
    label = ArchiveLabel(
        name=adapter.name,
        # Of what is compressed: two versions of zlib may compress it to different octets.
        digest=hashlib.sha256(archive).hexdigest(),
        folder=adapter.folder.relative_to(root).as_posix(),
        project=project.relative_to(root).as_posix() if project else "",
        origin=str(root),
    )
    return AdapterArchive(label, zlib.compress(archive))


def _archive(root: Path, files: list[Path]) -> bytes:
    """Put files into an archive by name, without times and owners."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in sorted(set(files)):
            data = path.read_bytes()
            entry = tarfile.TarInfo(path.relative_to(root).as_posix())
            entry.size = len(data)
            # The masks of two machines differ, and the digest must not.
            entry.mode = _PROGRAM if os.access(path, os.X_OK) else _FILE
            archive.addfile(entry, io.BytesIO(data))
    return packed.getvalue()


def own(label: ArchiveLabel) -> Manifest | None:
    """Find the adapter among those that came with this utfproof, if it is the very same."""
    found = _shipped().get(label.name)
    return found if found and pack(found).label.digest == label.digest else None


@cache
def _shipped() -> dict[str, Manifest]:
    return {found.name: found for found in map(manifest.load, registry.shipped())}


def unpack(label: ArchiveLabel, data: bytes) -> tuple[Manifest, Path]:
    """Unpack an archive into the cache, once; return its adapter, and the root of its files.

    Raises:
        ArchiveError: its content contradicts its label, or it cannot be unpacked.
        ManifestError: an adapter.yaml that cannot be used.
    """
    root = locations.cache() / "archives" / label.digest
    try:
        archive = zlib.decompress(data)
        if hashlib.sha256(archive).hexdigest() != label.digest:
            hint = "it was changed on its way: run again"
            raise ArchiveError("the archive has another digest", place=label.name, hint=hint)
        if not root.is_dir():
            _unpack(label, archive, root)
        _check(archive, root)
    except (OSError, zlib.error, tarfile.TarError) as error:
        hint = "set UTFPROOF_CACHE to another folder, one that can be written"
        raise ArchiveError(str(error), place=str(root), hint=hint) from None
    return manifest.load(root / label.folder), root


def _unpack(label: ArchiveLabel, archive: bytes, root: Path) -> None:
    """Unpack beside the place where it belongs; it is there whole or not at all."""
    root.parent.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(dir=root.parent, prefix=".unpacked-"))
    try:
        for name, mode, content in _entries(archive):
            target = scratch / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            target.chmod(mode)
        if label.project:
            (scratch / label.project / ".git").mkdir()  # by this a project is known
        scratch.chmod(_PROGRAM)
        scratch.rename(root)
    except OSError:
        if not root.is_dir():  # else another process was faster
            raise
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _check(archive: bytes, root: Path) -> None:
    """Check that unpacked files are as they were sent; a codec may have put files beside them."""
    for name, _, content in _entries(archive):
        if (root / name).read_bytes() != content:
            hint = "remove the folder of this archive: somebody changed it"
            raise ArchiveError("not as it was sent", place=str(root / name), hint=hint)


def _entries(archive: bytes) -> Iterator[tuple[PurePosixPath, int, bytes]]:
    """Yield the files with their modes; nothing that lies elsewhere is taken."""
    with tarfile.open(fileobj=io.BytesIO(archive)) as entries:
        for entry in entries:
            name = PurePosixPath(entry.name)
            content = entries.extractfile(entry) if entry.isfile() else None
            if content is None or name.is_absolute() or ".." in name.parts:
                raise tarfile.TarError(f"{entry.name} is no file below the archive's root")
            yield name, entry.mode, content.read()
