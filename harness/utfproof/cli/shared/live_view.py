"""The live view of a campaign: a screen that is kept up to date, or plain lines now and then."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Self

from rich import box
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from utfproof.fuzz.campaign.statistics import CodecStatistics, Statistics, StatsRow
from utfproof.fuzz.triage.findings import Finding
from utfproof.report.campaign import console as divergences
from utfproof.report.campaign import words
from utfproof.report.text import counted, duration, one_line, shortened

_WINDOW_SECONDS = 5.0
_PLAIN_SECONDS = 10.0
_SHOWN_FINDINGS = 5
_SHOWN_CELLS = 3
_MOST_WORKERS = 5
"""Lines that the workers of a cluster take at most."""
_FIXED_LINES = 18
"""What stands above and below the codecs, at most: the rest of the screen is theirs."""

_FEWEST_CODECS = 3
_OF_NUMBERS = 62
"""What the columns of numbers take of a line."""

_SHORTEST_NAME = 14
_FAINT = "bright_black"


@dataclass(slots=True)
class CampaignView:
    """Shows a campaign while it runs; use it in a with statement and report it how things stand.

    On a terminal it redraws a screen, which is gone at the end; elsewhere it prints a line every
    ten seconds of the campaign, and one at the end.
    """

    console: Console
    limit_seconds: float | None = None
    _screen: Live | None = None
    _history: deque[StatsRow] = field(default_factory=deque)
    _last: tuple[Statistics, Sequence[Finding]] | None = None
    _printed: float | None = None

    def __enter__(self) -> Self:
        """Begin to show."""
        if self.console.is_terminal:
            self._screen = Live(console=self.console, transient=True, refresh_per_second=4)
            self._screen.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Take the screen away; without one print how it stood last."""
        if self._screen:
            self._screen.stop()
            self._screen = None
        elif self._last and self._last[0].seconds != self._printed:
            self._print(self._last[0])

    def update(self, statistics: Statistics, findings: Sequence[Finding]) -> None:
        """Show how the campaign stands; `findings` are all so far, the last found last."""
        self._last = (statistics, findings)
        self._history.append(statistics.row)
        newest = statistics.seconds
        # One row older than the window stays, or the window would not span its five seconds.
        while len(self._history) > 2 and self._history[1].seconds <= newest - _WINDOW_SECONDS:
            self._history.popleft()
        if self._screen:
            self._screen.update(self._drawn(statistics, findings))
        elif self._printed is None or newest - self._printed >= _PLAIN_SECONDS:
            self._print(statistics)

    def _print(self, statistics: Statistics) -> None:
        self._printed = statistics.seconds
        self.console.print(Text(", ".join(self._plain(statistics))), soft_wrap=True)

    def _plain(self, about: Statistics) -> Iterator[str]:
        inputs, questions = self._rates()
        yield duration(about.seconds)
        yield f"{about.inputs:,} inputs ({inputs:,.0f}/s)"
        yield f"{about.questions:,} questions ({questions:,.0f}/s)"
        yield f"{about.tuples:,} answer patterns"
        yield f"{counted(about.findings, 'finding')} ({about.new:,} new)"
        yield counted(about.restarts, "restart")
        if about.workers:
            yield f"workers: {len(about.workers):,}"
        if about.cells.all:
            yield f"{about.cells.reached:,} of {about.cells.all:,} kinds of input reached"
        if left := self._left(about):
            yield left

    def _rates(self) -> tuple[float, float]:
        """Return inputs and questions a second, over the last few seconds."""
        first, last = self._history[0], self._history[-1]
        seconds = last.seconds - first.seconds
        # The first row has none before it: its rate is that since the beginning.
        if seconds <= 0:
            first, seconds = StatsRow(), last.seconds or 1.0
        return (last.inputs - first.inputs) / seconds, (last.questions - first.questions) / seconds

    def _left(self, about: Statistics) -> str:
        if self.limit_seconds is None:
            return ""
        return f"{duration(max(0.0, self.limit_seconds - about.seconds))} left"

    def _drawn(self, about: Statistics, findings: Sequence[Finding]) -> Group:
        room = max(_FEWEST_CODECS, self.console.height - _FIXED_LINES)
        # Codecs keep their three lines; workers take what is left of the screen.
        played = list(_workers(about, min(_MOST_WORKERS, room - _FEWEST_CODECS)))
        room -= len(played)
        parts: list[RenderableType] = [
            self._head(about),
            _codecs(about, room, self.console.width),
            *played,
            *(_line(finding) for finding in findings[-_SHOWN_FINDINGS:]),
            *_cells(about),
        ]
        return Group(*parts)

    def _head(self, about: Statistics) -> Table:
        inputs, questions = self._rates()
        fresh = about.tuples - self._history[0].tuples
        left = self._left(about) or "until it is stopped"
        grid = Table.grid(padding=(0, 3))
        rows = (
            (f"{duration(about.seconds)}", left, counted(about.restarts, "restart")),
            (
                f"{about.inputs:,} inputs",
                f"{about.questions:,} questions",
                f"{about.tuples:,} patterns (+{max(0, fresh):,})",
            ),
            (
                f"{inputs:,.0f} inputs/s",
                f"{questions:,.0f} questions/s",
                f"{counted(about.findings, 'finding')}, {about.new:,} new",
            ),
        )
        for row in rows:
            grid.add_row(*(Text(cell) for cell in row))
        return grid


def _codecs(about: Statistics, room: int, width: int) -> Table:
    """Show the codecs; where there is no room for all, those that differ most."""
    table = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False, caption_justify="left")
    most = max(_SHORTEST_NAME, width - _OF_NUMBERS)
    table.add_column("codec", overflow="ellipsis", no_wrap=True, max_width=most)
    for name in ("vectors/s", "questions", "differs", "restarts", "not asked"):
        table.add_column(name, justify="right", no_wrap=True)
    ranked = sorted(about.codecs.items(), key=_urgency)
    for name, item in islice(ranked, room):
        table.add_row(Text(one_line(name)), *_numbers(item))
    if len(ranked) > room:
        table.caption = Text(f" … and {len(ranked) - room} more", style=_FAINT)
    return table


def _urgency(item: tuple[str, CodecStatistics]) -> tuple[int, int, str]:
    name, about = item
    # Breakdowns first: a codec that stops answering matters more than one that differs.
    return (-about.restarts - about.quarantined, -about.differs, name)


def _numbers(item: CodecStatistics) -> Iterator[Text]:
    for value, style in (
        (item.per_second, ""),
        (item.questions, ""),
        (item.differs, "yellow"),
        (item.restarts, "red"),
        (item.quarantined, "red"),
    ):
        yield Text(f"{value:,.0f}", style=style if value else _FAINT)


def _workers(about: Statistics, lines: int) -> Iterator[Text]:
    """Show the workers of a cluster; where there is no room for all, those that played most."""
    ranked = sorted(about.workers.items(), key=lambda item: -item[1].inputs)
    # The line that counts the rest takes the place of one worker.
    named = len(ranked) if len(ranked) <= lines else max(0, lines - 1)
    for name, done in ranked[:named]:
        text = f"  {one_line(name)}: {done.rounds:,} rounds, {done.inputs:,} inputs"
        yield _one_line(Text(text))
    if lines and named < len(ranked):
        yield Text(f"  … and {len(ranked) - named} more", style=_FAINT)


def _line(finding: Finding) -> Text:
    line = Text(f"{finding.state.value:>5}", style=divergences.COLOURS[finding.state])
    line.append(f"  {one_line(finding.signature)}", style="default")
    line.append(f"  {shortened(words.digits(finding), 30)}", style="cyan")
    return _one_line(line)


def _cells(about: Statistics) -> Iterator[Text]:
    cells = about.cells
    if not cells.all:
        return
    text = f"{cells.reached:,} of {cells.all:,} kinds of input reached"
    never = "; never:" if cells.unreached else ""
    yield Text(f"\n{text}{never}", style=_FAINT)
    for cell in cells.unreached[:_SHOWN_CELLS]:
        yield _one_line(Text(f"  {one_line(cell)}", style=_FAINT))


def _one_line(line: Text) -> Text:
    line.no_wrap = True
    line.overflow = "ellipsis"
    return line
