"""The suite that is kept in the cache: the same as the one that was loaded, or none."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from utfproof import digests, locations
from utfproof.engine import suite_consistency
from utfproof.errors import VectorError
from utfproof.proof import proved_suite
from utfproof.proof.proved_suite import load_consistent, prove_anew
from utfproof.vectors import loader, suite_cache
from utfproof.vectors.suite import InconsistentSuite

ANEW: list[Callable[[], None]] = [
    suite_cache._read.cache_clear,
    loader._load.cache_clear,
    loader._shipped.cache_clear,
    proved_suite._consistent.cache_clear,
]


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the vectors with a part of their cases: how a suite is kept hangs on no number."""
    shipped, few = locations.vectors(), tmp_path_factory.mktemp("few") / "vectors"
    few.mkdir()
    for path in shipped.iterdir():
        if path.is_file():
            shutil.copy2(path, few)
    shutil.copytree(shipped / "detect", few / "detect")
    return few


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, few: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Begin as a new process does, with an empty cache."""
    monkeypatch.setattr(locations, "vectors", lambda: few)
    monkeypatch.setenv("UTFPROOF_CACHE", str(tmp_path))
    another_process()
    yield tmp_path / "suite"
    another_process()


def another_process() -> None:
    for forget in ANEW:
        forget()


def proves(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Note what is held against the reference."""
    proved: list[object] = []

    def agrees(suite: object) -> list[object]:
        proved.append(suite)
        return []

    monkeypatch.setattr(suite_consistency, "disagreements", agrees)
    return proved


def test_a_proved_suite_is_cached_unchanged(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    proved = proves(monkeypatch)
    first = load_consistent()
    assert proved == [first]
    assert suite_cache.suite() is None  # of this process
    another_process()
    second = load_consistent()
    assert proved == [first]
    assert second is loader.load() is not first
    assert second == first
    assert len(list(cache.iterdir())) == 1


def test_a_process_proves_its_suite_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    proved = proves(monkeypatch)
    first = load_consistent()
    monkeypatch.setenv("UTFPROOF_CACHE", str(cache / "elsewhere"))
    assert load_consistent() is first
    assert proved == [first]


def test_a_suite_that_was_only_loaded_is_not_cached(cache: Path) -> None:
    loader.load()
    assert not cache.exists()


def test_a_suite_that_contradicts_the_reference_is_not_cached(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = [VectorError("it is", place="vectors/x.yaml:1")]
    monkeypatch.setattr(suite_consistency, "disagreements", lambda _: wrong)
    for _ in range(2):
        with pytest.raises(InconsistentSuite):
            load_consistent()
        another_process()
    assert not cache.exists()


def test_other_vectors_and_another_program_have_their_own(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    proved = proves(monkeypatch)
    for part in ("vectors", "harness"):
        load_consistent()
        monkeypatch.setattr(digests, part, lambda part=part: part * 16)
        another_process()
    load_consistent()
    assert len(proved) == 3
    assert len(list(cache.iterdir())) == 3


@pytest.mark.parametrize("damage", [b"", b"short", bytes(4096)])
def test_a_damaged_file_is_made_again(
    cache: Path, monkeypatch: pytest.MonkeyPatch, damage: bytes
) -> None:
    proved = proves(monkeypatch)
    load_consistent()
    [path] = cache.iterdir()
    whole = path.read_bytes()
    path.write_bytes(damage + whole[len(damage) : -1])
    another_process()
    load_consistent()
    another_process()
    load_consistent()
    assert len(proved) == 2
    assert path.read_bytes() == whole


def test_a_cache_that_cannot_be_used_is_done_without(cache: Path) -> None:
    cache.write_text("no folder")
    assert load_consistent().cases
    another_process()
    assert load_consistent().cases
    assert cache.read_text() == "no folder"


def test_a_user_without_a_home_has_the_suite_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("UTFPROOF_CACHE")
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_, **__: "~/.cache")
    monkeypatch.chdir(tmp_path)
    assert load_consistent().cases
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("mode", [0o770, 0o707])
@pytest.mark.parametrize("above", [False, True])
def test_a_folder_that_others_can_write_to_is_not_used(
    cache: Path, monkeypatch: pytest.MonkeyPatch, mode: int, *, above: bool
) -> None:
    proved = proves(monkeypatch)
    load_consistent()
    (cache.parent if above else cache).chmod(mode)
    for count in (2, 3):
        another_process()
        load_consistent()
        assert len(proved) == count


def test_what_is_signed_or_verified_does_not_believe_the_cache(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody with the rights of this user took the cases out of the kept suite."""
    load_consistent()
    [path] = cache.iterdir()
    poor = replace(loader.load_anew(), cases=())
    suite_cache.keep(poor)
    another_process()
    assert load_consistent().cases == ()
    proved = proves(monkeypatch)
    assert prove_anew() == loader.load_anew()
    assert prove_anew().cases
    assert len(proved) == 2
    assert path.exists()


def test_nothing_in_the_file_can_run(cache: Path) -> None:
    load_consistent()
    [path] = cache.iterdir()
    assert isinstance(json.loads(path.read_text("ascii").partition("\n")[2]), list)


@pytest.mark.parametrize(
    "node",
    [
        [],
        ["Suite"],
        ["Requirement", *[""] * 8],
        {"Suite": 1},
        "x",
        None,
        ["Suite", "2", "d", [["Value", 1, "00"]], [], [], [], [], [], []],
        ["Suite", "2", "d", [["LabelCase", "no facts", "00", None, []]], [], [], [], [], [], []],
        ["Suite", 2, "d", [], [], [], [], [], [], []],
    ],
)
def test_what_is_no_suite_is_loaded_anew(
    cache: Path, monkeypatch: pytest.MonkeyPatch, node: object
) -> None:
    proved = proves(monkeypatch)
    load_consistent()
    [path] = cache.iterdir()
    text = json.dumps(node)
    path.write_text(f"{digests.of_text(text)}\n{text}", "ascii")
    another_process()
    assert load_consistent() == loader.load_anew()
    assert len(proved) == 2
