"""The machine of a codec as a picture: SVG that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import atan2, cos, degrees, sin
from textwrap import wrap

from utfproof.proof.automata import alphabet
from utfproof.proof.automata.access_strings import named
from utfproof.proof.automata.diagram import Diagram, DiagramEdge, DiagramNode, EdgeMark, diagram
from utfproof.proof.automata.layout import Crossing, Layout, Size, Spot, laid_out
from utfproof.proof.automata.machine_comparison import MachineComparison

_RADIUS = 21.0
_LETTER = 7.3  # pixels of a letter of the labels
_LINE = 15.0
_LABEL_LETTERS = 17  # three ranges
_MOST_LINES = 4
_NAME_LETTERS = 11  # four octets
_MARGIN = 30.0
_HEAD = 88.0
_FOOT = 62.0
_LEAST_WIDTH = 760.0
_STEEPEST = 1.2  # radians between the horizontal and a way that leaves a state
_TIP = 9.0

_STYLE = """
svg { --ink: #1c2330; --soft: #667085; --paper: #ffffff; --state: #f1f4f9; --wrong: #c4161c;
  --alien: #fdeceb; background: var(--paper); }
@media (prefers-color-scheme: dark) { svg { --ink: #e8ecf2; --soft: #98a3b3; --paper: #14181f;
  --state: #242c3a; --wrong: #ff7b72; --alien: #402225; } }
text { font: 12px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: var(--ink);
  text-anchor: middle; dominant-baseline: central; }
.head { font: 600 18px system-ui, sans-serif; text-anchor: start; }
.note { font: 13px system-ui, sans-serif; text-anchor: start; fill: var(--soft); }
.bad { fill: var(--wrong); }
.label { paint-order: stroke; stroke: var(--paper); stroke-width: 6px; stroke-linejoin: round; }
.shape { fill: var(--state); stroke: var(--ink); stroke-width: 1.6; }
.inner { fill: none; stroke: var(--ink); stroke-width: 1.2; }
.way { fill: none; stroke: var(--soft); stroke-width: 1.5; }
.tip { fill: var(--soft); }
.again .shape, .again .inner { fill: none; stroke: var(--soft); stroke-dasharray: 2 3; }
.again text { fill: var(--soft); }
.wrong .way, .missing .way { stroke: var(--wrong); stroke-width: 1.8; }
.wrong .tip, .missing .tip, .wrong text, .missing text { fill: var(--wrong); }
.wrong .shape { fill: var(--alien); stroke: var(--wrong); }
.wrong .inner, .missing .inner { stroke: var(--wrong); }
.missing .way, .missing .shape, .missing .inner { stroke: var(--wrong); stroke-dasharray: 6 4; }
.missing .shape { fill: none; }
"""

_OPENING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
    'height="{height}" role="img" aria-labelledby="title desc">'
)

_LEGEND = (
    "Double rim: a string may end here. Dotted rim: drawn before, go on there.",
    "Octets without an arrow are refused. Red: not as expected; dashed: expected, but not there.",
)

_REMARKS = {
    EdgeMark.EXPECTED: "",
    EdgeMark.WRONG: "; not as expected",
    EdgeMark.MISSING: "; missing",
    EdgeMark.AGAIN: "; drawn before: go on there",
}


def draw(comparison: MachineComparison, title: str) -> str:
    """Draw the learned automaton; deviations are red, missing parts are dashed.

    Refused octets are not drawn, except where the expected automaton accepts them.
    """
    graph = diagram(comparison)
    sizes = {key: _node_size(node) for key, node in graph.nodes.items()}
    labels = [_lines(way.octets) for way in graph.ways]
    layout = laid_out(
        sizes,
        [(way.source, way.target) for way in graph.ways],
        [_label_size(lines) for lines in labels],
    )
    parts = [
        *_ways(graph, layout, labels, sizes),
        *(_node(node, layout.nodes[key], sizes[key]) for key, node in graph.nodes.items()),
    ]
    return _page(comparison, title, layout, parts)


def _lines(octets: Sequence[int]) -> list[str]:
    """Write the label of a way: ranges, a few on a line."""
    lines = wrap(alphabet.ranges(octets), _LABEL_LETTERS)
    if len(lines) > _MOST_LINES:
        return [*lines[: _MOST_LINES - 1], f"… {len(octets)} octets"]
    return lines


def _label_size(lines: Sequence[str]) -> Size:
    return Size(max(map(len, lines)) * _LETTER + 8, len(lines) * _LINE)


def _node_size(node: DiagramNode) -> Size:
    letters = max(len(line) for line in _name_lines(node))
    height = 2 * _RADIUS + (len(_name_lines(node)) - 1) * _LINE / 2
    return Size(max(height, letters * _LETTER + 22), height)


def _name_lines(node: DiagramNode) -> list[str]:
    return wrap(named(node.access), _NAME_LETTERS)


def _node(node: DiagramNode, spot: Spot, size: Size) -> str:
    inner = _box("inner", spot, Size(size.width - 8, size.height - 8)) if node.accepting else ""
    lines = _name_lines(node)
    ends = "a string may end here" if node.accepting else "no string ends here"
    where = f"after {named(node.access)}" if node.access else "the start"
    return (
        f'<g class="{node.mark}"><title>{escape(f"{where}: {ends}{_REMARKS[node.mark]}")}</title>'
        f"{_box('shape', spot, size)}{inner}{''.join(_text(lines, spot, ''))}</g>"
    )


def _box(kind: str, spot: Spot, size: Size) -> str:
    x, y = spot.x - size.width / 2, spot.y - size.height / 2
    return (
        f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{size.width:.1f}" '
        f'height="{size.height:.1f}" rx="{size.height / 2:.1f}"/>'
    )


def _text(lines: Sequence[str], spot: Spot, kind: str) -> Iterator[str]:
    first = spot.y - (len(lines) - 1) * _LINE / 2
    kind_of = f' class="{kind}"' if kind else ""
    for number, line in enumerate(lines):
        y = first + number * _LINE
        yield f'<text{kind_of} x="{spot.x:.1f}" y="{y:.1f}">{escape(line)}</text>'


@dataclass(frozen=True, slots=True)
class _Port:
    """Where a way leaves or enters a node, and its angle below the horizontal."""

    x: float
    y: float
    angle: float


def _ways(
    graph: Diagram, layout: Layout, labels: Sequence[Sequence[str]], sizes: dict[str, Size]
) -> Iterator[str]:
    for way, lines, route in zip(graph.ways, labels, layout.routes, strict=True):
        source = _right(layout.nodes[way.source], sizes[way.source], route[0])
        target = _left(layout.nodes[way.target], sizes[way.target], route[-1])
        path = _path(source, target, route, _label_size(lines).width)
        yield (
            f'<g class="{way.mark}"><title>{escape(_edge_words(graph, way))}</title>'
            f'<path class="way" d="{path}"/>{_tip(target)}'
            f"{''.join(_text(lines, route[0].middle, 'label'))}</g>"
        )


def _edge_words(graph: Diagram, way: DiagramEdge) -> str:
    source, target = graph.nodes[way.source], graph.nodes[way.target]
    octets = alphabet.ranges(way.octets)
    return f"{named(source.access)}, {octets}: {named(target.access)}{_REMARKS[way.mark]}"


def _right(node: Spot, size: Size, route: Crossing) -> _Port:
    """Return the port on the right rim of a node, turned to where the way goes."""
    radius = size.height / 2
    x = node.x + size.width / 2 - radius
    angle = _bounded(atan2(route.y - node.y, route.left - x))
    return _Port(x + radius * cos(angle), node.y + radius * sin(angle), angle)


def _left(node: Spot, size: Size, route: Crossing) -> _Port:
    """Return the port on the left rim of a node, turned to where the way comes from."""
    radius = size.height / 2
    x = node.x - size.width / 2 + radius
    angle = _bounded(atan2(node.y - route.y, x - route.right))
    return _Port(x - radius * cos(angle), node.y - radius * sin(angle), angle)


def _bounded(angle: float) -> float:
    return max(-_STEEPEST, min(_STEEPEST, angle))


def _path(source: _Port, target: _Port, route: Sequence[Crossing], label: float) -> str:
    """Draw level lines through the columns, with a gap for the label, and curves between them."""
    middle = route[0].middle.x
    words = [f"M{source.x:.1f} {source.y:.1f}"]
    before = source
    for number, place in enumerate(route):
        words.append(_curve(before, _Port(place.left, place.y, 0)))
        if number == 0:
            words.append(f"H{middle - label / 2:.1f}M{middle + label / 2:.1f} {place.y:.1f}")
        words.append(f"H{place.right:.1f}")
        before = _Port(place.right, place.y, 0)
    behind = _TIP * cos(target.angle), _TIP * sin(target.angle)
    words.append(_curve(before, _Port(target.x - behind[0], target.y - behind[1], target.angle)))
    return "".join(words)


def _curve(one: _Port, other: _Port) -> str:
    reach = (other.x - one.x) / 2
    first = one.x + reach * cos(one.angle), one.y + reach * sin(one.angle)
    second = other.x - reach * cos(other.angle), other.y - reach * sin(other.angle)
    points = (*first, *second, other.x, other.y)
    return "C" + " ".join(f"{number:.1f}" for number in points)


def _tip(port: _Port) -> str:
    turn = f"translate({port.x:.1f} {port.y:.1f}) rotate({degrees(port.angle):.1f})"
    length, half = _TIP + 2, _TIP / 2
    shape = f"M0 0L{-length} {-half}L{-length} {half}Z"
    return f'<path class="tip" d="{shape}" transform="{turn}"/>'


def _page(comparison: MachineComparison, title: str, layout: Layout, parts: Sequence[str]) -> str:
    width = max(layout.width + 2 * _MARGIN, _LEAST_WIDTH)
    height = layout.height + _HEAD + _FOOT
    left = (width - layout.width) / 2
    kind = "note" if comparison.same else "note bad"
    note = escape(_note(comparison))
    foot = height - _FOOT
    lines = (
        _OPENING.format(width=round(width), height=round(height)),
        f'<title id="title">{escape(title)}</title>',
        f'<desc id="desc">{note}</desc>',
        f"<style>{_STYLE}</style>",
        f'<text class="head" x="{_MARGIN}" y="30">{escape(title)}</text>',
        f'<text class="{kind}" x="{_MARGIN}" y="54">{note}</text>',
        f'<g transform="translate({left:.1f} {_HEAD})">',
        *parts,
        "</g>",
        *(
            f'<text class="note" x="{_MARGIN}" y="{foot + 26 + 18 * number:.0f}">{line}</text>'
            for number, line in enumerate(_LEGEND)
        ),
        "</svg>",
    )
    return "\n".join((*lines, ""))


def _note(comparison: MachineComparison) -> str:
    states = f"{len(comparison.learned.step)} states, counting the one that refuses everything"
    return f"{states}; it {comparison.fault or 'accepts exactly what it should'}"
