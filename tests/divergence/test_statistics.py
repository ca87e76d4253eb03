"""Statistics: read back as written, never half, and not needed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from utfproof.errors import FindingsError
from utfproof.fuzz.campaign import statistics
from utfproof.fuzz.campaign.statistics import Cells, CodecStatistics, Statistics, WorkerStatistics

SOME = Statistics(
    command="utfproof fuzz rust",
    seed=7,
    started="2026-01-02T03:04:05+00:00",
    seconds=12.5,
    inputs=700_000,
    questions=7_700_000,
    tuples=812,
    corpus=812,
    findings=3,
    new=2,
    restarts=1,
    running=True,
    vectors={"version": "1", "digest": "abc"},
    utfproof="0.1.0",
    codecs={"rust/std": CodecStatistics(700_000, 57_000.5, 4, 1, 2)},
    cells=Cells(5, 9, ("rust/std · decode UTF-8 strict · surrogate · mod 64 = 63",)),
    workers={"host/0": WorkerStatistics(3, 12.5, 700_000, 7_700_000)},
)


def test_written_statistics_are_read_back(tmp_path: Path) -> None:
    statistics.write(tmp_path, SOME)
    assert statistics.load(tmp_path) == SOME


def test_a_file_is_replaced_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    statistics.write(tmp_path, SOME)
    statistics.write(tmp_path, replace(SOME, running=False))
    assert [path.name for path in tmp_path.iterdir()] == ["stats.json"]
    assert statistics.load(tmp_path) == replace(SOME, running=False)


def test_a_reader_of_the_old_file_never_sees_the_new_one_come(tmp_path: Path) -> None:
    statistics.write(tmp_path, SOME)
    with (tmp_path / "stats.json").open() as reader:
        begun = reader.read(10)
        statistics.write(tmp_path, replace(SOME, command="x" * 10_000))
        assert json.loads(begun + reader.read())["command"] == SOME.command


def test_a_folder_without_statistics_is_no_error(tmp_path: Path) -> None:
    assert statistics.load(tmp_path) is None
    assert statistics.load_rows(tmp_path) == []


def test_damaged_statistics_are_named_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "stats.json").write_text("{", "ascii")
    with pytest.raises(FindingsError, match=r"stats\.json: cannot be read: .*: take it away"):
        statistics.load(tmp_path)


def test_statistics_of_a_newer_form_are_refused(tmp_path: Path) -> None:
    (tmp_path / "stats.json").write_text('{"form": 2}', "ascii")
    with pytest.raises(FindingsError, match="newer utfproof"):
        statistics.load(tmp_path)


def test_a_missing_or_mistyped_value_is_blank(tmp_path: Path) -> None:
    node = {"form": 1, "seconds": 3, "inputs": "many", "codecs": {"a/b": []}, "cells": {"all": 9}}
    (tmp_path / "stats.json").write_text(json.dumps(node), "ascii")
    expected = Statistics(seconds=3.0, codecs={"a/b": CodecStatistics()}, cells=Cells(all=9))
    assert statistics.load(tmp_path) == expected


def test_rows_stand_below_one_header_however_often_the_campaign_goes_on(tmp_path: Path) -> None:
    statistics.append_row(tmp_path, SOME)
    statistics.append_row(tmp_path, replace(SOME, seconds=13.5))
    head, *rows = (tmp_path / "stats.csv").read_text("ascii").splitlines()
    assert head == "seconds,inputs,questions,tuples,corpus,findings,restarts"
    assert rows == [
        "12.5,700000,7700000,812,812,3,1",
        "13.5,700000,7700000,812,812,3,1",
    ]
    assert statistics.load_rows(tmp_path) == [
        SOME.row,
        replace(SOME, seconds=13.5).row,
    ]


def test_a_torn_row_costs_no_other(tmp_path: Path) -> None:
    statistics.append_row(tmp_path, SOME)
    with (tmp_path / "stats.csv").open("a", encoding="ascii") as file:
        file.write("13.0,1,2\n")
    statistics.append_row(tmp_path, SOME)
    assert statistics.load_rows(tmp_path) == [SOME.row] * 2
