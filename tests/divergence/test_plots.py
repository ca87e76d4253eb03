"""Plots of a campaign: points within the picture, round marks, findings that rise in steps."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from utfproof.report import plots
from utfproof.report.campaign import campaign as campaigns
from utfproof.report.campaign import page

from .found import SOME, campaign


def test_plots_are_drawn_over_the_time_of_the_campaign(tmp_path: Path) -> None:
    read = campaigns.read(campaign(tmp_path, SOME, seconds=600))
    tuples, found = plots.plots(read.history)
    assert (tuples.unit, tuples.last, found.last) == ("minutes", 812, 4)
    assert [tick.text for tick in tuples.across] == ["0", "5", "10"]
    assert [tick.text for tick in found.up] == ["0", "1", "2", "3", "4"]
    *_, last = _points(tuples.points)
    assert last[0] == plots.WIDTH - plots.RIGHT
    assert len(_points(tuples.points)) <= 402


def test_no_point_lies_outside_the_picture(tmp_path: Path) -> None:
    for seconds in (2, 61, 700):
        folder = campaign(tmp_path / str(seconds), SOME, seconds=seconds)
        for plot in plots.plots(campaigns.read(folder).history):
            for x, y in _points(plot.points):
                assert plots.LEFT <= x <= plots.WIDTH - plots.RIGHT
                assert plots.TOP <= y <= plots.HEIGHT - plots.BOTTOM


def test_findings_rise_in_steps(tmp_path: Path) -> None:
    read = campaigns.read(campaign(tmp_path, SOME))
    corners = _points(plots.plots(read.history)[1].points)
    assert all(a[0] == b[0] or a[1] == b[1] for a, b in pairwise(corners))


def test_the_axes_are_labelled_in_the_page(tmp_path: Path) -> None:
    read = campaigns.read(campaign(tmp_path, SOME))
    text = page.render(read, None)
    assert re.findall(r'text-anchor="middle">([a-z]+)</text>', text) == [
        "seconds",
        "tuples",
        "seconds",
        "findings",
    ]


@pytest.mark.parametrize("seconds", [0, 1])
def test_too_short_a_campaign_has_no_plot(tmp_path: Path, seconds: int) -> None:
    assert plots.plots(campaigns.read(campaign(tmp_path, SOME, seconds=seconds)).history) == []


@pytest.mark.parametrize(
    ("highest", "marks"),
    [(4, [0, 1, 2, 3, 4]), (1, [0, 1]), (812, [0, 500, 1000]), (7, [0, 2, 4, 6, 8])],
)
def test_marks_stand_at_round_numbers(highest: int, marks: list[float]) -> None:
    assert plots.ticks(highest, whole=True) == marks


def _points(text: str) -> list[tuple[float, float]]:
    pairs = (point.split(",") for point in text.split(" "))
    return [(float(x), float(y)) for x, y in pairs]
