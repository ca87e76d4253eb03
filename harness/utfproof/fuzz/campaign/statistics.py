"""The statistics of a campaign: how far it is, second by second.

A campaign's folder holds `stats.json`, which is replaced as a whole, so that who reads it while the
campaign runs never sees half of it, and `stats.csv`, which gets a row each second.
"""

from __future__ import annotations

import contextlib
import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, astuple, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from utfproof import storage, strict_json
from utfproof.engine.journal.events import WorkerChecked
from utfproof.errors import FindingsError
from utfproof.model.verdict import WorkerFinding

NAME = "stats.json"
ROWS = "stats.csv"
FORM = 1


@dataclass(frozen=True, slots=True)
class CodecStatistics:
    """The progress of one codec: its questions, its present speed, its wrong answers.

    `quarantined` counts the questions that it is not asked any more because they kill it.
    """

    questions: int = 0
    per_second: float = 0.0
    differs: int = 0
    restarts: int = 0
    quarantined: int = 0


@dataclass(frozen=True, slots=True)
class WorkerStatistics:
    """The share of a cluster's worker: its rounds, their duration, and its questions in them.

    So many of its rounds were played `again` elsewhere; `finding` is the outcome, `about` the round
    that it is about.
    """

    rounds: int = 0
    seconds: float = 0.0
    inputs: int = 0
    questions: int = 0
    again: int = 0
    finding: str = ""
    about: str = ""

    def __add__(self, other: WorkerStatistics) -> WorkerStatistics:
        """Add a further share."""
        return replace(
            self,
            rounds=self.rounds + other.rounds,
            seconds=round(self.seconds + other.seconds, 3),
            inputs=self.inputs + other.inputs,
            questions=self.questions + other.questions,
        )

    def checked(self, event: WorkerChecked) -> WorkerStatistics:
        """Add the outcome of playing some of the rounds again."""
        again = self.again + event.again
        # One that was contradicted stays so, also where a campaign goes on with it.
        if self.finding == WorkerFinding.CONTRADICTED:
            return replace(self, again=again)
        return replace(self, again=again, finding=event.finding.value, about=event.about)


@dataclass(frozen=True, slots=True)
class Cells:
    """How many cells (codec, offer, class, place) were reached; `unreached` names some that not."""

    reached: int = 0
    all: int = 0
    unreached: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Statistics:
    """How far a campaign is.

    An input is asked of many codecs and offers: that many questions. `tuples` are the different
    vectors of outcome classes that were seen. `new` counts those of the findings that are new.
    `workers` has those of a cluster by name, none where there was none.
    """

    engine: str = "batch"
    command: str = ""
    seed: int = 0
    started: str = ""
    seconds: float = 0.0
    inputs: int = 0
    questions: int = 0
    tuples: int = 0
    corpus: int = 0
    findings: int = 0
    new: int = 0
    restarts: int = 0
    running: bool = False
    vectors: Mapping[str, str] = field(default_factory=dict)
    utfproof: str = ""
    codecs: Mapping[str, CodecStatistics] = field(default_factory=dict)
    cells: Cells = Cells()
    workers: Mapping[str, WorkerStatistics] = field(default_factory=dict)

    @property
    def row(self) -> StatsRow:
        """Return the row that these statistics are in `stats.csv`."""
        return StatsRow(
            round(self.seconds, 3),
            self.inputs,
            self.questions,
            self.tuples,
            self.corpus,
            self.findings,
            self.restarts,
        )


@dataclass(frozen=True, slots=True)
class StatsRow:
    """A row of `stats.csv`: the totals at a time, counted in seconds from the start."""

    seconds: float = 0.0
    inputs: int = 0
    questions: int = 0
    tuples: int = 0
    corpus: int = 0
    findings: int = 0
    restarts: int = 0


_HEADER = [item.name for item in fields(StatsRow)]


def write(folder: Path, statistics: Statistics) -> None:
    """Replace `stats.json`: a reader sees the old file or the new one.

    Raises:
        FindingsError: the disk is full or gone.
    """
    path = folder / NAME
    try:
        storage.put(path, json.dumps({"form": FORM, **asdict(statistics)}, indent=1) + "\n")
    except OSError as error:
        raise _unwritten(path, error) from None


def append_row(folder: Path, statistics: Statistics) -> None:
    """Append a row to `stats.csv`, below its header; a campaign that goes on goes on there.

    Raises:
        FindingsError: the disk is full or gone.
    """
    path = folder / ROWS
    try:
        with storage.appending_text(path) as file:
            rows = csv.writer(file, lineterminator="\n")
            if not path.stat().st_size:
                rows.writerow(_HEADER)
            rows.writerow(astuple(statistics.row))
    except OSError as error:
        raise _unwritten(path, error) from None


def _unwritten(path: Path, error: OSError) -> FindingsError:
    hint = "make room there; the findings so far are kept"
    return FindingsError(f"cannot write: {error.strerror}", place=str(path), hint=hint)


def load(folder: Path) -> Statistics | None:
    """Read how far the campaign of a folder is, or was; None where nothing says so.

    Raises:
        FindingsError: the file is damaged, or of a newer form.
    """
    path = folder / NAME
    try:
        node = strict_json.parse(storage.content(path))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        hint = "take it away: the findings beside it are whole without it"
        raise FindingsError(f"cannot be read: {error}", place=str(path), hint=hint) from None
    if not isinstance(node, dict) or node.get("form") != FORM:
        problem = "not the statistics that this version knows"
        hint = "they were made by a newer utfproof: update"
        raise FindingsError(problem, place=str(path), hint=hint)
    return _statistics(node)


def _statistics(node: Mapping[str, Any]) -> Statistics:
    plain = _fitting(Statistics(), node)
    vectors = _fields(node.get("vectors"))
    codecs = _fields(node.get("codecs"))
    workers = _fields(node.get("workers"))
    cells = _fields(node.get("cells"))
    unreached = cells.get("unreached")
    return Statistics(
        **plain
        | {
            "vectors": {name: str(value) for name, value in vectors.items()},
            "codecs": {
                name: CodecStatistics(**_fitting(CodecStatistics(), _fields(value)))
                for name, value in codecs.items()
            },
            "workers": {
                name: WorkerStatistics(**_fitting(WorkerStatistics(), _fields(value)))
                for name, value in workers.items()
            },
            "cells": Cells(
                **_fitting(Cells(), cells)
                | {"unreached": tuple(map(str, unreached)) if isinstance(unreached, list) else ()}
            ),
        }
    )


def _fields(node: object) -> dict[str, Any]:
    return node if isinstance(node, dict) else {}


def _fitting(
    blank: Statistics | CodecStatistics | WorkerStatistics | Cells, node: Mapping[str, Any]
) -> dict[str, Any]:
    """Take the fields that are of the type of a blank's; a whole number is a number of seconds."""
    found: dict[str, Any] = {}
    for item in fields(blank):
        kind, value = type(getattr(blank, item.name)), node.get(item.name)
        if kind is float and type(value) is int:
            value = float(value)
        if type(value) is kind and kind is not dict:
            found[item.name] = value
    return found


def load_rows(folder: Path) -> list[StatsRow]:
    """Read `stats.csv`; rows that a killed process left torn are passed over."""
    try:
        lines = storage.content(folder / ROWS).decode("ascii", "replace").splitlines()
    except OSError:
        return []
    return list(_rows(lines))


def _rows(lines: list[str]) -> Iterator[StatsRow]:
    for row in csv.DictReader(lines):
        with contextlib.suppress(KeyError, TypeError, ValueError):
            seconds, *counts = (row[name] for name in _HEADER)
            yield StatsRow(float(seconds), *map(int, counts))
