"""A journal whose lines, counts or digests do not agree is refused, with the place."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from chained import chained
from utfproof.engine.journal import journal, packing
from utfproof.engine.journal.events import (
    CodecFinished,
    CodecStarted,
    Event,
    RunFinished,
    RunStarted,
)
from utfproof.engine.journal.journal import Journal
from utfproof.errors import JournalError
from utfproof.model.verdict import CodecVerdict

from .made import failure

HEADER = RunStarted("0.1", {"cases": 9}, "vectors", "2025-01-01", {}, "utfproof certify")
CODECS = ("a/one", "a/two")


def events() -> list[Event]:
    found: list[Event] = [HEADER]
    for codec in CODECS:
        cases = [failure(f"utf-8/a/{number}", codec=codec) for number in range(4)]
        counts = Counter(case.verdict.value for case in cases)
        found += [CodecStarted(codec, "1", (), {}, (), (), 4), *cases]
        found.append(CodecFinished(codec, CodecVerdict.FAIL, counts, 0, 0.5))
    return [*found, RunFinished(1.5)]


def lines(folder: Path) -> list[str]:
    with Journal(folder) as file:
        for event in events():
            file.write(event)
    return (folder / packing.NAME).read_text("ascii").splitlines(keepends=True)


def refused(folder: Path, changed: list[str]) -> JournalError:
    (folder / packing.NAME).write_text("".join(changed), "ascii")
    with pytest.raises(JournalError) as caught:
        list(journal.read(folder))
    return caught.value


def test_a_journal_as_it_was_written_agrees(tmp_path: Path) -> None:
    lines(tmp_path)
    assert list(journal.read(tmp_path)) == events()


@pytest.mark.parametrize("number", range(13))
@pytest.mark.parametrize("change", ["lost", "doubled", "swapped", "edited"])
def test_a_line_that_is_lost_doubled_swapped_or_edited_is_noticed(
    tmp_path: Path, number: int, change: str
) -> None:
    found = lines(tmp_path)
    if change == "lost":
        del found[number]
    elif change == "doubled":
        found.insert(number, found[number])
    elif change == "swapped":
        found[number : number + 2] = [found[number + 1], found[number]]
    else:
        found[number] = found[number].replace(":", ": ", 1)
    refused(tmp_path, found)


def test_the_place_of_what_was_changed_is_named(tmp_path: Path) -> None:
    found = lines(tmp_path)
    del found[8]
    error = refused(tmp_path, found)
    assert str(error.place) == f"{tmp_path / packing.NAME}:12"
    assert "lines 7 to 11 were changed or are missing" in str(error)


def test_failures_that_were_removed_do_not_fit_the_counts(tmp_path: Path) -> None:
    """Digests that were computed anew do not help."""
    found = lines(tmp_path)
    del found[3]
    error = refused(tmp_path, chained("".join(found)).splitlines(keepends=True))
    assert "the cases of a/one are not those that its end counts" in str(error)


def test_a_digest_that_is_missing_is_noticed(tmp_path: Path) -> None:
    found = [line.replace(',"chain":"', ',"c":"') for line in lines(tmp_path)]
    refused(tmp_path, found)
    found = [
        line[: line.index(',"chain":"')] + "}\n" if '"chain"' in line else line
        for line in lines(tmp_path / "b")
    ]
    assert "the digest of the lines before it is missing" in str(refused(tmp_path, found))


def test_the_digest_of_what_was_written_is_not_read_from_the_disk(tmp_path: Path) -> None:
    with Journal(tmp_path) as file:
        file.write(HEADER)
        file.flush()
        before = file.sha256
        (tmp_path / packing.NAME).write_text("{}\n", "ascii")
        assert file.sha256 == before
