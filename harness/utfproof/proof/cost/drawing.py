"""The curves of a codec as a picture: SVG that needs nothing else, both axes in doublings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import ceil, floor, log2

from utfproof.proof.cost.growth import CostCurve, CostPoint

_WIDTH, _HEIGHT = 860.0, 560.0
_LEFT, _TOP, _RIGHT, _BOTTOM = 92.0, 76.0, 24.0, 64.0
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
    """Draw the curves that have points; those that grow are marked and named."""
    shown = [point for curve in curves for point in _resolved(curve)]
    # Two sizes at least, since an axis of no length cannot be divided.
    sizes = [point.size for point in shown] or [1, 2]
    times = [point.seconds for point in shown] or [1.0]
    plot = _Plot(
        (floor(log2(min(sizes))), ceil(log2(max(sizes)))),
        (floor(log2(min(times))), ceil(log2(max(times)))),
    )
    body = [*plot.grid(), *(line for curve in curves for line in plot.curve(curve))]
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


class _Plot:
    """Both axes in doublings; a line of slope 1 goes through the lower left corner."""

    def __init__(self, across: tuple[int, int], up: tuple[int, int]) -> None:
        self.across = (across[0], max(across[1], across[0] + 1))
        self.up = (up[0], max(up[1], up[0] + 1))

    def x(self, doubling: float) -> float:
        first, last = self.across
        return _LEFT + (doubling - first) / (last - first) * (_WIDTH - _LEFT - _RIGHT)

    def y(self, doubling: float) -> float:
        first, last = self.up
        return _HEIGHT - _BOTTOM - (doubling - first) / (last - first) * (_HEIGHT - _TOP - _BOTTOM)

    def grid(self) -> Iterator[str]:
        top, bottom = self.y(self.up[1]), self.y(self.up[0])
        left, right = self.x(self.across[0]), self.x(self.across[1])
        for doubling in range(self.across[0], self.across[1] + 1):
            x = self.x(doubling)
            yield f'<line class="grid" x1="{x:.1f}" y1="{top:.1f}" x2="{x:.1f}" y2="{bottom:.1f}"/>'
            yield _text(x, bottom + 20, "middle", _size(2**doubling))
        step = max(1, (self.up[1] - self.up[0]) // 10)
        for doubling in range(self.up[0], self.up[1] + 1, step):
            y = self.y(doubling)
            yield f'<line class="grid" x1="{left:.1f}" y1="{y:.1f}" x2="{right:.1f}" y2="{y:.1f}"/>'
            yield _text(left - 10, y + 4, "end", _time(2.0**doubling))
        yield _text(right, bottom + 44, "end", "octets, or code points of an encoder")
        # The line ends where the shorter axis does, or it would leave the picture.
        reach = min(self.across[1] - self.across[0], self.up[1] - self.up[0])
        yield (
            f'<line class="linear" x1="{left:.1f}" y1="{bottom:.1f}" '
            f'x2="{self.x(self.across[0] + reach):.1f}" y2="{self.y(self.up[0] + reach):.1f}"/>'
        )

    def curve(self, curve: CostCurve) -> Iterator[str]:
        points = _resolved(curve)
        spots = [(self.x(log2(one.size)), self.y(log2(one.seconds))) for one in points]
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


def _text(x: float, y: float, anchor: str, words: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


# A point below the clock's step has a time of nothing, which has no logarithm.
def _resolved(curve: CostCurve) -> list[CostPoint]:
    """Return the points that the clock could tell."""
    return [point for point in curve.points if point.resolved and point.seconds > 0]


def _size(octets: int) -> str:
    return (
        f"{octets >> 20} Mi"
        if octets >= 1 << 20
        else f"{octets >> 10} Ki"
        if octets >= 1 << 10
        else str(octets)
    )


def _time(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.3g} s"
    return f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.3g} µs"
