"""An adapter as an archive: the same files give the same digest, and arrive as they were sent."""

from __future__ import annotations

import hashlib
import io
import shutil
import subprocess
import tarfile
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from utfproof import locations
from utfproof.adapters import manifest
from utfproof.adapters.build import adapter_archive, builder
from utfproof.errors import ArchiveError, ManifestError

MANIFEST = """
adapter: mine
about: A program of two files.
language: C
build: cc -o {cache}/driver driver.c {project}/src/answer.c
run: "{cache}/driver"
sources: ["{project}/src/**", "../kit/*.h", "/etc/hostname"]
codecs:
  utf8: {about: answers, profile: rfc3629}
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UTFPROOF_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def project(root: Path) -> Path:
    """Put an adapter of a checkout somewhere, and give its folder."""
    folder = root / "tests" / "adapter"
    for path in (folder, root / "tests" / "kit", root / "src", root / ".git"):
        path.mkdir(parents=True)
    (folder / "adapter.yaml").write_text(MANIFEST.lstrip(), "utf-8")
    (folder / "driver.c").write_text(
        '#include "../kit/kit.h"\n#include <stdio.h>\nint main(void) { puts(answer()); }\n', "utf-8"
    )
    (folder / "expectations.yaml").write_text("{}\n", "utf-8")
    (root / "tests" / "kit" / "kit.h").write_text("const char *answer(void);\n", "utf-8")
    source = 'const char *answer(void) { return "42"; }\n'
    (root / "src" / "answer.c").write_text(source, "utf-8")
    (root / "src" / "run.sh").write_text("#!/bin/sh\n", "utf-8")
    (root / "src" / "run.sh").chmod(0o700)
    (root / "unrelated.c").touch()
    return folder


def names(packed: adapter_archive.AdapterArchive) -> list[str]:
    with tarfile.open(fileobj=io.BytesIO(zlib.decompress(packed.data))) as archive:
        return archive.getnames()


def test_a_parcel_holds_the_folder_and_the_sources_and_no_absolute_path(tmp_path: Path) -> None:
    packed = adapter_archive.pack(manifest.load(project(tmp_path / "a")))
    assert names(packed) == [
        "src/answer.c",
        "src/run.sh",
        "tests/adapter/adapter.yaml",
        "tests/adapter/driver.c",
        "tests/kit/kit.h",
    ]
    told = (packed.label.folder, packed.label.project, packed.label.origin)
    assert told == ("tests/adapter", ".", str(tmp_path / "a"))


def test_the_same_files_have_the_same_digest_wherever_they_lie(tmp_path: Path) -> None:
    here, there = (manifest.load(project(tmp_path / name)) for name in ("a", "b/c/d"))
    assert adapter_archive.pack(here).label.digest == adapter_archive.pack(there).label.digest
    (there.folder / "driver.c").write_text("int main(void) { return 1; }\n", "utf-8")
    assert adapter_archive.pack(here).label.digest != adapter_archive.pack(there).label.digest


def test_what_a_link_leads_to_elsewhere_is_not_sent(tmp_path: Path) -> None:
    folder = project(tmp_path / "a")
    (tmp_path / "key").write_text("the secret", "ascii")
    (folder / "kit.c").symlink_to(folder / "driver.c")
    assert "tests/adapter/kit.c" in names(adapter_archive.pack(manifest.load(folder)))
    (folder / "key").symlink_to(tmp_path / "key")
    with pytest.raises(ManifestError, match="key: a link that leads out of the adapter's files"):
        adapter_archive.pack(manifest.load(folder))


def test_sources_that_are_not_the_adapters_are_not_sent(tmp_path: Path) -> None:
    folder = project(tmp_path / "a")
    (tmp_path / "key").write_text("the secret", "ascii")
    path = folder / "adapter.yaml"
    path.write_text(path.read_text("utf-8").replace("../kit/*.h", "../../../key"), "utf-8")
    with pytest.raises(ManifestError, match="neither in the project nor beside the adapter"):
        adapter_archive.pack(manifest.load(folder))


def test_an_adapter_is_built_where_it_arrives(tmp_path: Path) -> None:
    packed = adapter_archive.pack(manifest.load(project(tmp_path / "a")))
    shutil.rmtree(tmp_path / "a")
    arrived, root = adapter_archive.unpack(packed.label, packed.data)
    [program] = builder.command(arrived).arguments
    assert subprocess.run([program], capture_output=True, check=True).stdout == b"42\n"
    assert (root / "src" / "run.sh").stat().st_mode & 0o111
    assert not (root / "src" / "answer.c").stat().st_mode & 0o111
    assert adapter_archive.pack(arrived).label == replace(packed.label, origin=str(root))
    assert [path.name for path in root.parent.iterdir()] == [packed.label.digest]


def test_files_that_a_codec_writes_do_not_change_its_archive(tmp_path: Path) -> None:
    packed = adapter_archive.pack(manifest.load(project(tmp_path / "a")))
    _, root = adapter_archive.unpack(packed.label, packed.data)
    (root / "src" / "noted").touch()
    assert adapter_archive.unpack(packed.label, packed.data)[1] == root


def test_a_parcel_that_was_changed_after_it_was_unpacked_is_refused(tmp_path: Path) -> None:
    packed = adapter_archive.pack(manifest.load(project(tmp_path / "a")))
    _, root = adapter_archive.unpack(packed.label, packed.data)
    (root / "src" / "answer.c").write_text("changed\n", "utf-8")
    with pytest.raises(ArchiveError, match=r"src/answer\.c: not as it was sent: remove the folder"):
        adapter_archive.unpack(packed.label, packed.data)


def test_another_archive_than_the_label_says_is_refused(tmp_path: Path, cache: Path) -> None:
    packed = adapter_archive.pack(manifest.load(project(tmp_path / "a")))
    other = zlib.compress(zlib.decompress(packed.data).replace(b'"42"', b'"43"'))
    with pytest.raises(ArchiveError, match="mine: the archive has another digest"):
        adapter_archive.unpack(packed.label, other)
    assert not (cache / "archives").exists()


@pytest.mark.parametrize("name", ["../out", "/somewhere/out", "a/../../out"])
def test_an_archive_writes_nothing_outside(tmp_path: Path, cache: Path, name: str) -> None:
    label = adapter_archive.pack(manifest.load(project(tmp_path / "a"))).label
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as entries:
        entries.addfile(tarfile.TarInfo(name), io.BytesIO())
    digest = hashlib.sha256(archive.getvalue()).hexdigest()
    with pytest.raises(ArchiveError, match="is no file below the archive's root"):
        adapter_archive.unpack(replace(label, digest=digest), zlib.compress(archive.getvalue()))
    assert list((cache / "archives").iterdir()) == []


def test_a_worker_finds_what_came_with_its_own_utfproof() -> None:
    shipped = manifest.load(locations.adapters() / "c_glibc")
    label = adapter_archive.pack(shipped).label
    found = adapter_archive.own(label)
    assert found is not None
    assert found.folder == shipped.folder
    assert adapter_archive.own(replace(label, digest="0" * 64)) is None
