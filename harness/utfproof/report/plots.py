"""Plots of a campaign over its time: the numbers of axes and lines, ready to be drawn as SVG."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from utfproof.fuzz.campaign.statistics import StatsRow

WIDTH, HEIGHT = 480, 220
LEFT, RIGHT, TOP, BOTTOM = 58, 14, 12, 40
_MOST_POINTS = 400
_UNITS = ((172_800, 86_400, "days"), (7_200, 3_600, "hours"), (180, 60, "minutes"))


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis: its place, and its label."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Plot:
    """A line over time, in the units of its picture; `last` is the value at its end."""

    title: str
    axis: str
    unit: str
    points: str
    across: Sequence[Tick]
    up: Sequence[Tick]
    last: int


def plots(history: Sequence[StatsRow]) -> list[Plot]:
    """Return the plots of a campaign; none where it has not two moments to draw a line between."""
    rows = _thinned(sorted(history, key=lambda row: row.seconds))
    if len(rows) < 2 or rows[-1].seconds <= 0:
        return []
    return [
        _plot(
            "Different tuples of outcomes",
            "tuples",
            rows,
            lambda row: row.tuples,
            steps=False,
        ),
        _plot("Findings", "findings", rows, _findings, steps=True),
    ]


def _tuples(row: StatsRow) -> int:
    return row.tuples


def _findings(row: StatsRow) -> int:
    return row.findings


def _thinned(history: Sequence[StatsRow]) -> Sequence[StatsRow]:
    """Keep as many moments as the picture has room for, the last among them."""
    every = math.ceil(len(history) / _MOST_POINTS)
    # The last row is always there: the plot ends where the campaign did.
    return [*history[:-1:every], history[-1]] if every > 1 else history


def _plot(
    title: str,
    axis: str,
    rows: Sequence[StatsRow],
    value: Callable[[StatsRow], int],
    *,
    steps: bool,
) -> Plot:
    size, unit = _unit(rows[-1].seconds)
    longest = rows[-1].seconds / size
    # At least 1, or a campaign without findings would divide by zero.
    rising = ticks(max(1, *map(value, rows)), whole=True)
    highest = rising[-1]
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(time: float) -> float:
        return round(LEFT + wide * time / longest, 1)

    def y(count: float) -> float:
        return round(TOP + high * (1 - count / highest), 1)

    corners = [(0.0, 0), *((row.seconds / size, value(row)) for row in rows)]
    if steps:
        corners = _steps(corners)
    return Plot(
        title=title,
        axis=axis,
        unit=unit,
        points=" ".join(f"{x(time)},{y(count)}" for time, count in corners),
        across=[Tick(x(at), f"{at:g}") for at in ticks(longest) if at <= longest],
        up=[Tick(y(at), _count(at)) for at in rising],
        last=value(rows[-1]),
    )


def _steps(corners: Sequence[tuple[float, int]]) -> list[tuple[float, int]]:
    """Keep a value until the next is reached: half a finding is none."""
    found = [corners[0]]
    for time, count in corners[1:]:
        found += [(time, found[-1][1]), (time, count)]
    return found


def _unit(seconds: float) -> tuple[int, str]:
    return next(((size, name) for least, size, name in _UNITS if seconds >= least), (1, "seconds"))


def ticks(highest: float, *, whole: bool = False) -> list[float]:
    """Return marks from 0 to at least the highest value, in steps of 1, 2 or 5 of some power."""
    # Four or five marks fit the picture.
    power = 10.0 ** math.floor(math.log10(highest / 4))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor * 4 >= highest)
    step = max(1.0, step) if whole else step
    return [round(step * index, 6) for index in range(math.ceil(highest / step) + 1)]


def _count(value: float) -> str:
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= 10 * size or (value >= size and value % size == 0):
            return f"{value / size:g}{letter}"
    return f"{value:g}"
