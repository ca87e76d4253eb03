"""The live view: a screen where there is a terminal, plain lines elsewhere, in any width."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest
from rich.console import Console

from utfproof.cli.shared.live_view import CampaignView
from utfproof.fuzz.campaign.statistics import CodecStatistics, Statistics, WorkerStatistics

from .found import INJECTED, SOME, STATISTICS, injected

_CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def at(second: float) -> Statistics:
    return replace(
        STATISTICS,
        seconds=second,
        inputs=int(1_000 * second),
        questions=int(3_000 * second),
        tuples=int(10 * second),
    )


def plain(*seconds: float, limit: float | None = None) -> list[str]:
    out = io.StringIO()
    with CampaignView(Console(file=out, width=40), limit) as live:
        for second in seconds:
            live.update(at(second), SOME)
    return out.getvalue().splitlines()


def screen(about: Statistics, width: int = 80, height: int = 30, limit: float | None = 60) -> str:
    """Return what a terminal shows after an update."""
    out = io.StringIO()
    console = Console(file=out, width=width, height=height, force_terminal=True, color_system=None)
    live = CampaignView(console, limit)
    live._history += [at(1).row, about.row]
    console.print(live._drawn(about, [*SOME, injected(INJECTED[2])]))
    return out.getvalue()


def test_without_a_terminal_a_line_comes_every_ten_seconds_and_one_at_the_end() -> None:
    lines = plain(*range(1, 25))
    assert [line.partition(",")[0] for line in lines] == ["1.0 s", "11.0 s", "21.0 s", "24.0 s"]


def test_the_last_printed_line_is_not_repeated_at_the_end() -> None:
    assert len(plain(1, 11)) == 2


def test_a_campaign_that_never_told_anything_prints_nothing() -> None:
    assert plain() == []


def test_a_plain_line_has_all_that_counts() -> None:
    [line] = plain(2, limit=60)
    assert line == (
        "2.0 s, 2,000 inputs (1,000/s), 6,000 questions (3,000/s), 20 answer patterns, "
        "4 findings (1 new), 3 restarts, 118 of 120 kinds of input reached, 58.0 s left"
    )


def test_rates_are_those_of_the_last_seconds() -> None:
    live = CampaignView(Console(file=io.StringIO(), width=40))
    for second in range(1, 31):
        live.update(at(second), [])
    live.update(replace(at(31), inputs=40_000), [])
    assert live._rates()[0] == pytest.approx((40_000 - 26_000) / 5)


def test_a_terminal_gets_a_screen_and_is_left_clean() -> None:
    out = io.StringIO()
    console = Console(file=out, width=80, height=30, force_terminal=True)
    with CampaignView(console, 60) as live:
        live.update(at(3), SOME)
    text = out.getvalue()
    assert "two/lax" in _CODES.sub("", text)
    after = text.rpartition("two/lax")[2]
    assert "\x1b[?25h" in after
    assert after.endswith("\x1b[1A\x1b[2K")


def test_the_screen_shows_rates_codecs_findings_cells_and_the_time_left() -> None:
    text = screen(at(3))
    assert "57.0 s left" in text
    assert "1,000 inputs/s" in text
    assert "3,000 questions/s" in text
    assert "30 patterns (+20)" in text
    assert re.search(r"two/lax +57,000 +684,000 +4,021 +0 +0", text)
    assert "new  two/lax UTF-8 decode: accepts overlong  C0 AF" in text
    assert "118 of 120 kinds of input reached; never:" in text
    assert "two/lax · decode UTF-8 strict · surrogate · mod 64 = 63" in text


def test_without_a_limit_the_screen_says_so() -> None:
    assert "until it is stopped" in screen(at(3), limit=None)


def test_the_workers_of_a_cluster_are_shown_those_first_that_played_most() -> None:
    workers = {f"host/{n}": WorkerStatistics(n, 1.0, 1_000 * n, n) for n in range(1, 7)}
    text = screen(replace(at(3), workers=workers))
    assert "host/6: 6 rounds, 6,000 inputs" in text
    assert "host/2" not in text
    assert "… and 2 more" in text


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("height", [24, 30, 60])
def test_the_screen_fits_the_terminal_however_many_codecs_there_are(
    width: int, height: int
) -> None:
    codecs = {f"adapter/{'x' * 20}-{n}": CodecStatistics(n, n, n) for n in range(100)}
    cells = replace(STATISTICS.cells, unreached=("cell " * 40,) * 9)
    workers = {f"{'host' * 20}/{n}": WorkerStatistics(n, n, n, n) for n in range(100)}
    many = replace(at(3), codecs=codecs, cells=cells, workers=workers)
    lines = screen(many, width, height).splitlines()
    assert max(map(len, lines)) <= width
    assert len(lines) <= height
    assert width < 80 or "vectors/s   questions" in "\n".join(lines)
    assert any(re.search(r"… and \d+ more", line) for line in lines)


@pytest.mark.parametrize("text", INJECTED)
def test_injected_text_does_nothing_to_the_terminal(text: str) -> None:
    about = replace(
        at(3), codecs={text: CodecStatistics()}, cells=replace(STATISTICS.cells, unreached=(text,))
    )
    out = io.StringIO()
    live = CampaignView(Console(file=out, width=80, force_terminal=True, color_system=None))
    live._history.append(about.row)
    live.console.print(live._drawn(about, [injected(text)]))
    assert not {"\x1b", "\x07", "\r", "\u202e", "\ud800"} & set(out.getvalue())
