"""The curves of a codec as a picture: SVG that needs nothing else, both axes in doublings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log2

from utfproof.proof.cost.growth import CostCurve, CostPoint

_WIDTH, _HEIGHT = 860.0, 840.0
_LEFT, _RIGHT = 92.0, 24.0
_OF_TIME, _OF_MEMORY = (100.0, 520.0), (600.0, 780.0)
"""The upper and the lower edge of each panel."""
_STYLE = """
svg { --ink: #1c2330; --soft: #667085; --paper: #ffffff; --line: #e2e6ee; --wrong: #c4161c;
  background: var(--paper); }
@media (prefers-color-scheme: dark) { svg { --ink: #e8ecf2; --soft: #98a3b3; --paper: #14181f;
  --line: #2b3341; --wrong: #ff7b72; } }
text { font: 12px system-ui, sans-serif; fill: var(--soft); }
.head { font: 600 18px system-ui, sans-serif; fill: var(--ink); }
.grid { stroke: var(--line); }
.curve { fill: none; stroke: var(--soft); stroke-width: 1.4; }
.grows { stroke: var(--wrong); stroke-width: 2.4; }
.named { fill: var(--wrong); text-anchor: end; }
.linear { stroke: var(--ink); stroke-dasharray: 5 4; }
"""


def draw(curves: Sequence[CostCurve], title: str) -> str:
    """Draw the curves that have points, time above memory; those that grow are marked and named."""
    # Two sizes at least, since an axis of no length cannot be divided.
    sizes = [one.size for curve in curves for one in (*_timed(curve), *_weighed(curve))] or [1, 2]
    panels = (
        _Panel("processor time", _OF_TIME, sizes, _timed, lambda one: one.seconds, _time),
        _Panel("peak of memory", _OF_MEMORY, sizes, _weighed, lambda one: one.peak, _memory),
    )
    body = [line for panel in panels for line in panel.lines(curves)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH:g} {_HEIGHT:g}" '
        f'width="{_WIDTH:g}" height="{_HEIGHT:g}" role="img" aria-labelledby="title desc">\n'
        f'<title id="title">{escape(title)}</title>\n'
        f'<desc id="desc">{escape(_said(curves))}</desc>\n<style>{_STYLE}</style>\n'
        f'<text class="head" x="{_LEFT:g}" y="32">{escape(title)}</text>\n'
        f'<text x="{_LEFT:g}" y="54">{escape(_said(curves))}</text>\n'
        + "\n".join(body)
        + "\n</svg>\n"
    )


def _said(curves: Sequence[CostCurve]) -> str:
    grow = [f"{curve.offer}, {curve.shape}" for curve in curves if curve.grows]
    if not grow:
        return "Twice the input takes about twice the time, in every operation that was asked."
    return f"Steeper than the dashed line of slope 1: {'; '.join(grow)}."


@dataclass(frozen=True)
class _Panel:
    """Both axes in doublings; a dashed line of slope 1 goes through the lower left corner.

    `title` stands above it, and it is drawn between its upper and lower edge. `kept` are the points
    of a curve that are drawn, `value` is what is drawn of each, and `named` writes such a value at
    the axis.
    """

    title: str
    edges: tuple[float, float]
    sizes: Sequence[int]
    kept: Callable[[CostCurve], list[CostPoint]]
    value: Callable[[CostPoint], float]
    named: Callable[[float], str]

    def lines(self, curves: Sequence[CostCurve]) -> Iterator[str]:
        """Yield the elements of the panel."""
        values = [self.value(point) for curve in curves for point in self.kept(curve)]
        across, up = _doublings(self.sizes), _doublings(values or [1.0])
        yield from self._grid(across, up)
        for curve in curves:
            yield from self._curve(curve, across, up)

    def _grid(self, across: tuple[int, int], up: tuple[int, int]) -> Iterator[str]:
        top, bottom = self.edges
        left, right = _LEFT, _WIDTH - _RIGHT
        yield _text(left, top - 12, "start", self.title)
        for doubling in range(across[0], across[1] + 1):
            x = _x(doubling, across)
            yield f'<line class="grid" x1="{x:.1f}" y1="{top:.1f}" x2="{x:.1f}" y2="{bottom:.1f}"/>'
            yield _text(x, bottom + 20, "middle", _size(2**doubling))
        step = max(1, (up[1] - up[0]) // 10)
        for doubling in range(up[0], up[1] + 1, step):
            y = self._y(doubling, up)
            yield f'<line class="grid" x1="{left:.1f}" y1="{y:.1f}" x2="{right:.1f}" y2="{y:.1f}"/>'
            yield _text(left - 10, y + 4, "end", self.named(2.0**doubling))
        yield _text(right, bottom + 44, "end", "octets, or code points of an encoder")
        # The line ends where the shorter axis does, or it would leave the picture.
        reach = min(across[1] - across[0], up[1] - up[0])
        yield (
            f'<line class="linear" x1="{left:.1f}" y1="{bottom:.1f}" '
            f'x2="{_x(across[0] + reach, across):.1f}" y2="{self._y(up[0] + reach, up):.1f}"/>'
        )

    def _curve(
        self, curve: CostCurve, across: tuple[int, int], up: tuple[int, int]
    ) -> Iterator[str]:
        points = self.kept(curve)
        spots = [(_x(log2(one.size), across), self._y(log2(self.value(one)), up)) for one in points]
        if not spots:
            return
        name = f"{curve.offer}, {curve.shape}"
        way = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        kind = "curve grows" if curve.grows else "curve"
        title = f"<title>{escape(name)}</title>"
        yield f'<polyline class="{kind}" points="{way}">{title}</polyline>'
        x, y = spots[-1]
        yield f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="2.5">{title}</circle>'
        if curve.grows:
            yield f'<text class="named" x="{x - 8:.1f}" y="{y - 6:.1f}">{escape(name)}</text>'

    def _y(self, doubling: float, up: tuple[int, int]) -> float:
        top, bottom = self.edges
        return bottom - (doubling - up[0]) / (up[1] - up[0]) * (bottom - top)


def _doublings(values: Sequence[float]) -> tuple[int, int]:
    """Return the powers of two about the values: at least one doubling apart."""
    first = floor(log2(min(values)))
    return first, max(ceil(log2(max(values))), first + 1)


def _x(doubling: float, across: tuple[int, int]) -> float:
    return _LEFT + (doubling - across[0]) / (across[1] - across[0]) * (_WIDTH - _LEFT - _RIGHT)


def _text(x: float, y: float, anchor: str, words: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


# A point below the clock's step has a time of nothing, which has no logarithm.
def _timed(curve: CostCurve) -> list[CostPoint]:
    """Return the points that the clock could tell."""
    return [point for point in curve.points if point.resolved and point.seconds > 0]


def _weighed(curve: CostCurve) -> list[CostPoint]:
    """Return the points whose memory the system told."""
    return [point for point in curve.points if point.peak]


def _size(octets: int) -> str:
    return (
        f"{octets >> 20} Mi"
        if octets >= 1 << 20
        else f"{octets >> 10} Ki"
        if octets >= 1 << 10
        else str(octets)
    )


def _memory(octets: float) -> str:
    return f"{octets / (1 << 20):,.4g} MiB"


def _time(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.3g} s"
    return f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.3g} µs"
