"""Vectors, and lists of strings: the first octet says which file of a suite is replaced."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from utfproof import locations
from utfproof.proof.power import foreign
from utfproof.vectors import check, loader
from utfproof.vectors.suite import Suite
from vectors import small

from .loader import Loader


@cache
def small_suite() -> Suite:
    """Return the small suite, which other loaders want beside their files."""
    with tempfile.TemporaryDirectory() as name:
        small.write(Path(name))
        return loader._load.__wrapped__(Path(name))


_FILES = sorted(small.FILES)


def _vector_seeds() -> Iterator[bytes]:
    for number, name in enumerate(_FILES):
        yield bytes([number]) + small.FILES[name].encode()
    number = _FILES.index("utf-8/overlong.yaml")
    for name in ("utf-8/ill-formed/overlong.yaml", "utf-16", "detect", "labels"):
        folder = locations.vectors() / name
        path = folder if folder.is_file() else next(iter(sorted(folder.rglob("*.yaml"))), None)
        if path:
            yield bytes([number]) + path.read_bytes()[:2500]


def _vectors(data: bytes, folder: Path) -> None:
    small.write(folder)
    name = _FILES[data[0] % len(_FILES)] if data else _FILES[0]
    (folder / name).write_bytes(data[1:])
    suite = loader._load.__wrapped__(folder)
    check.problems(suite)


def _list_seeds() -> Iterator[bytes]:
    yield b"# a list\nc0 80\nE282AC\n-\n\n"


def _list(data: bytes, folder: Path) -> None:
    path = folder / "list.txt"
    path.write_bytes(data)
    foreign.strings(path)


LOADERS: Mapping[str, Loader] = {
    "vectors": Loader(_vector_seeds, _vectors),
    "list": Loader(_list_seeds, _list),
}
