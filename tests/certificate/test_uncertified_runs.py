"""Runs that get no certificate: the statement is refused, and the message says why."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from chained import chained
from changed_fields import changed
from utfproof import digests, storage
from utfproof.certificate import certified_run
from utfproof.engine.journal.events import CodecStarted, Event
from utfproof.errors import CertificateError, JournalError
from utfproof.model.verdict import CodecVerdict, Verdict

from . import small_run
from .small_run import ABSENT, BAD, FOOTER, GOOD, HEADER, LAX, SUITE
from .stated_run import Json, of_header

AGAIN = "run it again, whole"


def another(codec: CodecStarted, **fields: object) -> tuple[Event, ...]:
    return (
        changed(codec, codec="a/other", **fields),
        small_run.case("a/other", "utf-8/well-formed/x", Verdict.PASS, 5, "R1"),
        small_run.finished("a/other", CodecVerdict.PASS),
    )


STARTED = small_run.started("a/good")


OTHERS: tuple[Json, ...] = ({"harness": "1"}, {"files": "1"}, {"expectations": {}})


NOT_RUN = small_run.case("a/good", "utf-8/well-formed/y", Verdict.NOT_RUN, 0)


@pytest.mark.parametrize(
    ("events", "problem", "hint"),
    [
        ((HEADER, *GOOD), "the run was interrupted", "give the same command again: it goes on"),
        (
            (of_header(harness=""), *GOOD, FOOTER),
            "the journal does not say which harness and vectors it was made with",
            AGAIN,
        ),
        (
            (of_header(files=""), *GOOD, FOOTER),
            "the journal does not say which harness and vectors it was made with",
            AGAIN,
        ),
        *(
            (
                (HEADER, *GOOD, of_header(**other), *LAX, FOOTER),
                "the harness, the vectors or the known failures changed during the run",
                AGAIN,
            )
            for other in OTHERS
        ),
        *(
            (
                (of_header(level="complete", asks={"extra-states": extra}), *GOOD, FOOTER),
                "it names a number of extra states that no run has",
                AGAIN,
            )
            for extra in (2, -1, "1")
        ),
        (
            (of_header(asks={"case": "utf-8/*"}), *GOOD, FOOTER),
            "only some of the cases were asked",
            "leave out --case",
        ),
        (
            (HEADER, *GOOD, small_run.finished("b/x", CodecVerdict.BROKEN), FOOTER),
            "the adapter of b/x is broken",
            "`utfproof adapter check` says more",
        ),
        (
            (HEADER, *GOOD, small_run.started("b/x"), FOOTER),
            "b/x was not asked to the end",
            "give the same command again: it goes on",
        ),
        (
            (HEADER, *GOOD[:2], NOT_RUN, GOOD[2], FOOTER),
            "1 cases of a/good were not run",
            "see the report for the reason",
        ),
        (
            (HEADER, changed(STARTED, sources=""), *GOOD[1:], FOOTER),
            "the journal has no digest of a",
            AGAIN,
        ),
        (
            (HEADER, *GOOD, *another(STARTED, sources="7" * 64), FOOTER),
            "the adapter a changed during the run",
            AGAIN,
        ),
        (
            (HEADER, *GOOD, *another(STARTED, product="7" * 64), FOOTER),
            "the adapter a changed during the run",
            AGAIN,
        ),
        ((HEADER, *ABSENT, FOOTER), "nothing was assessed", "see the report for the reason"),
    ],
    ids=range(17),
)
def test_a_run_that_cannot_be_certified_says_why(
    tmp_path: Path, events: tuple[Event, ...], problem: str, hint: str
) -> None:
    with pytest.raises(CertificateError) as caught:
        small_run.read(tmp_path, events)
    error = caught.value
    assert (error.problem, error.hint) == (f"no certificate: {problem}", hint)
    assert error.place == str(tmp_path)


@pytest.mark.parametrize(
    "events",
    [
        (HEADER, *GOOD, *another(STARTED), FOOTER),
        (HEADER, *GOOD, HEADER, *LAX, FOOTER),
        (of_header(asks={}), *GOOD, FOOTER),
        (HEADER, *BAD, *ABSENT, FOOTER),
    ],
    ids=range(4),
)
def test_a_run_of_one_piece_can_be_certified(tmp_path: Path, events: tuple[Event, ...]) -> None:
    found = small_run.read(tmp_path, events)
    path = tmp_path / "journal.jsonl"
    assert (found.sha256, found.octets) == (digests.of_file(path), path.stat().st_size)
    assert found.header == events[0]
    assert set(found.trace.codecs) == set(found.started)


def test_a_journal_that_changes_while_it_is_read_counts_as_it_was_at_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = small_run.written(tmp_path / "run")
    before = digests.of_file(path)
    later = small_run.written(tmp_path / "later", (HEADER, *GOOD, FOOTER)).read_bytes()
    real = storage.content

    def content(file: Path) -> bytes:
        found = real(file)
        file.write_bytes(later)
        return found

    monkeypatch.setattr(storage, "content", content)
    found = certified_run.read(path, SUITE)
    assert found.sha256 == before
    assert set(found.started) == {"a/good", "b/lax", "b/bad"}


def test_the_shards_of_a_sweep_are_kept(tmp_path: Path) -> None:
    assert small_run.read(tmp_path).shards == [small_run.SWEPT]


def without_header(lines: list[str]) -> list[str]:
    return lines[1:]


@pytest.mark.parametrize("cut", [without_header])
def test_a_journal_without_a_header_is_none(
    tmp_path: Path, cut: Callable[[list[str]], list[str]]
) -> None:
    path = small_run.written(tmp_path)
    lines = cut(path.read_text("ascii").splitlines(keepends=True))
    path.write_text(chained("".join(lines)), "ascii")
    with pytest.raises(CertificateError) as caught:
        certified_run.read(path, SUITE)
    error = caught.value
    assert (error.place, error.problem) == (str(path), "a journal without a header")
    assert error.hint == "run it again"


def test_a_journal_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(JournalError) as caught:
        certified_run.read(tmp_path / "journal.jsonl", SUITE)
    assert caught.value.problem == "No such file or directory"
    assert caught.value.place == str(tmp_path / "journal.jsonl")
    assert caught.value.hint == "a certificate stands beside the journal of its run"
