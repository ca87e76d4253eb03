"""The journal of a large run is packed when the run has ended, and read as before."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from utfproof import storage
from utfproof.engine.journal import journal, packing
from utfproof.engine.journal.events import CodecStarted, Event, RunFinished, RunStarted
from utfproof.engine.journal.journal import Journal
from utfproof.errors import JournalError

from .made import failure

HEADER = RunStarted("0.1", {"cases": 9}, "complete", "2025-01-01", {}, "utfproof certify")
EVENTS: list[Event] = [
    HEADER,
    CodecStarted("fake/codec", "1", (), {}, (), (), 9),
    *(failure(f"utf-8/a/{number}") for number in range(50)),
]
END = RunFinished(1.5)


@pytest.fixture(autouse=True)
def small_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "_PLAIN", 1000)


def written(folder: Path, *events: Event) -> Path:
    with Journal(folder) as file:
        for event in events:
            file.write(event)
    return folder


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_large_run_that_has_ended_is_packed_and_read_as_it_was(tmp_path: Path) -> None:
    folder = written(tmp_path, *EVENTS, END)
    assert names(folder) == [packing.PACKED]
    assert list(journal.read(folder)) == [*EVENTS, END]
    assert list(journal.read(folder / packing.PACKED)) == [*EVENTS, END]


def test_equal_journals_are_equal_octets_when_packed(tmp_path: Path) -> None:
    one, two = (written(tmp_path / name, *EVENTS, END) for name in ("one", "two"))
    assert (one / packing.PACKED).read_bytes() == (two / packing.PACKED).read_bytes()


def test_a_run_without_its_end_is_not_packed(tmp_path: Path) -> None:
    assert names(written(tmp_path, *EVENTS)) == [packing.NAME]


def test_a_small_run_is_not_packed(tmp_path: Path) -> None:
    assert names(written(tmp_path, HEADER, END)) == [packing.NAME]


def test_no_run_goes_on_in_the_folder_of_a_packed_one(tmp_path: Path) -> None:
    folder = written(tmp_path, *EVENTS, END)
    with pytest.raises(JournalError, match="holds a run already"):
        Journal(folder)
    with pytest.raises(JournalError, match="holds a run already"):
        journal.interrupted(folder)


def test_where_the_disk_is_full_the_journal_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(storage, "put", full)
    folder = written(tmp_path, *EVENTS, END)
    assert names(folder) == [packing.NAME]
    assert list(journal.read(folder)) == [*EVENTS, END]


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        (lambda octets: octets[: len(octets) // 2], "damaged"),
        (lambda octets: octets[:40] + b"\0\0\0\0" + octets[44:], "damaged"),
        (lambda octets: b"{" + octets, "damaged"),
        (lambda _: gzip.compress("é\n".encode()), "not ASCII"),
        (lambda _: gzip.compress(b'{"event":"run"' + b" " * (65 << 20)), "a line of 64 MiB"),
    ],
)
def test_a_damaged_one_is_refused_with_its_place(
    tmp_path: Path, damage: object, problem: str
) -> None:
    assert callable(damage)
    file = written(tmp_path, *EVENTS, END) / packing.PACKED
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(JournalError, match=problem) as caught:
        list(journal.read(tmp_path))
    assert str(file) in str(caught.value.place)
