"""The current activity of a command, on stderr: a live line, or a line now and then."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from utfproof.report.text import visible

FIRST_SECONDS = 1.0
"""Without a terminal nothing is told of what takes less."""

_PLAIN_SECONDS = 10.0
_SURE_SECONDS = 5.0
"""How long a rate is watched before it is taken for an estimate."""
_MANY = 20
_FEW = 10
"""Of many things that are taken for equal, one in ten is done before an estimate: long ones may
have come first."""
_LIVE_PARTS = 8
_PLAIN_PARTS = 3
_BAR_WIDTH = 24
_WIDTH_WITH_BAR = 100
_FAINT = "bright_black"

Clock = Callable[[], float]


@dataclass(slots=True)
class Part:
    """A part of the work in progress: how much is done, and the total if known."""

    about: str = ""
    done: int = 0
    total: int = 0

    @property
    def fraction(self) -> float:
        """Return how much of it is done, from 0 to 1."""
        return min(1.0, self.done / self.total) if self.total else 0.0


@dataclass(slots=True)
class Activity:
    """The current step, its progress, and the estimated time left.

    Attributes:
        console: Where it is shown.
        clock: Returns seconds; estimates follow it.
        what: The step, such as `asking`.
        unit: The counted things, such as `codecs`; "" where nothing is counted.
        done: How many of them are done.
        total: How many there are; 0 where nobody knows.
        parts: The parts in progress side by side, by name.
        weights: How much of the whole each counted thing is, by the names of the parts; empty
            where all are taken for equal.
    """

    console: Console
    clock: Clock = time.monotonic
    what: str = "starting"
    unit: str = ""
    done: int = 0
    total: int = 0
    parts: dict[str, Part] = field(default_factory=dict)
    weights: Mapping[str, float] = field(default_factory=dict)
    _weight_done: float = 0.0
    _began: float = 0.0
    _counting_since: float = 0.0
    # A thread draws while another one works.
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        """Start the clock."""
        self._began = self._counting_since = self.clock()

    @property
    def is_live(self) -> bool:
        """Tell whether the console can show a line that changes."""
        return self.console.is_terminal and not self.console.is_dumb_terminal

    def say(self, what: str) -> None:
        """Go on with something whose end nobody knows, such as `reading the vectors`."""
        self.count(what, "")

    def count(
        self, what: str, unit: str, total: int = 0, weights: Mapping[str, float] | None = None
    ) -> None:
        """Begin to count: `total` of a unit are to be done, or 0 where nobody knows."""
        with self._lock:
            self.what, self.unit, self.done, self.total = what, unit, 0, total
            self.weights, self._weight_done = weights or {}, 0.0
            self.parts.clear()
            # A rate from the step before would make the first estimate of this one wrong.
            self._counting_since = self.clock()

    def advance(self, number: int = 1) -> None:
        """Count finished things."""
        self.done += number

    def reach(self, what: str, done: int) -> None:
        """Set the current step and how many are done, of an unknown total."""
        self.what, self.done = what, done

    def part(self, name: str, part: Part) -> None:
        """Show how far a part is."""
        with self._lock:
            self.parts[name] = part

    def end_part(self, name: str) -> None:
        """Count a part as done, and show it no more."""
        self._weight_done += self.weights.get(name, 0.0)
        self.advance()
        with self._lock:
            # A codec that is absent here ends without ever having been shown.
            self.parts.pop(name, None)

    def tell(self) -> None:
        """Print how things stand as a plain line."""
        self.console.print(Text(f"utfproof: {self.line()}"), soft_wrap=True, highlight=False)

    def line(self) -> str:
        """Return how things stand: `0:12 asking: 3 of 9 codecs, about 2 min left; rust/std 4 %`."""
        with self._lock:
            head = ", ".join(filter(None, (self._counted(), self._left())))
            now = ", ".join(f"{name} {_about(part)}".rstrip() for name, part in self._first())
        text = f"{_clock_time(self.clock() - self._began)} {self.what}"
        text = f"{text}: {head}" if head else text
        return visible(f"{text}; {now}" if now else text)

    def drawing(self) -> Group:
        """Return the live screen: a line for the whole, one for each part below."""
        with self._lock:
            texts = [visible(self.what), self._counted(), self._left()]
            parts = list(self.parts.items())
            fraction = self._fraction()
        elapsed = _clock_time(self.clock() - self._began)
        head = Table.grid(padding=(0, 1))
        cells: list[RenderableType] = [
            Spinner("dots"),
            Text(elapsed, style="cyan"),
            Text(texts[0], style="bold"),
        ]
        if self.total and self.console.width >= _WIDTH_WITH_BAR:
            bar = ProgressBar(total=1.0, completed=fraction, width=_BAR_WIDTH)
            head.add_row(*cells, bar, Text(", ".join(filter(None, texts[1:]))))
        else:
            head.add_row(*cells, Text(", ".join(filter(None, texts[1:]))))
        shown = [Text(f"       {name}  {_about(part)}".rstrip()) for name, part in parts]
        if len(shown) > _LIVE_PARTS:
            rest = len(shown) - _LIVE_PARTS
            shown[_LIVE_PARTS:] = [Text(f"       … and {rest} more")]
        for line in shown:
            line.stylize(_FAINT)
            line.no_wrap, line.overflow = True, "ellipsis"
        return Group(head, *shown)

    def _counted(self) -> str:
        if not self.unit:
            return ""
        of_all = f" of {self.total:,}" if self.total else ""
        unit = self.unit.removesuffix("s") if (self.total or self.done) == 1 else self.unit
        return f"{self.done:,}{of_all} {unit}"

    def _first(self) -> list[tuple[str, Part]]:
        return list(self.parts.items())[:_PLAIN_PARTS]

    def _fraction(self) -> float:
        # Parts in progress count with their fraction, or the bar would stand still for minutes.
        if whole := sum(self.weights.values()):
            parts = self.parts.items()
            begun = sum(part.fraction * self.weights.get(name, 0.0) for name, part in parts)
            return min(1.0, (self._weight_done + begun) / whole)
        begun = sum(part.fraction for part in self.parts.values())
        return min(1.0, (self.done + begun) / self.total) if self.total else 0.0

    def _left(self) -> str:
        """Estimate the time left in proportion to the work done."""
        fraction, seconds = self._fraction(), self.clock() - self._counting_since
        too_few = not self.weights and self.total >= _MANY and self.done * _FEW < self.total
        if not fraction or seconds < _SURE_SECONDS or too_few:
            return ""
        return f"about {_rounded(seconds * (1 - fraction) / fraction)} left"


@contextmanager
def activity(*, quiet: bool = False) -> Iterator[Activity]:
    """Show the activity inside: on a terminal live, elsewhere after a second and every ten.

    With `quiet` nothing is shown.
    """
    doing = Activity(Console(stderr=True, quiet=quiet))
    if quiet:
        yield doing
    elif doing.is_live:
        # Rich would send what is printed meanwhile to stderr, even where stdout is a pipe.
        beside = sys.stdout.isatty()
        with Live(
            console=doing.console,
            get_renderable=doing.drawing,
            transient=True,
            redirect_stdout=beside,
        ):
            yield doing
    else:
        with _telling(doing):
            yield doing


@contextmanager
def _telling(doing: Activity) -> Iterator[None]:
    """Print a line after a second and every ten, from a thread: the work may be one long call."""
    ended = threading.Event()

    def tell() -> None:
        pause = FIRST_SECONDS
        while not ended.wait(pause):
            doing.tell()
            pause = _PLAIN_SECONDS

    thread = threading.Thread(target=tell, daemon=True)
    thread.start()
    try:
        yield
    finally:
        # The pause is cut short by the event, so that a command does not end ten seconds late.
        ended.set()
        thread.join()


def _about(part: Part) -> str:
    percent = f"{part.fraction:.0%}" if part.total else ""
    return " ".join(filter(None, (visible(part.about), percent)))


def _clock_time(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _rounded(seconds: float) -> str:
    """Return a time as people say one: an estimate has no more than two figures."""
    if seconds < 60:
        return f"{max(5, round(seconds / 5) * 5)} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
